use std::{collections::HashSet, num::NonZeroU64};

use api::{
    Client,
    types::{
        Artwork, ArtworkInput, ArtworkOrdering, ArtworkPage, Currency, PriceDisplay, SaleStatus,
        SizeUnit, builder,
    },
};
use reqwest::Url;

use crate::{Outcome, refused::refused};

pub async fn list_two_pages(client: &Client) -> Outcome<()> {
    let page = list(client, 2, 0).await?;
    let (limit, offset) = place(page.next.as_deref().ok_or("the page is the last")?)?;
    let mut artworks = page.results;
    artworks.extend(list(client, limit, offset).await?.results);
    let ids: HashSet<_> = artworks.iter().map(|artwork| artwork.id).collect();
    assert_eq!(ids.len(), 4);
    assert!(artworks.is_sorted_by(|one, other| one.order_date >= other.order_date));
    for Artwork {
        author, gallery, ..
    } in &artworks
    {
        let by = author.as_ref().map_or(&gallery.owner.username, |user| &user.username);
        assert_ne!(by, "");
    }

    let first = &artworks[0];
    let alone = client
        .retrieve_marketplace_artwork()
        .id(first.id)
        .send()
        .await?;
    assert_eq!((alone.id, &alone.slug), (first.id, &first.slug));
    Ok(())
}

async fn list(client: &Client, limit: u32, offset: i32) -> Outcome<ArtworkPage> {
    let page = client
        .list_marketplace_artworks()
        .limit(limit)
        .offset(offset)
        .ordering(ArtworkOrdering::XorderXdate)
        .send()
        .await?;
    Ok(page.into_inner())
}

/// Where a link of a page leads to: limit and offset.
fn place(link: &str) -> Outcome<(u32, i32)> {
    let url = Url::parse(link)?;
    let value = |wanted: &str| {
        let (_, value) = url.query_pairs().find(|(name, _)| name == wanted)?;
        Some(value.into_owned())
    };
    let limit = value("limit").ok_or("no limit")?.parse()?;
    let offset = value("offset").ok_or("no offset")?.parse()?;
    Ok((limit, offset))
}

pub async fn ask_for_too_much(client: &Client) -> Outcome<()> {
    let answer = client
        .list_marketplace_artworks()
        .limit(1000u32)
        .send()
        .await;
    let problem = refused(answer, 400, "invalid_request");
    assert_eq!(problem.errors.len(), 1);
    assert_eq!(problem.errors[0].parameter.as_deref(), Some("limit"));
    Ok(())
}

pub async fn meet_new_words(client: &Client, id: NonZeroU64) -> Outcome<()> {
    let artwork = client.retrieve_marketplace_artwork().id(id).send().await?;
    let sale: Result<SaleStatus, _> = artwork.available_for_sale.parse();
    let unit: Result<SizeUnit, _> = artwork.units.parse();
    assert!(
        sale.is_err() && unit.is_err(),
        "{sale:?} and {unit:?} are known"
    );
    Ok(())
}

pub async fn submit(client: &Client) -> Outcome<()> {
    let galleries = client.list_galleries().send().await?;
    let artwork = client
        .create_marketplace_artwork()
        .body(harbour(galleries.results[0].id))
        .send()
        .await?;
    assert_eq!(artwork.status(), 201);
    assert!(
        artwork.price_usd.is_some_and(|dollars| dollars > 0.0),
        "{:?}",
        artwork.price_usd
    );
    let euros = artwork.price_eur.as_deref().ok_or("no price in euros")?;
    let (_, cents) = euros.split_once('.').ok_or("euros without cents")?;
    assert!(euros.parse::<f64>()? > 0.0 && cents.len() == 2, "{euros}");
    assert_eq!(artwork.min_price, None);
    Ok(())
}

pub fn harbour(gallery: NonZeroU64) -> builder::ArtworkInput {
    ArtworkInput::builder()
        .title("Harbour at Dusk")
        .artists([])
        .gallery(gallery)
        .category(1u64)
        .units(SizeUnit::Centimeter)
        .price_display(PriceDisplay::ShowPrice)
        .price(2400.0)
        .price_currency(Currency::Cad)
}
