"""Connects to a deployment, with retries."""

import re
from collections.abc import Iterator

import httpx

from .client import AuthenticatedClient
from .retries import RetryPolicy, RetryTransport


def connect(
    base_url: str,
    key: str | None = None,
    *,
    retries: int = 4,
    longest_wait: float = 60,
    timeout: float = 30,
) -> AuthenticatedClient:
    """A client whose requests are repeated while that is safe and useful.

    Args:
        base_url: ends in ``/api/v1``.
        key: an API key; without it, the client only reads.
        retries: how often a request is repeated at most.
        longest_wait: a longer ``Retry-After`` ends the retries, in seconds.
        timeout: for each step of a request, in seconds; those of ``wait`` come on top.

    Raises:
        ValueError: names the invalid argument, without its value, which may be secret.
    """
    for name, needed in _invalid(base_url, key, retries, longest_wait, timeout):
        raise ValueError(f"{name} must be {needed}")
    return _Client(
        base_url=base_url,
        # All operations are typed for a client with a key. The service ignores an empty credential.
        token=key or "",
        prefix="Bearer" if key else "",
        timeout=httpx.Timeout(timeout),
        httpx_args={"transport": RetryTransport(RetryPolicy(retries, longest_wait))},
    )


def _invalid(
    base_url: str, key: str | None, retries: int, longest_wait: float, timeout: float
) -> Iterator[tuple[str, str]]:
    if not re.fullmatch(r"https?://[^\s?#@]+", base_url):
        yield "base_url", "an http or https URL without user and query, such as https://art.example/api/v1"
    # A line break comes from reading a file. httpx would quote the key in its error.
    if key and not re.fullmatch("[!-~]+", key):
        yield "key", "printable ASCII characters without blanks"
    if retries < 0:
        yield "retries", "0 or more"
    if not longest_wait >= 0:
        yield "longest_wait", "0 or more seconds"
    if not timeout > 0:
        yield "timeout", "more than 0 seconds"


class _Client(AuthenticatedClient):
    """Shows no key, because logs and reports of errors have such texts."""

    def __repr__(self) -> str:
        return f"<client of {self._base_url}>"
