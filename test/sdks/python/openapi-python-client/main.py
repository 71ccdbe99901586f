"""What a partner does, once, in the order of a day, with a client that openapi-python-client made.

It ends at the first surprise. Arguments: the base URL, a key, and the id of an artwork with words
in it that the document does not name.
"""

import sys

import httpx
from art_marketplace import AuthenticatedClient
from artworks import ask_for_too_many, page_through, read_unknown_words, submit
from events import enter_and_change
from sale import sell


def main(address: str, key: str, strange_artwork: str) -> None:
    partner_at = AuthenticatedClient(base_url=address, token=key)
    with partner_at as partner, stranger_at(address) as stranger:
        page_through(stranger)
        ask_for_too_many(stranger)
        read_unknown_words(stranger, int(strange_artwork))
        enter_and_change(partner, stranger)
        submit(partner)
        sell(partner, stranger)


def stranger_at(address: str) -> AuthenticatedClient:
    """Operations that take a credential or none are typed for a client that has one."""
    client = AuthenticatedClient(base_url=address, token="")
    return client.set_httpx_client(httpx.Client(base_url=address))


if __name__ == "__main__":
    main(*sys.argv[1:4])
