"""Repeats requests while that is safe and useful."""

import asyncio
import random
import time
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cached_property
from itertools import count

import httpx

from ._creations import CREATIONS

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

# A timeout of the request, or a temporary failure of the service or of a proxy.
TRANSIENT = frozenset({408, 502, 503, 504})

NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"

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
    """Sends requests again, for both kinds of clients of httpx."""

    def __init__(self, policy: RetryPolicy) -> None:
        self._policy = policy

    @cached_property
    def _transport(self) -> httpx.HTTPTransport:
        return httpx.HTTPTransport()

    @cached_property
    def _async_transport(self) -> httpx.AsyncHTTPTransport:
        return httpx.AsyncHTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        _make_repeatable(request)
        for attempt in count():
            try:
                response = self._transport.handle_request(request)
                if response.is_success and _is_batch(request):
                    return response
                response.read()
                wait = self._policy.wait(request, attempt, response)
                if wait is None:
                    return response
            except CONNECTION_LOST:
                wait = self._policy.wait(request, attempt, None)
                if wait is None:
                    raise
            time.sleep(wait)
        raise AssertionError("not reached")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        _make_repeatable(request)
        for attempt in count():
            try:
                response = await self._async_transport.handle_async_request(request)
                if response.is_success and _is_batch(request):
                    return response
                await response.aread()
                wait = self._policy.wait(request, attempt, response)
                if wait is None:
                    return response
            except CONNECTION_LOST:
                wait = self._policy.wait(request, attempt, None)
                if wait is None:
                    raise
            await asyncio.sleep(wait)
        raise AssertionError("not reached")

    def close(self) -> None:
        self._transport.close()

    async def aclose(self) -> None:
        await self._async_transport.aclose()


def _make_repeatable(request: httpx.Request) -> None:
    """With an Idempotency-Key, all tries of a creation create one record."""
    if request.method == "POST" and CREATIONS.search(request.url.path):
        request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))


def _may_repeat(request: httpx.Request, response: httpx.Response | None) -> bool:
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
    """The lines of its response are read while they arrive."""
    media_type: str = request.headers.get("Content-Type", "")
    return media_type == NDJSON


def _code_of(response: httpx.Response) -> str:
    """The code of a problem document; empty for another response."""
    if response.headers.get("Content-Type") != PROBLEM:
        return ""
    return str(response.json().get("code"))


def _retry_after(response: httpx.Response) -> float:
    """Seconds or a date (RFC 9110, section 10.2.3); 0 without a valid header."""
    value = response.headers.get("Retry-After", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        # Relative to the response, because the clock of the client may be wrong.
        now = parsedate_to_datetime(response.headers.get("Date", ""))
        return max(0.0, (parsedate_to_datetime(value) - now).total_seconds())
    except (TypeError, ValueError):
        return 0.0
