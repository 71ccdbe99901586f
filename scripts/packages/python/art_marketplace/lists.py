"""Reads lists page by page."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, ParamSpec, Protocol, TypeVar
from urllib.parse import parse_qs, urlsplit

from .models.problem import Problem
from .problems import Answer, result

Record = TypeVar("Record")
Query = ParamSpec("Query")
PAGE_SIZE = 100


class Page(Protocol[Record]):
    """A page of any list."""

    count: int
    results: list[Record]
    next_: str | None


def pages(
    operation: Callable[Query, Answer[Page[Record] | Problem]],
    *args: Query.args,
    **query: Query.kwargs,
) -> Iterator[Page[Record]]:
    """The pages of a list, as they are at each request.

    While others write, a record can be on two of them or on none; ``records`` loses none.

    Args:
        operation: ``sync_detailed`` of a list, such as ``list_events.sync_detailed``.
        query: the arguments of the operation.

    Raises:
        ProblemError: if the service rejects the query.
    """
    place = _Place(query)
    while place.query is not None:
        page = result(operation(*args, **place.query))
        yield page
        place.follow(page)


async def pages_async(
    operation: Callable[Query, Awaitable[Answer[Page[Record] | Problem]]],
    *args: Query.args,
    **query: Query.kwargs,
) -> AsyncIterator[Page[Record]]:
    """The same for ``asyncio_detailed`` of a list."""
    place = _Place(query)
    while place.query is not None:
        page = result(await operation(*args, **place.query))
        yield page
        place.follow(page)


def records(
    operation: Callable[Query, Answer[Page[Record] | Problem]],
    *args: Query.args,
    **query: Query.kwargs,
) -> Iterator[Record]:
    """The records of a list, each once, and every record that stays in the list.

    Args:
        operation: ``sync_detailed`` of a list, such as ``list_events.sync_detailed``.
        query: the arguments of the operation.

    Raises:
        ProblemError: if the service rejects the query.
    """
    walk: _Walk[Record] = _Walk(query)
    while walk.query is not None:
        yield from walk.take(result(operation(*args, **walk.query)))


async def records_async(
    operation: Callable[Query, Awaitable[Answer[Page[Record] | Problem]]],
    *args: Query.args,
    **query: Query.kwargs,
) -> AsyncIterator[Record]:
    """The same for ``asyncio_detailed`` of a list."""
    walk: _Walk[Record] = _Walk(query)
    while walk.query is not None:
        for record in walk.take(result(await operation(*args, **walk.query))):
            yield record


class _Place:
    """Where a list is read next; ``query`` is None at its end."""

    def __init__(self, query: dict[str, Any]) -> None:
        self.query: Any = {"limit": PAGE_SIZE, **query}

    def follow(self, page: Page[Any]) -> None:
        if page.next_ is None:
            self.query = None
        else:
            self.query = {**self.query, "offset": _offset_of(page.next_)}


class _Walk(Generic[Record]):
    """The way through a list while others add and remove records, which moves the records behind these.

    Each page begins with the last record of the page before it. A page that begins with an unknown
    record may have a gap before it: the walk goes back.
    """

    def __init__(self, query: dict[str, Any]) -> None:
        self.query: Any = {"limit": PAGE_SIZE, **query}
        self._start = int(query.get("offset", 0))
        self._offset = self._start
        self._seen: set[Any] = set()
        self._overlap = 0
        self._size = 1

    def take(self, page: Page[Record]) -> list[Record]:
        """The new records of a page. Sets ``query`` to that of the next page, or to None at the end."""
        ids = [_id_of(record) for record in page.results]
        if self._overlap > 0 and not (ids and ids[0] in self._seen):
            self._go_back()
            return []
        found = zip(ids, page.results, strict=True)
        new = [record for id, record in found if id not in self._seen]
        self._seen.update(ids)
        self._go_on(page)
        return new

    def _go_on(self, page: Page[Record]) -> None:
        if page.next_ is None:
            self.query = None
            return
        self._size = len(page.results)
        # A page of one record has no second one to go on from.
        self._overlap = 1 if self._size > 1 else 0
        self._set_offset(_offset_of(page.next_) - self._overlap)

    def _go_back(self) -> None:
        self._set_offset(max(self._start, self._offset - self._size + 1))
        if self._offset == self._start:
            self._overlap = 0

    def _set_offset(self, offset: int) -> None:
        self._offset = offset
        self.query = {**self.query, "offset": offset}


def _id_of(record: Any) -> Any:
    return record.id


def _offset_of(link: str) -> int:
    """Only the offset of a link is used, so the key is sent to no other host."""
    return int(parse_qs(urlsplit(link).query)["offset"][0])
