"""Creates an event and publishes it: python3 publish_event.py KEY [API]

Run it again after a lost response: the Idempotency-Key is a hash of the event, so the same event is
created only once in 24 hours.
"""

import hashlib
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if len(sys.argv) < 2:
    raise SystemExit("Usage: python3 publish_event.py KEY [API]")
KEY = sys.argv[1]
API = sys.argv[2] if len(sys.argv) > 2 else "https://api.art-marketplace.example/api/v1"


def send(method, path, body=None, headers=None):
    """Returns the record and the headers; raises HTTPError for an error response."""
    own = {"Accept": "application/json", "Authorization": f"Bearer {KEY}"}
    if body is not None:
        own["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = Request(API + path, data=data, headers={**own, **(headers or {})}, method=method)
    with urlopen(request, timeout=30) as response:
        return json.load(response), response.headers


def publish(event_id, tries_left=3):
    """A change names the version that it is based on. If the event has changed since, it is read again."""
    _, headers = send("GET", f"/events/{event_id}/")
    change = {"publish_status": "published"}
    try:
        return send("PATCH", f"/events/{event_id}/", change, {"If-Match": headers["ETag"]})[0]
    except HTTPError as error:
        if error.code != 412 or tries_left == 0:
            raise
    return publish(event_id, tries_left - 1)


def main():
    venue = send("GET", "/venues/?limit=1")[0]["results"][0]
    category = send("GET", "/event-categories/?name=gallery+shows")[0]["results"][0]
    event = {
        "title": "Northern Light",
        "venue": venue["id"],
        "category": category["id"],
        "start_time": "2031-03-14T10:00:00+01:00",
        "end_time": "2031-06-30T18:00:00+02:00",
    }
    name = hashlib.sha256(json.dumps(event).encode()).hexdigest()
    created, _ = send("POST", "/events/", event, {"Idempotency-Key": f"python-{name}"})
    published = publish(created["id"])
    print(f"{API}/events/{published['id']}/ is {published['publish_status']}")


try:
    main()
except HTTPError as error:
    problem = json.load(error)
    places = [place.get("pointer", place.get("parameter")) for place in problem.get("errors", [])]
    raise SystemExit(" ".join([f"{problem['code']}: {problem['detail']}", *places])) from error
