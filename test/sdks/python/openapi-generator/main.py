"""What a partner does, once, in the order of a day, with a client that openapi-generator made.

It ends at the first surprise. Arguments: the base URL, a key, and the id of an artwork with words
in it that the document does not name.
"""

import sys

from art_marketplace import ApiClient, Configuration
from artworks import ask_for_too_many, page_through, read_unknown_words, submit
from events import enter_and_change
from sale import sell


def main(address: str, key: str, strange_artwork: str) -> None:
    with (
        ApiClient(Configuration(host=address)) as stranger,
        ApiClient(Configuration(host=address, access_token=key)) as partner,
    ):
        page_through(stranger)
        ask_for_too_many(stranger)
        read_unknown_words(stranger, int(strange_artwork))
        enter_and_change(partner, stranger)
        submit(partner)
        sell(partner, stranger)


if __name__ == "__main__":
    main(*sys.argv[1:4])
