"""Gives an event another title by PUT, and changes nothing else: python3 replace_event.py KEY ID TITLE [API]"""

import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if len(sys.argv) < 4:
    raise SystemExit("Usage: python3 replace_event.py KEY ID TITLE [API]")
KEY, ID, TITLE = sys.argv[1:4]
API = sys.argv[4] if len(sys.argv) > 4 else "https://api.art-marketplace.example/api/v1"


def send(method, url, body=None, headers=None):
    """Returns the record and the headers; raises HTTPError for an error response."""
    own = {"Accept": "application/json", "Authorization": f"Bearer {KEY}"}
    if body is not None:
        own["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data=data, headers={**own, **(headers or {})}, method=method)
    with urlopen(request, timeout=30) as response:
        return json.load(response), response.headers


def input_of(record):
    """The body of a PUT that changes nothing: the fields of EventInput, and the ids of related records."""
    for field in ("contact_name", "email", "phone"):
        # The record has only a placeholder, and a PUT without the data would remove it.
        if record[field] is not None:
            raise SystemExit(f"Add {field} to the body: no response contains it.")
    contract, _ = send("GET", API.removesuffix("/api/v1") + "/openapi/v1.json")
    fields = contract["components"]["schemas"]["EventInput"]["properties"]
    picture = record["featured_image"]
    return {
        # Only the record of a cancelled event has is_cancelled, which is false by default.
        **{field: record[field] for field in fields if field in record},
        "venue": record["venue"]["id"],
        "category": record["category"]["id"],
        "featured_image": {
            "full_size": picture["image"]["full_size"],
            **{field: picture[field] for field in ("caption", "alt_text", "description")},
        },
    }


try:
    event, seen = send("GET", f"{API}/events/{ID}/")
    body = {**input_of(event), "title": TITLE}
    event, _ = send("PUT", f"{API}/events/{ID}/", body, {"If-Match": seen["ETag"]})
    print(f"{API}/events/{event['id']}/ is now {event['title']}")
except HTTPError as error:
    problem = json.load(error)
    raise SystemExit(f"{problem['code']}: {problem['detail']}") from error
