"""Prints every published event on a line: python3 read_everything.py [API]

It needs only Python 3.9 or newer.
"""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = sys.argv[1] if len(sys.argv) > 1 else "https://api.art-marketplace.example/api/v1"


def records(url):
    """The records of a list, from page to page."""
    while url is not None:
        page = get(url)
        yield from page["results"]
        url = page["next"]


def get(url, tries_left=5):
    """A read is safe to retry. It waits for `Retry-After` before the retry."""
    try:
        with urlopen(Request(url, headers={"Accept": "application/json"}), timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        problem = json.load(error)
        if error.code not in (429, 503) or tries_left == 0:
            raise SystemExit(f"{problem['code']}: {problem['detail']}") from error
        time.sleep(float(error.headers.get("Retry-After", 1)))
    return get(url, tries_left - 1)


for event in records(f"{API}/events/?limit=100&ordering=start_time"):
    print(event["id"], event["start_time"], event["title"], event["venue"]["name"], sep="\t")
