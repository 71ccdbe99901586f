"""What the program holds the answers of the service against."""

from collections.abc import Callable
from typing import Optional, TypeVar
from urllib.parse import parse_qs, urlsplit

from art_marketplace import ApiException, ApiResponse, Problem

Data = TypeVar("Data")


def same(what: str, actual: object, wanted: object) -> None:
    if actual != wanted:
        raise AssertionError(f"{what} is {actual} and not {wanted}")


def refused(call: Callable[[], object], status: int, code: str) -> Problem:
    try:
        answer = call()
    except ApiException as refusal:
        problem = refusal.data
        if not isinstance(problem, Problem):
            raise AssertionError(f"not a problem: {problem}") from refusal
        same("the status", refusal.status, status)
        same("the status of the problem", problem.status, status)
        same("the code of the problem", problem.code, code)
        same("the type of the problem", problem.type.split("/")[-1], code)
        return problem
    raise AssertionError(f"not refused: {answer}")


def etag_of(answer: ApiResponse[Data]) -> str:
    """The client has the names of headers as the service writes them, in whatever case."""
    headers = {name.lower(): value for name, value in (answer.headers or {}).items()}
    return headers["etag"]


def place_of(link: Optional[str]) -> tuple[int, int]:
    """Limit and offset of a link to a page."""
    query = parse_qs(urlsplit(link or "").query)
    return int(query["limit"][0]), int(query["offset"][0])
