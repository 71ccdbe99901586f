use api::Client;
use reqwest::header::{AUTHORIZATION, HeaderMap};

use crate::Outcome;

/// A client of the service at `address`, with an API key or without.
pub fn connect(address: &str, key: Option<&str>) -> Outcome<Client> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        headers.insert(AUTHORIZATION, format!("Bearer {key}").parse()?);
    }
    let http = reqwest::Client::builder()
        .no_proxy()
        .default_headers(headers)
        .build()?;
    Ok(Client::new_with_client(address, http))
}
