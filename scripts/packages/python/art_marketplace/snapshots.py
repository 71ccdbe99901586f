"""Reads all records of a list in one response."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import httpx

from .client import AuthenticatedClient
from .models.artwork_snapshot_record import ArtworkSnapshotRecord
from .models.event_snapshot_record import EventSnapshotRecord
from .models.snapshot_end import SnapshotEnd
from .models.snapshot_start import SnapshotStart
from .streams import lines_of

Line = TypeVar("Line")


def retrieve_marketplace_artwork_snapshot(
    client: AuthenticatedClient,
) -> Iterator[SnapshotStart | ArtworkSnapshotRecord | SnapshotEnd]:
    """The lines of a snapshot of all artworks, while they arrive. A response that is cut is continued.

    Raises:
        ProblemError: if the service rejects the request.
        UnexpectedStatus: for a response that the contract does not describe, as of a proxy.
        httpx.TransportError: if a response brings no record before it is cut.
    """
    return _snapshot(client, "/marketplace-artworks/snapshot/", ArtworkSnapshotRecord.from_dict)


def retrieve_event_snapshot(
    client: AuthenticatedClient,
) -> Iterator[SnapshotStart | EventSnapshotRecord | SnapshotEnd]:
    """The same for events."""
    return _snapshot(client, "/events/snapshot/", EventSnapshotRecord.from_dict)


def _snapshot(
    client: AuthenticatedClient, path: str, parse: Callable[[dict[str, Any]], Line]
) -> Iterator[SnapshotStart | Line | SnapshotEnd]:
    last = -1
    while True:
        after = max(last, 0)
        try:
            for fields in lines_of(client, "GET", path, params={"after": after}):
                if fields["kind"] == "record":
                    last = fields["record"]["id"]
                    yield parse(fields)
                elif fields["kind"] == "end":
                    yield SnapshotEnd.from_dict(fields)
                    return
                elif last < 0:
                    # Only the cursor of the first response is before all records.
                    yield SnapshotStart.from_dict(fields)
        except httpx.TransportError:
            if last <= after:
                raise
