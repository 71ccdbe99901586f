use std::num::NonZeroU64;

use api::{
    Client,
    types::{ArtistInput, ArtworkPatch, GalleryInput, SaleStatus, TagInput, builder},
};
use uuid::Uuid;

use crate::{Outcome, artworks::harbour, events::etag_of, refused::refused};

/// An artwork of a new gallery is priced, sold and deleted, and then all that it referred to.
pub async fn sell(partner: &Client, stranger: &Client) -> Outcome<()> {
    let input = ArtistInput::builder().name("Ines Falk");
    let artist = partner.create_artist().body(input).send().await?;
    let input = GalleryInput::builder()
        .name("Quayside Editions")
        .city(Some("Bristol".parse()?));
    let gallery = partner.create_gallery().body(input).send().await?.id;
    let input = TagInput::builder().name(format!("moonlight {}", Uuid::new_v4()));
    let tag = partner.create_tag().body(input).send().await?;
    let opened = partner.retrieve_gallery().id(gallery).send().await?;
    assert_eq!(opened.city.as_deref(), Some("Bristol"));

    let input = harbour(gallery).artists([artist.id]).tags(vec![tag.id]);
    let submitted = partner
        .create_marketplace_artwork()
        .body(input)
        .send()
        .await?;
    let (id, etag) = (submitted.id, etag_of(submitted.headers())?);
    let priced = change(partner, id, &etag, ArtworkPatch::builder().price(2600.0)).await?;
    let sale = ArtworkPatch::builder().available_for_sale(SaleStatus::Sold);
    let sold = change(partner, id, &priced, sale).await?;
    let artwork = stranger
        .retrieve_marketplace_artwork()
        .id(id)
        .send()
        .await?;
    assert_eq!(artwork.price, Some(2600.0));
    assert_eq!(artwork.available_for_sale, SaleStatus::Sold.to_string());

    let close = partner
        .delete_gallery()
        .id(gallery)
        .if_match(etag_of(opened.headers())?);
    refused(close.clone().send().await, 409, "record_in_use");
    partner
        .delete_marketplace_artwork()
        .id(id)
        .if_match(sold)
        .send()
        .await?;
    close.send().await?;
    let etag = etag_of(tag.headers())?;
    partner
        .delete_tag()
        .id(tag.id)
        .if_match(etag)
        .send()
        .await?;
    let etag = etag_of(artist.headers())?;
    partner
        .delete_artist()
        .id(artist.id)
        .if_match(etag)
        .send()
        .await?;
    Ok(())
}

async fn change(
    client: &Client,
    id: NonZeroU64,
    etag: &str,
    patch: builder::ArtworkPatch,
) -> Outcome<String> {
    let answer = client
        .partial_update_marketplace_artwork()
        .id(id)
        .if_match(etag)
        .body(patch)
        .send()
        .await?;
    etag_of(answer.headers())
}
