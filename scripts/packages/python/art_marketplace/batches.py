"""Creates, changes and removes many records at once."""

import json
from collections.abc import Iterable, Iterator

from .client import AuthenticatedClient
from .models.artwork_batch_line import ArtworkBatchLine
from .models.batch_result import BatchResult
from .models.batch_summary import BatchSummary
from .models.event_batch_line import EventBatchLine
from .retries import NDJSON
from .streams import lines_of


def batch_marketplace_artworks(
    client: AuthenticatedClient,
    lines: Iterable[ArtworkBatchLine],
    *,
    dry_run: bool = False,
    atomic: bool = False,
) -> Iterator[BatchResult | BatchSummary]:
    """Sends a batch of artworks and reads the result of each line; the last one is the summary.

    Raises:
        ProblemError: if the whole batch is rejected.
        UnexpectedStatus: for a response that the contract does not describe, as of a proxy.
        httpx.TransportError: if the summary is missing. Then send the batch again.
    """
    return _batch(client, "/marketplace-artworks/batch/", lines, dry_run, atomic)


def batch_events(
    client: AuthenticatedClient,
    lines: Iterable[EventBatchLine],
    *,
    dry_run: bool = False,
    atomic: bool = False,
) -> Iterator[BatchResult | BatchSummary]:
    """The same for events."""
    return _batch(client, "/events/batch/", lines, dry_run, atomic)


def _batch(
    client: AuthenticatedClient,
    path: str,
    lines: Iterable[ArtworkBatchLine] | Iterable[EventBatchLine],
    dry_run: bool,
    atomic: bool,
) -> Iterator[BatchResult | BatchSummary]:
    lines_sent = "\n".join(json.dumps(line.to_dict()) for line in lines)
    for fields in lines_of(
        client,
        "POST",
        path,
        params={"dry_run": dry_run, "atomic": atomic},
        headers={"Content-Type": NDJSON, "Accept": NDJSON},
        content=lines_sent,
    ):
        kind = BatchSummary if fields["kind"] == "summary" else BatchResult
        yield kind.from_dict(fields)
