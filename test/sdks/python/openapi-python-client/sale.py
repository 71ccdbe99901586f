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
    ArtworkPatch,
    Gallery,
    GalleryInput,
    SaleStatus,
    Tag,
    TagInput,
)
from art_marketplace.types import Response
from artworks import artwork_of, read
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

    in_use = delete_gallery.sync_detailed(gallery, client=partner, if_match=etag_of(opened))
    refused(in_use, 409, "record_in_use")
    for deleted in (
        delete_marketplace_artwork.sync_detailed(id, client=partner, if_match=etag_of(sold)),
        delete_gallery.sync_detailed(gallery, client=partner, if_match=etag_of(opened)),
        delete_tag.sync_detailed(tag, client=partner, if_match=etag_of(word)),
        delete_artist.sync_detailed(artist, client=partner, if_match=etag_of(ines)),
    ):
        same("the deletion", deleted.status_code, HTTPStatus.NO_CONTENT)


def changed(
    partner: AuthenticatedClient, id: int, seen: Response[Any], patch: ArtworkPatch
) -> Response[Any]:
    return partial_update_marketplace_artwork.sync_detailed(
        id, client=partner, body=patch, if_match=etag_of(seen)
    )
