"""A typed client of the Art Marketplace Listing Service."""

from .batches import batch_events, batch_marketplace_artworks
from .client import AuthenticatedClient, Client
from .connection import connect
from .lists import pages, pages_async, records, records_async
from .problems import NotModified, ProblemError, result
from .snapshots import retrieve_event_snapshot, retrieve_marketplace_artwork_snapshot

__all__ = (
    "AuthenticatedClient",
    "Client",
    "NotModified",
    "ProblemError",
    "batch_events",
    "batch_marketplace_artworks",
    "connect",
    "pages",
    "pages_async",
    "records",
    "records_async",
    "result",
    "retrieve_event_snapshot",
    "retrieve_marketplace_artwork_snapshot",
)
