//! A partner's day, with the client that progenitor makes: looks around, page by page, enters an
//! event, publishes it, replaces it, submits an artwork, takes the event away, sells an artwork of a
//! new gallery; errs here and there, and meets a word that is new to it. It ends at the first
//! surprise.

mod artworks;
mod connect;
mod events;
mod refused;
mod sale;

use std::{env, error::Error};

pub type Outcome<Value> = Result<Value, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, key, strange_artwork] = &arguments[..] else {
        return Err("ADDRESS KEY ARTWORK are needed".into());
    };
    let stranger = connect::connect(address, None)?;
    let partner = connect::connect(address, Some(key))?;

    artworks::list_two_pages(&stranger).await?;
    artworks::ask_for_too_much(&stranger).await?;
    artworks::meet_new_words(&stranger, strange_artwork.parse()?).await?;
    let event = events::enter(&partner, &stranger).await?;
    let event = events::publish(&partner, &stranger, event).await?;
    let event = events::replace(&partner, event).await?;
    artworks::submit(&partner).await?;
    events::delete(&partner, event).await?;
    sale::sell(&partner, &stranger).await
}
