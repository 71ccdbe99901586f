"""More bodies that are accepted, and the limits that no keyword of the document holds."""

import math
from datetime import datetime, timezone

import schemathesis
from hypothesis import strategies as st

MAX_ID = 2147483647
# So many records has every list of the scratch service.
KNOWN_IDS = 3
RELATED = ("venue", "category", "gallery")
RELATED_LISTS = ("artists", "tags")
PRICES = ("price", "min_price", "max_price")

# Years 1000 to 9999 of UTC, with room for any zone. A pattern would say so, and would break generated
# clients that check it with their own type of a time (C#, Ruby).
schemathesis.openapi.format(
    "date-time",
    st.datetimes(
        min_value=datetime(1000, 1, 3),
        max_value=datetime(9999, 12, 29),
        timezones=st.just(timezone.utc),
    ).map(lambda moment: moment.isoformat().replace("+00:00", "Z")),
)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """The document describes the lines of a batch as one text. A line that cannot be read is answered in the response."""
    return str(value).encode("utf-8", errors="replace")


@schemathesis.hook
def map_body(context, body):
    """Bodies that name records which exist, so that more of them are taken, and whole cents."""
    if not isinstance(body, dict):
        return body
    return {name: field(name, value) for name, value in body.items()}


def field(name, value):
    """A value that fits the document becomes another one that does; any other stays what it is."""
    if name in RELATED and is_id(value):
        return known(value)
    if name in RELATED_LISTS and isinstance(value, list) and all(map(is_id, value)):
        unique = len(set(value)) == len(value)
        return sorted({known(one) for one in value}) if unique else value
    # `x-maximum-decimals` is a keyword of the document's own. Validators divide by `multipleOf: 0.01` in
    # binary floating point and refuse 19.99. By design a third decimal is 400.
    if name in PRICES and isinstance(value, float) and math.isfinite(value * 100):
        return math.floor(value * 100) / 100
    return value


def is_id(value):
    is_integer = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_integer and value == math.floor(value) and 1 <= value <= MAX_ID


def known(value):
    return 1 + int(value) % KNOWN_IDS
