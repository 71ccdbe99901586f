"""Connects to a deployment, with retries."""

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
        timeout: for each step of a request, in seconds.
    """
    return AuthenticatedClient(
        base_url=base_url,
        # All operations are typed for a client with a key. The service ignores an empty credential.
        token=key or "",
        prefix="Bearer" if key else "",
        timeout=httpx.Timeout(timeout),
        httpx_args={"transport": RetryTransport(RetryPolicy(retries, longest_wait))},
    )
