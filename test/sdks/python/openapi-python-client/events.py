"""An event is entered, published, replaced and deleted."""

from datetime import UTC, datetime
from uuid import uuid4

from art_marketplace import AuthenticatedClient
from art_marketplace.api.event_categories import list_event_categories
from art_marketplace.api.events import (
    create_event,
    delete_event,
    partial_update_event,
    retrieve_event,
    update_event,
)
from art_marketplace.api.venues import create_venue
from art_marketplace.models import (
    Event,
    EventCategoryPage,
    EventInput,
    EventPatch,
    PublishStatus,
    Venue,
    VenueInput,
)
from expect import etag_of, refused, same, taken


def enter_and_change(partner: AuthenticatedClient, stranger: AuthenticatedClient) -> None:
    event = event_at_a_new_venue(partner)
    id = enter(partner, event)
    refused(retrieve_event.sync_detailed(id, client=stranger), 404, "not_found")

    stale = etag_of(retrieve_event.sync_detailed(id, client=partner))
    published = publish(partner, id, stale)
    public = taken(retrieve_event.sync_detailed(id, client=stranger), Event)
    same("the start for all", public.start_time, event.start_time)
    patch = EventPatch(title="Too late")
    late = partial_update_event.sync_detailed(id, client=partner, body=patch, if_match=stale)
    refused(late, 412, "precondition_failed")

    event.title = "Southern Light"
    replaced = replace(partner, id, published, event)
    deleted = delete_event.sync_detailed(id, client=partner, if_match=replaced)
    same("the deletion", int(deleted.status_code), 204)
    refused(retrieve_event.sync_detailed(id, client=partner), 404, "not_found")


def event_at_a_new_venue(partner: AuthenticatedClient) -> EventInput:
    categories = taken(list_event_categories.sync_detailed(client=partner), EventCategoryPage)
    place = VenueInput(name="Kunsthal Nord", country="DK")
    venue = taken(create_venue.sync_detailed(client=partner, body=place), Venue, 201)
    same("the venue", venue.name, "Kunsthal Nord")
    return EventInput(
        title="Northern Light",
        category=categories.results[0].id,
        venue=venue.id,
        start_time=datetime(2031, 3, 14, 9, tzinfo=UTC),
        end_time=datetime(2031, 6, 30, 16, tzinfo=UTC),
        content="Forty paintings of the far north.",
    )


def enter(partner: AuthenticatedClient, event: EventInput) -> int:
    key = str(uuid4())
    answer = create_event.sync_detailed(client=partner, body=event, idempotency_key=key)
    created = taken(answer, Event, 201)
    same("the state of a new event", created.publish_status, PublishStatus.DRAFT)
    again = create_event.sync_detailed(client=partner, body=event, idempotency_key=key)
    same("a repeated event", taken(again, Event, 201).id, created.id)
    return created.id


def publish(partner: AuthenticatedClient, id: int, etag: str) -> str:
    patch = EventPatch(publish_status=PublishStatus.PUBLISHED, content=None, featured_image=None)
    answer = partial_update_event.sync_detailed(id, client=partner, body=patch, if_match=etag)
    same("the state of the event", taken(answer, Event).publish_status, PublishStatus.PUBLISHED)
    same("the text", taken(answer, Event).content, None)
    return etag_of(answer)


def replace(partner: AuthenticatedClient, id: int, etag: str, event: EventInput) -> str:
    answer = update_event.sync_detailed(id, client=partner, body=event, if_match=etag)
    replaced = taken(answer, Event)
    same("the title", replaced.title, event.title)
    same("the text", replaced.content, event.content)
    same("the venue of the event", replaced.venue.id, event.venue)
    return etag_of(answer)
