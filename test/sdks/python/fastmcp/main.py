"""What an agent does with the tools: reads pages and records, writes, and is refused.

FastMCP holds every answer against the schema of its tool. It ends at the first surprise. Arguments:
the document, the base URL, a key, and the id of an artwork with words in it that the document does
not name.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx2
from fastmcp import Client
from fastmcp.exceptions import ToolError
from tools import tools_of

HARBOUR = {
    "title": "Harbour at Dusk",
    "category": 1,
    "units": "centimeter",
    "price_display": "show price",
    "price": 2400,
}


def same(what: str, actual: object, wanted: object) -> None:
    if actual != wanted:
        raise AssertionError(f"{what} is {actual} and not {wanted}")


async def call(agent: Client, tool: str, **arguments: Any) -> Any:
    return (await agent.call_tool(tool, arguments)).structured_content


async def refused(agent: Client, code: str, tool: str, **arguments: Any) -> None:
    try:
        answer = await call(agent, tool, **arguments)
    except ToolError as refusal:
        same("the problem is told", code in str(refusal), True)
        return
    raise AssertionError(f"not refused: {answer}")


async def look_around(agent: Client, strange_artwork: int) -> None:
    first = await call(agent, "listMarketplaceArtworks", limit=2)
    query = parse_qs(urlsplit(first["next"]).query)
    place = {name: int(query[name][0]) for name in ("limit", "offset")}
    following = await call(agent, "listMarketplaceArtworks", **place)
    artworks = [*first["results"], *following["results"]]
    same("the number of artworks", len({artwork["id"] for artwork in artworks}), 4)
    for tool in ("listEvents", "listVenues", "listArtists", "listGalleries", "listTags"):
        page = await call(agent, tool, limit=100)
        same(f"the records of {tool}", len(page["results"]), min(page["count"], 100))
    artwork = await call(agent, "retrieveMarketplaceArtwork", id=strange_artwork)
    same("the unit", artwork["units"], "foot")
    await refused(agent, "404", "retrieveEvent", id=2147483647)


async def enter_a_venue(agent: Client) -> None:
    venue = await call(agent, "createVenue", name="Kunsthal Nord", country="DK")
    same("the venue", venue["name"], "Kunsthal Nord")


async def sell_an_artwork(agent: Client) -> None:
    """The tools return no headers, so no ETag: If-Match is `*`, any version."""
    artist = await created(agent, "createArtist", name="Ines Falk")
    gallery = await created(agent, "createGallery", name="Quayside Editions", city="Bristol")
    tag = await created(agent, "createTag", name=f"moonlight {uuid4()}")
    same("the city", (await call(agent, "retrieveGallery", id=gallery))["city"], "Bristol")
    refer = {"artists": [artist], "gallery": gallery, "tags": [tag]}
    artwork = await created(agent, "createMarketplaceArtwork", **HARBOUR, **refer)
    seen = {"id": artwork, "If-Match": "*"}
    for patch in ({"price": 2600}, {"available_for_sale": "sold"}):
        await call(agent, "partialUpdateMarketplaceArtwork", **seen, **patch)
    sold = await call(agent, "retrieveMarketplaceArtwork", id=artwork)
    same("the sale", (sold["price"], sold["available_for_sale"]), (2600, "sold"))

    await refused(agent, "record_in_use", "deleteGallery", **{"id": gallery, "If-Match": "*"})
    deletions = {"MarketplaceArtwork": artwork, "Gallery": gallery, "Tag": tag, "Artist": artist}
    for kind, id in deletions.items():
        await call(agent, f"delete{kind}", **{"id": id, "If-Match": "*"})


async def created(agent: Client, tool: str, **arguments: Any) -> int:
    return (await call(agent, tool, **arguments))["id"]


async def main(document: Path, address: str, key: str, strange_artwork: int) -> None:
    headers = {"Authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(base_url=address) as anonymous,
        httpx2.AsyncClient(base_url=address, headers=headers) as authorized,
        Client(tools_of(document, anonymous)) as stranger,
        Client(tools_of(document, authorized)) as partner,
    ):
        await look_around(stranger, strange_artwork)
        await enter_a_venue(partner)
        await sell_an_artwork(partner)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])))
