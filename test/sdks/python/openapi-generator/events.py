"""An event is entered, published, replaced and deleted."""

from datetime import datetime, timezone
from uuid import uuid4

from art_marketplace import (
    ApiClient,
    EventCategoriesApi,
    EventInput,
    EventPatch,
    EventsApi,
    PublishStatus,
    VenueInput,
    VenuesApi,
)
from expect import etag_of, refused, same


def enter_and_change(partner: ApiClient, stranger: ApiClient) -> None:
    api = EventsApi(partner)
    event = event_at_a_new_venue(partner)
    id = enter(api, event)
    refused(lambda: EventsApi(stranger).retrieve_event(id), 404, "not_found")

    stale = etag_of(api.retrieve_event_with_http_info(id))
    published = publish(api, id, stale)
    same("the start for all", EventsApi(stranger).retrieve_event(id).start_time, event.start_time)
    late = EventPatch(title="Too late")
    refused(lambda: api.partial_update_event(id, stale, late), 412, "precondition_failed")

    event.title = "Southern Light"
    api.delete_event(id, replace(api, id, published, event))
    refused(lambda: api.retrieve_event(id), 404, "not_found")


def event_at_a_new_venue(partner: ApiClient) -> EventInput:
    venue = VenuesApi(partner).create_venue(VenueInput(name="Kunsthal Nord", country="DK"))
    same("the venue", venue.name, "Kunsthal Nord")
    return EventInput(
        title="Northern Light",
        category=EventCategoriesApi(partner).list_event_categories().results[0].id,
        venue=venue.id,
        start_time=datetime(2031, 3, 14, 9, tzinfo=timezone.utc),
        end_time=datetime(2031, 6, 30, 16, tzinfo=timezone.utc),
        content="Forty paintings of the far north.",
    )


def enter(api: EventsApi, event: EventInput) -> int:
    key = str(uuid4())
    created = api.create_event(event, key)
    same("the state of a new event", created.publish_status, PublishStatus.DRAFT)
    same("a repeated event", api.create_event(event, key).id, created.id)
    return created.id


def publish(api: EventsApi, id: int, etag: str) -> str:
    patch = EventPatch(publish_status=PublishStatus.PUBLISHED, content=None)
    answer = api.partial_update_event_with_http_info(id, etag, patch)
    same("the state of the event", answer.data.publish_status, PublishStatus.PUBLISHED)
    same("the text", answer.data.content, None)
    return etag_of(answer)


def replace(api: EventsApi, id: int, etag: str, event: EventInput) -> str:
    answer = api.update_event_with_http_info(id, etag, event)
    same("the title", answer.data.title, event.title)
    same("the text", answer.data.content, event.content)
    same("the venue of the event", answer.data.venue.id, event.venue)
    return etag_of(answer)
