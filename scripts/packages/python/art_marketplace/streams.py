"""Reads responses of lines while they arrive."""

import json
from collections.abc import Iterator
from typing import Any

import httpx

from .client import AuthenticatedClient
from .errors import UnexpectedStatus
from .models.problem import Problem
from .problems import ProblemError
from .retries import NDJSON, PROBLEM, media_type

LAST_LINES = frozenset({"summary", "end"})


def lines_of(
    client: AuthenticatedClient, method: str, path: str, **request: Any
) -> Iterator[dict[str, Any]]:
    """The lines of a response, up to the one that says that it is complete.

    Raises:
        ProblemError: if the service rejects the request.
        UnexpectedStatus: for a response that the contract does not describe, as of a proxy.
        httpx.TransportError: if the response ends before its last line.
    """
    with client.get_httpx_client().stream(method, path, **request) as response:
        if response.status_code != httpx.codes.OK or media_type(response) != NDJSON:
            content = response.read()
            if media_type(response) != PROBLEM:
                raise UnexpectedStatus(response.status_code, content)
            raise ProblemError(Problem.from_dict(json.loads(content)))
        for text in response.iter_lines():
            try:
                fields = json.loads(text)
            except ValueError:
                break
            yield fields
            if fields["kind"] in LAST_LINES:
                return
    raise httpx.RemoteProtocolError("The response ended before its last line")
