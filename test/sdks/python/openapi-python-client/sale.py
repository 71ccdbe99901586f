"""An artwork of a new gallery is priced, sold and deleted, and then all that it referred to."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

from art_marketplace import AuthenticatedClient
from art_marketplace.api.artists import create_artist, delete_artist
from art_marketplace.api.artworks import (
    create_marketplace_artwork,
    delete_marketplace_artwork,
    partial_update_marketplace_artwork,
)
from art_marketplace.api.galleries import create_gallery, delete_gallery, retrieve_gallery
from art_marketplace.api.tags import create_tag, delete_tag
from art_marketplace.models import (
    Artist,
    ArtistInput,
    Artwork,
    ArtworkBatchLine,
    ArtworkPatch,
    BatchResult,
    BatchSummary,
    Gallery,
    GalleryInput,
    Problem,
    SaleStatus,
    Tag,
    TagInput,
)
from art_marketplace.types import Response
from artworks import artwork_of, read
from batch import batch_marketplace_artworks
from expect import etag_of, refused, same, taken


def sell(partner: AuthenticatedClient, stranger: AuthenticatedClient) -> None:
    ines = create_artist.sync_detailed(client=partner, body=ArtistInput(name="Ines Falk"))
    artist = taken(ines, Artist, 201).id
    quayside = GalleryInput(name="Quayside Editions", city="Bristol")
    created = create_gallery.sync_detailed(client=partner, body=quayside)
    gallery = taken(created, Gallery, 201).id
    word = create_tag.sync_detailed(client=partner, body=TagInput(name=f"moonlight {uuid4()}"))
    tag = taken(word, Tag, 201).id
    opened = retrieve_gallery.sync_detailed(gallery, client=partner)
    same("the city", taken(opened, Gallery).city, "Bristol")

    artwork = artwork_of(gallery)
    artwork.artists, artwork.tags = [artist], [tag]
    submitted = create_marketplace_artwork.sync_detailed(client=partner, body=artwork)
    id = taken(submitted, Artwork, 201).id
    priced = changed(partner, id, submitted, ArtworkPatch(price=2600))
    same("the price", taken(priced, Artwork).price, 2600)
    sold = changed(partner, id, priced, ArtworkPatch(available_for_sale=SaleStatus.SOLD))
    same("the sold artwork", read(stranger, id), taken(sold, Artwork))
    same("the sale", taken(sold, Artwork).available_for_sale, SaleStatus.SOLD)
    same("the price of the sold artwork", taken(sold, Artwork).price, 2600)

    send_batch(partner, gallery)
    in_use = delete_gallery.sync_detailed(gallery, client=partner, if_match=etag_of(opened))
    refused(in_use, 409, "record_in_use")
    for deleted in (
        delete_marketplace_artwork.sync_detailed(id, client=partner, if_match=etag_of(sold)),
        delete_gallery.sync_detailed(gallery, client=partner, if_match=etag_of(opened)),
        delete_tag.sync_detailed(tag, client=partner, if_match=etag_of(word)),
        delete_artist.sync_detailed(artist, client=partner, if_match=etag_of(ines)),
    ):
        same("the deletion", deleted.status_code, HTTPStatus.NO_CONTENT)


def send_batch(partner: AuthenticatedClient, gallery: int) -> None:
    """Two lines, of which the second has no title."""
    good_line, wrong_line = (
        ArtworkBatchLine(external_id=f"Batch {at}", artwork=artwork_of(gallery)) for at in range(2)
    )
    if wrong_line.artwork:
        wrong_line.artwork.title = ""
    answer = batch_marketplace_artworks(partner, [good_line, wrong_line], dry_run=True)
    good, wrong, end = answer
    assert isinstance(good, BatchResult) and isinstance(wrong, BatchResult)
    same("the good line", [good.external_id, good.status], ["Batch 0", 201])
    assert isinstance(wrong.problem, Problem)
    same("the wrong line", [wrong.status, wrong.problem.code], [400, "invalid_request"])
    same("the place", [e.pointer for e in wrong.problem.errors or []], ["/artwork/title"])
    assert isinstance(end, BatchSummary)
    same("the summary", [end.created, end.failed, end.applied], [1, 1, False])


def changed(
    partner: AuthenticatedClient, id: int, seen: Response[Any], patch: ArtworkPatch
) -> Response[Any]:
    return partial_update_marketplace_artwork.sync_detailed(
        id, client=partner, body=patch, if_match=etag_of(seen)
    )
