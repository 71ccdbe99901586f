"""Creates, changes and removes many records at once."""

import json
from collections.abc import Iterable, Iterator

import httpx

from .client import AuthenticatedClient
from .errors import UnexpectedStatus
from .models.artwork_batch_line import ArtworkBatchLine
from .models.batch_result import BatchResult
from .models.batch_summary import BatchSummary
from .models.event_batch_line import EventBatchLine
from .models.problem import Problem
from .problems import ProblemError
from .retries import NDJSON, PROBLEM


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
        httpx.RemoteProtocolError: if the summary is missing. Then send the batch again.
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
    with client.get_httpx_client().stream(
        "POST",
        path,
        params={"dry_run": dry_run, "atomic": atomic},
        headers={"Content-Type": NDJSON, "Accept": NDJSON},
        content="\n".join(json.dumps(line.to_dict()) for line in lines),
    ) as response:
        if response.status_code != httpx.codes.OK:
            content = response.read()
            if response.headers.get("Content-Type") != PROBLEM:
                raise UnexpectedStatus(response.status_code, content)
            raise ProblemError(Problem.from_dict(json.loads(content)))
        for text in response.iter_lines():
            fields = json.loads(text)
            if fields["kind"] == "summary":
                yield BatchSummary.from_dict(fields)
                return
            yield BatchResult.from_dict(fields)
    raise httpx.RemoteProtocolError("The batch ended without its summary")
