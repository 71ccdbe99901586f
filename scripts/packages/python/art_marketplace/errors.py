"""The error for a response that the contract does not describe."""

# More of it, such as a snapshot, helps nobody in a log.
SHOWN_BYTES = 2_000


class UnexpectedStatus(Exception):
    """A response that the contract does not describe, as of a proxy."""

    def __init__(self, status_code: int, content: bytes) -> None:
        # With the arguments of this function, another process can get the error.
        super().__init__(status_code, content)
        self.status_code = status_code
        self.content = content

    def __str__(self) -> str:
        shown = self.content[:SHOWN_BYTES].decode(errors="ignore")
        return f"Unexpected status code: {self.status_code}\n\nResponse content:\n{shown}"
