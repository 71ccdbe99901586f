"""Prints every published artwork on a line: python3 read_everything.py [API]

It needs only Python 3.9 or newer.
"""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

API = sys.argv[1] if len(sys.argv) > 1 else "https://api.art-marketplace.example/api/v1"
LIST = f"{API}/marketplace-artworks/?limit=100&ordering=created_at"


def records():
    """The records of the list.

    Others add and remove records meanwhile, so each page begins with the last record of the page before it.
    If it does not, the program goes back.
    """
    seen = set()
    offset = overlap = 0
    for _ in range(100_000):
        page = get(f"{LIST}&offset={offset}")
        ids = [record["id"] for record in page["results"]]
        joined = offset == 0 or overlap == 0 or (ids and ids[0] in seen)
        # A page of one very long record has no second one to go on from.
        overlap = 0 if joined and len(ids) == 1 else 1
        if joined:
            yield from (record for record in page["results"] if record["id"] not in seen)
            seen.update(ids)
            if page["next"] is None:
                return
            following = int(parse_qs(urlsplit(page["next"]).query)["offset"][0])
        else:
            following = offset - 99
        offset = max(0, following - overlap)
    raise SystemExit("The list changed during all requests.")


def get(url, tries_left=5):
    """A read is safe to retry. It waits for `Retry-After` before the retry."""
    try:
        with urlopen(Request(url, headers={"Accept": "application/json"}), timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        # The status decides: a proxy on the way may send anything with an error.
        if error.code not in (429, 503) or tries_left == 0:
            raise SystemExit(f"{error.code}: {error.read().decode(errors='replace')}") from error
        time.sleep(float(error.headers.get("Retry-After", 1)))
    return get(url, tries_left - 1)


for artwork in records():
    print(artwork["id"], artwork["created_at"], artwork["title"], artwork["gallery"]["name"], sep="\t")
