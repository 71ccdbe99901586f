"""Artworks are listed, page by page, read and submitted."""

from inspect import unwrap
from typing import Optional

from art_marketplace import (
    ApiClient,
    Artwork,
    ArtworkInput,
    ArtworkOrdering,
    ArtworksApi,
    Currency,
    GalleriesApi,
    PriceDisplay,
    SaleStatus,
    SizeUnit,
)
from expect import place_of, refused, same
from typing_extensions import assert_type

LATEST_FIRST = ArtworkOrdering.ORDER_DATE_DESC


def page_through(client: ApiClient) -> None:
    api = ArtworksApi(client)
    page = api.list_marketplace_artworks(limit=2, ordering=LATEST_FIRST)
    limit, offset = place_of(page.next)
    following = api.list_marketplace_artworks(limit=limit, offset=offset, ordering=LATEST_FIRST)
    artworks = [*page.results, *following.results]
    same("the number of artworks", len({artwork.id for artwork in artworks}), 4)
    dates = [artwork.order_date for artwork in artworks]
    same("the order", dates, sorted(dates, reverse=True))
    for artwork in artworks:
        same("the artwork", api.retrieve_marketplace_artwork(artwork.id), artwork)


def ask_for_too_many(client: ApiClient) -> None:
    """The client would not send it, so its method is called without what checks the arguments."""
    list_unchecked = unwrap(ArtworksApi.list_marketplace_artworks)
    api = ArtworksApi(client)
    problem = refused(lambda: list_unchecked(api, limit=1000), 400, "invalid_request")
    same("the parameters at fault", [error.parameter for error in problem.errors or []], ["limit"])


def read_unknown_words(client: ApiClient, strange_artwork: int) -> None:
    artwork = ArtworksApi(client).retrieve_marketplace_artwork(strange_artwork)
    same("a known unit", artwork.units in list(SizeUnit), False)
    same("a known status", artwork.available_for_sale in list(SaleStatus), False)


def submit(client: ApiClient) -> None:
    artwork = artwork_of(GalleriesApi(client).list_galleries().results[0].id)
    check_prices(ArtworksApi(client).create_marketplace_artwork(artwork))


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
    # By another name in the 3.0 copy, which has a nullable twin of the type.
    author = artwork.author
    assert_type(author.username if author is not None else None, Optional[str])
    assert_type(artwork.title, str)
    price_usd = assert_type(artwork.price_usd, Optional[float])
    price_eur = assert_type(artwork.price_eur, Optional[str])
    same("a price in dollars", price_usd is not None and price_usd > 0, True)
    same("a price in euros", price_eur is not None and float(price_eur) > 0, True)
