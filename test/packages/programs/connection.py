"""What `connect` sends to a server of this program. It prints what the test expects."""

import asyncio
import io
import os
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from art_marketplace import connect, retrieve_event_snapshot

NEVER = "Fri, 01 Jan 2100 00:00:00 GMT"
PAST = "Sun, 06 Nov 1994 08:49:37 GMT"

START = b'{"kind":"start","count":0,"cursor":"none"}\n'
END = b'{"kind":"end"}\n'

# The status and the headers of the next responses; later ones are 200.
answers: list[tuple[int, dict[str, str]]] = []
received: list[str] = []
first_line_read = Event()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        received.append(self.path)
        if "wait=" in self.path:
            time.sleep(1)
        status, headers = answers.pop(0) if answers else (200, {})
        # It adds no Date.
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.path.startswith("/events/snapshot/"):
            self.wfile.write(START)
            self.wfile.write(END if first_line_read.wait(10) else START + END)
            return
        self.wfile.write(b"1\n")
        if "Content-Type" in headers:
            self.wfile.write(b"in time\n" if first_line_read.wait(10) else b"late\n")

    def do_POST(self) -> None:
        if "Content-Length" in self.headers:
            self.rfile.read(int(self.headers["Content-Length"]))
        else:
            while self.rfile.readline() != b"0\r\n":
                pass
            self.rfile.readline()
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        pass


def read_stream(address: str, media_type: str) -> list[str]:
    first_line_read.clear()
    answers[:] = [(200, {"Content-Type": media_type})]
    lines: list[str] = []
    with connect(address) as client, client.get_httpx_client().stream("GET", "/snapshot/") as sent:
        for line in sent.iter_lines():
            lines.append(line.strip())
            first_line_read.set()
    return lines


async def read_stream_async(address: str, media_type: str) -> list[str]:
    first_line_read.clear()
    answers[:] = [(200, {"Content-Type": media_type})]
    lines: list[str] = []
    async with connect(address) as client:
        async with client.get_async_httpx_client().stream("GET", "/snapshot/") as sent:
            async for line in sent.aiter_lines():
                lines.append(line.strip())
                first_line_read.set()
    return lines


def read_snapshot(address: str) -> list[str]:
    first_line_read.clear()
    answers[:] = [(200, {"Content-Type": "application/x-ndjson"})]
    lines: list[str] = []
    with connect(address) as client:
        for line in retrieve_event_snapshot(client):
            lines.append(type(line).__name__)
            first_line_read.set()
    return lines


def generated() -> Iterator[bytes]:
    yield b"Date, USD"


def send(address: str, content: bytes | Iterator[bytes] | io.BytesIO) -> tuple[int, int]:
    """The status after a 429, and how many requests were sent."""
    received.clear()
    answers[:] = [(429, {"Retry-After": "0"})]
    with connect(address) as client:
        sent = client.get_httpx_client().request("POST", "/exchange-rates/", content=content)
    return sent.status_code, len(received)


def wait(address: str, headers: dict[str, str]) -> tuple[int, int]:
    """The status after a 503 with these headers, and how many requests were sent."""
    received.clear()
    answers[:] = [(503, headers)]
    with connect(address) as client:
        return client.get_httpx_client().get("/events/").status_code, len(received)


async def wait_for_change(address: str) -> list[int]:
    """The statuses of responses that come after the timeout, but before the end of ``wait``."""
    path = "/events/changes/?wait=30"
    with connect(address, timeout=0.5, retries=0) as client:
        status = client.get_httpx_client().get(path).status_code
    async with connect(address, timeout=0.5, retries=0) as client:
        response = await client.get_async_httpx_client().get(path)
    return [status, response.status_code]


async def get_by_proxy(address: str) -> list[str]:
    """What a proxy receives, of which the first request fails."""
    received.clear()
    answers[:] = [(502, {})]
    with connect(address) as client:
        client.get_httpx_client().get("/events/")
    async with connect(address) as client:
        await client.get_async_httpx_client().get("/tags/")
    return list(received)


def get_after_close(address: str) -> int:
    with connect(address) as client:
        copy = client.with_headers({"Accept-Language": "da"})
    with copy:
        return copy.get_httpx_client().get("/events/").status_code


def rejected() -> Iterator[str]:
    """What `connect` says of invalid arguments."""
    arguments: list[tuple[str, str | None, int, float, float]] = [
        ("art.example/api/v1", None, 4, 60, 30),
        ("https://art.example/api/v1?limit=1", None, 4, 60, 30),
        ("https://user:secret@art.example/api/v1", None, 4, 60, 30),
        ("https://art.example/api/v1", "amk_secret\n", 4, 60, 30),
        ("https://art.example/api/v1", "amk_s\u00e9cret", 4, 60, 30),
        ("https://art.example/api/v1", None, -1, 60, 30),
        ("https://art.example/api/v1", None, 4, -1, 30),
        ("https://art.example/api/v1", None, 4, 60, 0),
    ]
    for base_url, key, retries, longest_wait, timeout in arguments:
        try:
            connect(base_url, key, retries=retries, longest_wait=longest_wait, timeout=timeout)
        except ValueError as error:
            yield str(error).split()[0]
            assert "secret" not in str(error)


def shows_key(address: str) -> bool:
    client = connect(address, "amk_secret")
    client.get_httpx_client()
    return "amk_secret" in repr([client, client.with_headers({"Accept-Language": "da"})])


def main() -> None:
    # Lower-case names win over others that the environment may have.
    os.environ["no_proxy"] = "127.0.0.1"
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    for media_type in ("application/x-ndjson", "text/event-stream; charset=utf-8"):
        print("stream", read_stream(address, media_type))
        print("stream", asyncio.run(read_stream_async(address, media_type)))
    print("snapshot", read_snapshot(address))
    print("bytes", send(address, b"Date, USD"))
    print("generator", send(address, generated()))
    print("file", send(address, io.BytesIO(b"Date, USD")))
    print("never", wait(address, {"Retry-After": NEVER}))
    print("never", wait(address, {"Retry-After": NEVER, "Date": PAST}))
    print("now", wait(address, {"Retry-After": NEVER, "Date": NEVER}))
    print("past", wait(address, {"Retry-After": PAST}))
    print("change", asyncio.run(wait_for_change(address)))
    print("rejected", *rejected())
    print("shows the key", shows_key(address))
    print("closed", get_after_close(address))
    os.environ["http_proxy"] = address
    print("proxy", asyncio.run(get_by_proxy("http://art.invalid")))
    print("direct", asyncio.run(get_by_proxy(address)))


if __name__ == "__main__":
    main()
