"""What the program holds the answers of the service against."""

from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from art_marketplace.models import Problem
from art_marketplace.types import Response

Data = TypeVar("Data")


def same(what: str, actual: object, wanted: object) -> None:
    if actual != wanted:
        raise AssertionError(f"{what} is {actual} and not {wanted}")


def taken(answer: Response[Any], kind: type[Data], status: int = 200) -> Data:
    if answer.status_code == status and isinstance(answer.parsed, kind):
        return answer.parsed
    raise AssertionError(f"not {status} but {answer.status_code}: {answer.content.decode()}")


def refused(answer: Response[Any], status: int, code: str) -> Problem:
    problem = answer.parsed
    if not isinstance(problem, Problem):
        raise AssertionError(f"not refused: {answer.status_code} {answer.content.decode()}")
    same("the status", int(answer.status_code), status)
    same("the status of the problem", problem.status, status)
    same("the code of the problem", problem.code, code)
    same("the type of the problem", problem.type_.split("/")[-1], code)
    return problem


def etag_of(answer: Response[Any]) -> str:
    return answer.headers["ETag"]


def place_of(link: str | None) -> tuple[int, int]:
    """Limit and offset of a link to a page."""
    query = parse_qs(urlsplit(link or "").query)
    return int(query["limit"][0]), int(query["offset"][0])
