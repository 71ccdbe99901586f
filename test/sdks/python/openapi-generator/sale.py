"""An artwork of a new gallery is priced, sold and deleted, and then all that it referred to."""

import json
from uuid import uuid4

from art_marketplace import (
    ApiClient,
    ArtistInput,
    ArtistsApi,
    ArtworkPatch,
    ArtworksApi,
    GalleriesApi,
    GalleryInput,
    SaleStatus,
    TagInput,
    TagsApi,
)
from artworks import artwork_of
from expect import etag_of, refused, same


def sell(partner: ApiClient, stranger: ApiClient) -> None:
    artists, galleries, tags = ArtistsApi(partner), GalleriesApi(partner), TagsApi(partner)
    artist = artists.create_artist_with_http_info(ArtistInput(name="Ines Falk"))
    gallery = galleries.create_gallery(GalleryInput(name="Quayside Editions", city="Bristol")).id
    tag = tags.create_tag_with_http_info(TagInput(name=f"moonlight {uuid4()}"))
    opened = galleries.retrieve_gallery_with_http_info(gallery)
    same("the city", opened.data.city, "Bristol")

    api = ArtworksApi(partner)
    artwork = artwork_of(gallery)
    artwork.artists, artwork.tags = [artist.data.id], [tag.data.id]
    submitted = api.create_marketplace_artwork_with_http_info(artwork)
    change = api.partial_update_marketplace_artwork_with_http_info
    id = submitted.data.id
    priced = change(id, etag_of(submitted), ArtworkPatch(price=2600))
    same("the price", priced.data.price, 2600)
    sold = change(id, etag_of(priced), ArtworkPatch(available_for_sale=SaleStatus.SOLD))
    same("the sold artwork", ArtworksApi(stranger).retrieve_marketplace_artwork(id), sold.data)
    same("the sale", sold.data.available_for_sale, SaleStatus.SOLD)
    same("the price of the sold artwork", sold.data.price, 2600)

    send_batch(api, gallery, artist.data.id)
    refused(lambda: galleries.delete_gallery(gallery, etag_of(opened)), 409, "record_in_use")
    api.delete_marketplace_artwork(id, etag_of(sold))
    galleries.delete_gallery(gallery, etag_of(opened))
    tags.delete_tag(tag.data.id, etag_of(tag))
    artists.delete_artist(artist.data.id, etag_of(artist))


def send_batch(api: ArtworksApi, gallery: int, artist: int) -> None:
    """Two lines, of which the second has no title."""
    rest = {"artists": [artist], "gallery": gallery, "units": "centimeter", "category": 1}
    lines = [
        json.dumps(
            {
                "external_id": f"Batch {at}",
                "artwork": {**rest, "title": title, "price_display": "price on request"},
            }
        )
        for at, title in enumerate(("Low Tide", ""))
    ]
    # It parses JSON only.
    received = api.batch_marketplace_artworks_without_preload_content("\n".join(lines), dry_run=True)
    good, wrong, end = [json.loads(line) for line in received.data.decode().splitlines()]
    same("the good line", [good["external_id"], good["status"]], ["Batch 0", 201])
    same("the wrong line", [wrong["status"], wrong["problem"]["code"]], [400, "invalid_request"])
    same("the place", wrong["problem"]["errors"][0]["pointer"], "/artwork/title")
    names = ("kind", "created", "failed", "applied")
    same("the summary", [end[name] for name in names], ["summary", 1, 1, False])
