use std::num::NonZeroU64;

use api::{
    Client, ResponseValue,
    types::{Event, EventInput, EventPatch, PublishStatus, VenueInput, builder},
};
use reqwest::header::{ETAG, HeaderMap};
use uuid::Uuid;

use crate::{Outcome, refused::refused};

/// An event, and the state of it that was read last.
pub struct Read {
    event: Event,
    etag: String,
}

impl Read {
    fn from(answer: ResponseValue<Event>) -> Outcome<Self> {
        let etag = etag_of(answer.headers())?;
        Ok(Self {
            event: answer.into_inner(),
            etag,
        })
    }
}

pub fn etag_of(headers: &HeaderMap) -> Outcome<String> {
    Ok(headers
        .get(ETAG)
        .ok_or("there is no ETag")?
        .to_str()?
        .to_owned())
}

pub async fn enter(partner: &Client, stranger: &Client) -> Outcome<Read> {
    let categories = partner.list_event_categories().send().await?;
    let input = northern_light(categories.results[0].id, create_venue(partner).await?)?;
    let key = Uuid::new_v4().to_string();
    let create = || {
        partner
            .create_event()
            .idempotency_key(&*key)
            .body(input.clone())
            .send()
    };
    let created = create().await?;
    assert_eq!(created.status(), 201);
    assert_eq!(
        created.publish_status.parse::<PublishStatus>()?,
        PublishStatus::Draft
    );
    assert_eq!(create().await?.id, created.id);

    refused(
        stranger.retrieve_event().id(created.id).send().await,
        404,
        "not_found",
    );
    Read::from(partner.retrieve_event().id(created.id).send().await?)
}

fn northern_light(category: NonZeroU64, venue: NonZeroU64) -> Outcome<builder::EventInput> {
    Ok(EventInput::builder()
        .title("Northern Light")
        .category(category)
        .venue(venue)
        .start_time("2026-03-14T09:00:00Z".parse::<Timestamp>()?)
        .end_time("2026-06-30T16:00:00Z".parse::<Timestamp>()?))
}

type Timestamp = chrono::DateTime<chrono::Utc>;

async fn create_venue(client: &Client) -> Outcome<NonZeroU64> {
    let input = VenueInput::builder()
        .name("Kunsthal Nord")
        .country(Some("DK".parse()?));
    let venue = client.create_venue().body(input).send().await?;
    assert_eq!(
        (venue.status().as_u16(), venue.name.as_str()),
        (201, "Kunsthal Nord")
    );
    Ok(venue.id)
}

pub async fn publish(partner: &Client, stranger: &Client, draft: Read) -> Outcome<Read> {
    let id = draft.event.id;
    let publish = EventPatch::builder().publish_status(PublishStatus::Published);
    let change = |patch| {
        partner
            .partial_update_event()
            .id(id)
            .if_match(&*draft.etag)
            .body(patch)
    };
    let published = Read::from(change(publish).send().await?)?;
    assert_eq!(published.event.publish_status, "published");
    assert_eq!(
        stranger.retrieve_event().id(id).send().await?.title,
        draft.event.title
    );

    let late = EventPatch::builder().title(Some("Too late".parse()?));
    refused(change(late).send().await, 412, "precondition_failed");
    Ok(published)
}

pub async fn replace(client: &Client, Read { event, etag }: Read) -> Outcome<Read> {
    let input = northern_light(event.category.id, event.venue.id)?.title("Southern Light");
    let answer = client
        .update_event()
        .id(event.id)
        .if_match(etag)
        .body(input)
        .send()
        .await?;
    let replaced = Read::from(answer)?;
    assert_eq!(replaced.event.title, "Southern Light");
    assert_eq!(replaced.event.venue.id, event.venue.id);
    Ok(replaced)
}

pub async fn delete(client: &Client, Read { event, etag }: Read) -> Outcome<()> {
    let deleted = client
        .delete_event()
        .id(event.id)
        .if_match(etag)
        .send()
        .await?;
    assert_eq!(deleted.status(), 204);
    refused(
        client.retrieve_event().id(event.id).send().await,
        404,
        "not_found",
    );
    Ok(())
}
