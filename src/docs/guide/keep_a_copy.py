"""Brings a copy of all published artworks up to date: python3 keep_a_copy.py [API] [FILE]

It can be killed at any point: the next run goes on. It needs Python 3.9 or newer and `pip install rfc8785==0.1.4`.
"""

import hashlib, json, sqlite3, sys, urllib.error, urllib.request
import rfc8785

API = sys.argv[1] if len(sys.argv) > 1 else "https://api.art-marketplace.example/api/v1"
CHANGES = f"{API}/marketplace-artworks/changes/?include=record&limit=500"
DERIVED = {"has_artworks", "total_artworks", "artworks_for_sale_count", "price_usd", "price_eur"}
db = sqlite3.connect(sys.argv[2] if len(sys.argv) > 2 else "artworks.db")
db.execute("CREATE TABLE IF NOT EXISTS artworks (id INTEGER PRIMARY KEY, reading, record)")
db.execute("CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY, reading, cursor)")


def content(fields):
    return {name: value for name, value in fields if name not in DERIVED}


def summary():
    count = digest = 0
    for (record,) in db.execute("SELECT record FROM artworks"):
        value = json.loads(record, parse_int=float, object_pairs_hook=content)
        digest ^= int(hashlib.sha256(rfc8785.dumps(value)).hexdigest(), 16)
        count += 1
    return {"count": count, "digest": f"{digest:064x}"}


page = {"has_more": True}
while page["has_more"]:
    reading, cursor = db.execute("SELECT reading, cursor FROM place").fetchone() or (1, "")
    try:
        page = json.load(urllib.request.urlopen(CHANGES + cursor, timeout=60))
        following = f"&cursor={page['next_cursor']}"
    except urllib.error.HTTPError as error:
        if error.code != 410:
            raise
        # Too old a cursor: begin again. Records that are not found again stay until the end.
        page, reading, following = {"results": [], "has_more": True}, reading + 1, ""
    with db:  # one transaction
        for change in page["results"]:
            db.execute("DELETE FROM artworks WHERE id = ?", [change["id"]])
            if change["op"] != "delete":
                row = [change["id"], reading, json.dumps(change["record"])]
                db.execute("INSERT INTO artworks VALUES (?, ?, ?)", row)
        if not page["has_more"]:
            db.execute("DELETE FROM artworks WHERE reading < ?", [reading])
            is_right = summary() == page["summary"]
            reading, following = (reading, following) if is_right else (reading + 1, "")
        db.execute("INSERT OR REPLACE INTO place VALUES (1, ?, ?)", [reading, following])
print("The copy is right.") if is_right else sys.exit("The copy differs: the next run reads the whole list.")
