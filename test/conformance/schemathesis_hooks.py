"""Schemathesis for the Art Marketplace Listing Service: requests that fit the service, and changes of own records only.

Put this file beside schemathesis.toml, which names it, and run Schemathesis in their folder. A value that fits the
document becomes another one that does; every other value stays what it is, so that the invalid requests stay invalid.
"""

import math
import re
import uuid
from collections import defaultdict
from datetime import datetime, timezone

import requests
import schemathesis
from hypothesis import strategies as st

MAX_ID = 2147483647
# The lists of the related records that a field of a body names by id.
LISTS = {"gallery": "galleries", "venue": "venues", "artists": "artists", "tags": "tags"}
PRICES = ("price", "min_price", "max_price")
NAMES = ("name", "title")
NAME = re.compile(r" *[^ \x00-\x1f\x7f][^\x00-\x1f\x7f]{0,299}")
IDEMPOTENCY_KEY = re.compile(r'"[ !#-~]{1,255}"|[ !#-~]{1,255}')

# By list: the ids of the records that this run has created, those of them that it has not deleted, and those of all records.
created = defaultdict(set)
kept = defaultdict(list)
listed = {}

# Years 1000 to 9999 of UTC, with room for any zone. A pattern would say so, and would break generated
# clients that check it with their own type of a time (C#, Ruby).
moments = st.datetimes(
    min_value=datetime(1000, 1, 3),
    max_value=datetime(9999, 12, 29),
    timezones=st.just(timezone.utc),
)
timestamps = moments.map(lambda moment: moment.isoformat().replace("+00:00", "Z"))
schemathesis.openapi.format("date-time", timestamps)
schemathesis.openapi.format(
    "date-or-time", timestamps | moments.map(lambda moment: moment.date().isoformat())
)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """The document describes the lines of a batch as one text. A line that cannot be read has its result in the response."""
    return str(value).encode("utf-8", errors="replace")


@schemathesis.hook
def filter_case(context, case):
    """No body of a batch has a wrong type: every value is a text."""
    is_text = not isinstance(case.body, (dict, list, int, float, type(None)))
    return is_text or case.media_type != "application/x-ndjson"


@schemathesis.hook
def before_call(context, case, kwargs):
    """A fresh Idempotency-Key, the id of an own record, and a body that the service accepts more often."""
    if case.meta is None or case.meta.generation.mode != schemathesis.GenerationMode.POSITIVE:
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and IDEMPOTENCY_KEY.fullmatch(key):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    if case.method in ("PUT", "PATCH", "DELETE") and is_id((case.path_parameters or {}).get("id")):
        case.path_parameters["id"] = own(case, case.path_parameters["id"])
    if isinstance(case.body, dict):
        case.body = {name: field(case, name, value) for name, value in case.body.items()}


@schemathesis.hook
def after_call(context, case, response):
    """Remembers which records are this run's."""
    ids = kept[list_of(case)]
    if response.status_code == 201:
        ids.append(response.json()["id"])
        created[list_of(case)].add(response.json()["id"])
    elif response.status_code == 204 and case.method == "DELETE":
        ids[:] = [one for one in ids if one != (case.path_parameters or {}).get("id")]


def list_of(case):
    """`galleries` for /galleries/{id}/members/."""
    return case.path.split("/")[1]


def own(case, value):
    """
    The id of a record that this run has created: it changes no other, and does not revoke its own API key. One that it
    has deleted stays what it is, so that Schemathesis knows why it is gone.
    """
    ids = kept[list_of(case)]
    if value in created[list_of(case)]:
        return value
    return ids[int(value) % len(ids)] if ids else MAX_ID


def field(case, name, value):
    if name == "replaces" and is_id(value):
        return own(case, value)
    if name == "category" and is_id(value):
        return existing(case, "event-categories" if list_of(case) == "events" else "artwork-categories", value)
    if name in LISTS and is_id(value):
        return existing(case, LISTS[name], value)
    if name in LISTS and isinstance(value, list) and all(map(is_id, value)) and len(set(value)) == len(value):
        return sorted({existing(case, LISTS[name], one) for one in value})
    if name in NAMES and isinstance(value, str) and NAME.fullmatch(value):
        return visible(value)
    # `x-maximum-decimals` is a keyword of the document's own. Validators divide by `multipleOf: 0.01` in
    # binary floating point and refuse 19.99. By design a third decimal is 400.
    if name in PRICES and isinstance(value, float) and math.isfinite(value * 100):
        return math.floor(value * 100) / 100
    return value


def existing(case, name, value):
    """The id of a record to which a body may refer: of a gallery an own one, if there is one."""
    if name not in listed:
        url = f"{case.operation.base_url}/{name}/"
        page = requests.get(url, params={"limit": 100}, headers={"Accept": "application/json"}, timeout=10)
        listed[name] = [record["id"] for record in page.json()["results"]]
    ids = (kept[name] if name == "galleries" else []) or listed[name]
    return ids[int(value) % len(ids)] if ids else value


def visible(text):
    """
    A name without the control characters U+0080 to U+009F, and with a character that can be seen. A pattern would say
    so (`x-visible`), and would break generated clients: the regular expressions of some languages read bytes.
    """
    text = re.sub("[\x80-\x9f]", "x", text)
    return text if any(map(str.isalnum, text)) else f"{text[:-1]}x"


def is_id(value):
    is_integer = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_integer and value == math.floor(value) and 1 <= value <= MAX_ID
