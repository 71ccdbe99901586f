"""Repeats requests while that is safe and useful."""

import asyncio
import random
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from functools import cached_property
from itertools import count
from typing import Any

import httpx

from ._creations import CREATIONS
from .errors import UnexpectedStatus

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

# A timeout of the request, or a temporary failure of the service or of a proxy.
TRANSIENT = frozenset({408, 502, 503, 504})

NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"

# Their lines are read while they arrive, and some have no end.
STREAMED = frozenset({NDJSON, "text/event-stream"})

CONNECTION_LOST = (
    httpx.TimeoutException,
    httpx.NetworkError,
    httpx.RemoteProtocolError,
)

FIRST_BACKOFF = 0.25
MAX_BACKOFF = 8.0


@dataclass(frozen=True)
class RetryPolicy:
    """Whether and when a request is sent again."""

    retries: int
    longest_wait: float

    def wait(
        self, request: httpx.Request, attempt: int, response: httpx.Response | None
    ) -> float | None:
        """The seconds until the next try, or None if there is none.

        Args:
            attempt: 0 is the first.
            response: with its whole body; None after an error of the connection.
        """
        asked = 0.0 if response is None else _retry_after(response)
        if attempt >= self.retries or asked > self.longest_wait:
            return None
        if not _may_repeat(request, response):
            return None
        backoff = min(MAX_BACKOFF, FIRST_BACKOFF * 2.0**attempt)
        # A random half keeps clients apart.
        return asked + backoff * (0.5 + random.random() / 2)


class RetryTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Sends requests again, for both kinds of clients of httpx.

    It sends them by a client of httpx, which follows the variables of the environment: HTTPS_PROXY, NO_PROXY and
    others. A client with a transport of its own does not.
    """

    def __init__(self, policy: RetryPolicy) -> None:
        self._policy = policy

    @cached_property
    def _client(self) -> httpx.Client:
        return httpx.Client()

    @cached_property
    def _async_client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        _make_repeatable(request)
        _allow_wait(request)
        for attempt in count():
            try:
                response = self._client.send(request, stream=True)
                if response.is_success and _is_streamed(response):
                    return response
                response.read()
                wait = self._policy.wait(request, attempt, response)
                if wait is None:
                    return _checked(response)
            except CONNECTION_LOST:
                wait = self._policy.wait(request, attempt, None)
                if wait is None:
                    raise
            time.sleep(wait)
        raise AssertionError("not reached")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        _make_repeatable(request)
        _allow_wait(request)
        for attempt in count():
            try:
                response = await self._async_client.send(request, stream=True)
                if response.is_success and _is_streamed(response):
                    return response
                await response.aread()
                wait = self._policy.wait(request, attempt, response)
                if wait is None:
                    return _checked(response)
            except CONNECTION_LOST:
                wait = self._policy.wait(request, attempt, None)
                if wait is None:
                    raise
            await asyncio.sleep(wait)
        raise AssertionError("not reached")

    def close(self) -> None:
        self._client.close()
        # Another client may share this transport, and its next request needs an open one.
        del self._client

    async def aclose(self) -> None:
        await self._async_client.aclose()
        del self._async_client


def _checked(response: httpx.Response) -> httpx.Response:
    """Lets ``json`` name a response that is not from the service, such as the 503 of a proxy.

    Generated functions call it for each status that the contract describes.
    """
    parse = response.json

    def json(**options: Any) -> Any:
        if not response.is_error or media_type(response) == PROBLEM:
            try:
                return parse(**options)
            except ValueError:
                pass
        raise UnexpectedStatus(response.status_code, response.content)

    setattr(response, "json", json)
    return response


def _make_repeatable(request: httpx.Request) -> None:
    """With an Idempotency-Key, all tries of a creation create one record."""
    if request.method == "POST" and CREATIONS.search(request.url.path):
        request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))


def _allow_wait(request: httpx.Request) -> None:
    """The service can wait for a change before it responds, for the seconds of ``wait``."""
    wait = request.url.params.get("wait", "")
    timeout = request.extensions["timeout"]
    if wait.isdecimal() and timeout["read"] is not None:
        request.extensions["timeout"] = {**timeout, "read": timeout["read"] + int(wait)}


def _may_repeat(request: httpx.Request, response: httpx.Response | None) -> bool:
    # The first try has consumed a body from a file or a generator.
    if not isinstance(request.stream, httpx.ByteStream):
        return False
    if response is None:
        return _is_repeatable(request)
    code = _code_of(response)
    # The request was rejected before anything was done.
    if response.status_code == 429 or code == "overloaded":
        return True
    # The first try still runs although its connection was lost.
    is_running = code == "idempotency_key_in_use"
    is_transient = response.status_code in TRANSIENT
    return _is_repeatable(request) and (is_transient or is_running)


def _is_repeatable(request: httpx.Request) -> bool:
    """Whether the request can be sent twice with the effect of one.

    That is also true of a PUT, PATCH or DELETE with If-Match. But if only the response of the first try
    was lost, the next one gets 412 or 404, as if nothing had been written.
    """
    if request.method in SAFE_METHODS:
        return True
    has_key = "Idempotency-Key" in request.headers
    return request.method == "POST" and (_is_batch(request) or has_key)


def _is_batch(request: httpx.Request) -> bool:
    return media_type(request) == NDJSON


def _is_streamed(response: httpx.Response) -> bool:
    return media_type(response) in STREAMED


def media_type(message: httpx.Request | httpx.Response) -> str:
    value: str = message.headers.get("Content-Type", "")
    return value.partition(";")[0].strip().lower()


def _code_of(response: httpx.Response) -> str:
    """The code of a problem document; empty for another response."""
    if media_type(response) != PROBLEM:
        return ""
    return str(response.json().get("code"))


def _retry_after(response: httpx.Response) -> float:
    """Seconds or a date (RFC 9110, section 10.2.3); 0 without a valid header."""
    value = response.headers.get("Retry-After", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    end = _date(value)
    if end is None:
        return 0.0
    # Relative to the response, because the clock of the client may be wrong.
    now = _date(response.headers.get("Date", "")) or datetime.now(timezone.utc)
    return max(0.0, (end - now).total_seconds())


def _date(value: str) -> datetime | None:
    try:
        return parsedate_to_datetime(value).replace(tzinfo=timezone.utc)
    except ValueError:
        return None
