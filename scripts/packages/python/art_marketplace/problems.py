"""The response of an operation as a value or as an error."""

from http import HTTPStatus
from typing import Any, Protocol, TypeVar, overload

from .errors import UnexpectedStatus
from .models.problem import Problem

Value = TypeVar("Value")
Parsed_co = TypeVar("Parsed_co", covariant=True)


class ProblemError(Exception):
    """The service rejected a request; ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.problem = problem


class Answer(Protocol[Parsed_co]):
    """What ``sync_detailed`` and ``asyncio_detailed`` of an operation return."""

    @property
    def status_code(self) -> HTTPStatus: ...

    @property
    def content(self) -> bytes: ...

    @property
    def parsed(self) -> Parsed_co | None: ...


@overload
def result(response: Answer[None | Problem]) -> None: ...


@overload
def result(response: Answer[Value | Problem]) -> Value: ...


def result(response: Answer[Any]) -> Any:
    """The value of a response.

    Raises:
        ProblemError: for a problem document.
        UnexpectedStatus: for a response that the contract does not describe, as of a proxy.
    """
    parsed = response.parsed
    if isinstance(parsed, Problem):
        raise ProblemError(parsed)
    if parsed is None and response.status_code != HTTPStatus.NO_CONTENT:
        raise UnexpectedStatus(response.status_code, response.content)
    return parsed
