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
        # With the argument of this function, another process can get the error.
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        faults = [
            f"{fault.parameter or fault.pointer or 'body'}: {fault.detail}"
            for fault in self.problem.errors or []
        ]
        return "\n".join([f"{self.problem.code}: {self.problem.detail}", *faults])


class NotModified(Exception):
    """The response is still the one that ``if_none_match`` names."""


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
        NotModified: for a 304, which only a request with ``if_none_match`` gets.
        UnexpectedStatus: for a response that the contract does not describe, as of a proxy.
    """
    parsed = response.parsed
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        raise NotModified
    if isinstance(parsed, Problem):
        raise ProblemError(parsed)
    if parsed is None and response.status_code != HTTPStatus.NO_CONTENT:
        raise UnexpectedStatus(response.status_code, response.content)
    return parsed
