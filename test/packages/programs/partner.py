"""What a partner does: reads lists, creates, changes and deletes a venue, and sends a batch.

Arguments: the base URL and a key. It prints what the test expects.
"""

import asyncio
import sys
import uuid

from art_marketplace import (
    ProblemError,
    batch_events,
    connect,
    pages,
    records,
    records_async,
    result,
    retrieve_event_snapshot,
)
from art_marketplace.api.events import list_events, list_sparse_events, retrieve_event
from art_marketplace.api.venues import (
    create_venue,
    delete_venue,
    list_venues,
    partial_update_venue,
)
from art_marketplace.models import (
    BatchSummary,
    Event,
    EventBatchLine,
    Venue,
    VenueInput,
    VenuePatch,
)


def main(address: str, key: str) -> None:
    with connect(address) as reader, connect(address, key) as partner:
        events: list[Event] = list(records(list_events.sync_detailed, client=reader, ordering="start_time", limit=2))
        print("events", len({event.id for event in events}))
        counts = [page.count for page in pages(list_events.sync_detailed, client=reader, limit=3)]
        print("pages", counts)
        [sparse, *_] = records(list_sparse_events.sync_detailed, client=reader, fields=["title", "start_time"])
        print("sparse", *(name for name, _ in sorted(sparse.to_dict().items())))
        print("at once", asyncio.run(count_at_once(address)))
        try:
            result(retrieve_event.sync_detailed(999_999_999, client=reader))
        except ProblemError as error:
            print("missing", error.problem.code, error.problem.status)
        name = f"Kunsthal {uuid.uuid4()}"
        created = create_venue.sync_detailed(client=partner, body=VenueInput(name=name))
        venue: Venue = result(created)
        named = [*records(list_venues.sync_detailed, client=reader, name=name)]
        print("venues", len(named), named[0].id == venue.id)
        changed = partial_update_venue.sync_detailed(
            venue.id,
            client=partner,
            body=VenuePatch(city="Aarhus"),
            if_match=created.headers["ETag"],
        )
        print("city", result(changed).city)
        result(delete_venue.sync_detailed(venue.id, client=partner, if_match="*"))
        lines = [EventBatchLine(external_id="none", remove=True)]
        for line in batch_events(partner, lines, dry_run=True):
            if isinstance(line, BatchSummary):
                print("batch", line.applied, line.lines, line.failed)
        print("snapshot", *(type(line).__name__ for line in retrieve_event_snapshot(reader)))


async def count_at_once(address: str) -> int:
    async with connect(address) as client:
        found = records_async(list_events.asyncio_detailed, client=client, limit=2)
        return len([event async for event in found])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
