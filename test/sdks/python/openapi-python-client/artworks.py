"""Artworks are listed, page by page, read and submitted."""

from typing import assert_type

from art_marketplace import AuthenticatedClient
from art_marketplace.api.artworks import (
    create_marketplace_artwork,
    list_marketplace_artworks,
    retrieve_marketplace_artwork,
)
from art_marketplace.api.galleries import list_galleries
from art_marketplace.models import (
    Artwork,
    ArtworkInput,
    ArtworkOrdering,
    ArtworkPage,
    Currency,
    GalleryPage,
    PriceDisplay,
    SaleStatus,
    SizeUnit,
)
from expect import place_of, refused, same, taken


def page_through(client: AuthenticatedClient) -> None:
    page = page_at(client, 2, 0)
    following = page_at(client, *place_of(page.next_))
    artworks = [*page.results, *following.results]
    same("the number of artworks", len({artwork.id for artwork in artworks}), 4)
    dates = [artwork.order_date for artwork in artworks]
    same("the order", dates, sorted(dates, reverse=True))
    for artwork in artworks:
        same("the artwork", read(client, artwork.id), artwork)


def page_at(client: AuthenticatedClient, limit: int, offset: int) -> ArtworkPage:
    latest_first = ArtworkOrdering.ORDER_DATE_DESC
    answer = list_marketplace_artworks.sync_detailed(
        client=client, limit=limit, offset=offset, ordering=latest_first
    )
    return taken(answer, ArtworkPage)


def read(client: AuthenticatedClient, id: int) -> Artwork:
    return taken(retrieve_marketplace_artwork.sync_detailed(id, client=client), Artwork)


def ask_for_too_many(client: AuthenticatedClient) -> None:
    answer = list_marketplace_artworks.sync_detailed(client=client, limit=1000)
    problem = refused(answer, 400, "invalid_request")
    same("the parameters at fault", [error.parameter for error in problem.errors or []], ["limit"])


def read_unknown_words(client: AuthenticatedClient, strange_artwork: int) -> None:
    artwork = read(client, strange_artwork)
    same("a known unit", artwork.units in list(SizeUnit), False)
    same("a known status", artwork.available_for_sale in list(SaleStatus), False)


def submit(client: AuthenticatedClient) -> None:
    galleries = taken(list_galleries.sync_detailed(client=client), GalleryPage)
    artwork = artwork_of(galleries.results[0].id)
    answer = create_marketplace_artwork.sync_detailed(client=client, body=artwork)
    check_prices(taken(answer, Artwork, 201))


def artwork_of(gallery: int) -> ArtworkInput:
    return ArtworkInput(
        title="Harbour at Dusk",
        artists=[],
        gallery=gallery,
        category=1,
        units=SizeUnit.CENTIMETER,
        price_display=PriceDisplay.SHOW_PRICE,
        price=2400,
        price_currency=Currency.CAD,
    )


def check_prices(artwork: Artwork) -> None:
    """mypy refuses it where the generator has lost a null, or made one up."""
    # The type beside None is called otherwise in each document.
    author = artwork.author
    same("an author", author is None or author.username != "", True)
    assert_type(artwork.title, str)
    price_usd = assert_type(artwork.price_usd, float | None)
    price_eur = assert_type(artwork.price_eur, str | None)
    same("a price in dollars", price_usd is not None and price_usd > 0, True)
    same("a price in euros", price_eur is not None and float(price_eur) > 0, True)
