//! Makes the client of `openapi.json`, with what progenitor cannot read taken out of the document.

use std::{env, error::Error, fs, path::Path};

use progenitor::{GenerationSettings, Generator, InterfaceStyle};
use serde_json::Value;

const DOCUMENT: &str = "openapi.json";
const JSON: &str = "application/json";
const PROBLEM: &str = "application/problem+json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={DOCUMENT}");
    let mut document: Value = serde_json::from_slice(&fs::read(DOCUMENT)?)?;
    members(&mut document["paths"]).for_each(remove_text_bodies);
    members(&mut document["paths"])
        .flat_map(members)
        .for_each(simplify_operation);
    members(&mut document["components"]["responses"]).for_each(name_problems_json);
    let mut settings = GenerationSettings::new();
    settings.with_interface(InterfaceStyle::Builder);
    let client = Generator::new(&settings).generate_tokens(&serde_json::from_value(document)?)?;
    let text = prettyplease::unparse(&syn::parse2(client)?);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("api.rs"), text)?;
    Ok(())
}

/// It knows no CSV: an operation whose body is not JSON is left out.
fn remove_text_bodies(path: &mut Value) {
    if let Some(operations) = path.as_object_mut() {
        operations.retain(|_, operation| {
            operation
                .pointer("/requestBody/content")
                .is_none_or(|content| content.get(JSON).is_some())
        });
    }
}

/// It takes one media type for a body, and one type for everything that is not a success: a 304 has
/// no problem in it.
fn simplify_operation(operation: &mut Value) {
    if let Some(body) = operation
        .pointer_mut("/requestBody/content")
        .and_then(Value::as_object_mut)
    {
        body.retain(|media_type, _| media_type == JSON);
    }
    if let Some(responses) = operation["responses"].as_object_mut() {
        responses.remove("304");
    }
}

/// It gives a type to what is called JSON, and bytes to everything else.
fn name_problems_json(response: &mut Value) {
    let content = response.get_mut("content").and_then(Value::as_object_mut);
    if let Some(content) = content
        && let Some(problem) = content.remove(PROBLEM)
    {
        content.insert(JSON.to_owned(), problem);
    }
}

fn members(object: &mut Value) -> impl Iterator<Item = &mut Value> {
    object
        .as_object_mut()
        .into_iter()
        .flat_map(|members| members.values_mut())
}
