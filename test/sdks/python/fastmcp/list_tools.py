"""Makes the tools of a document, without a service. Argument: the document."""

import asyncio
import sys
from pathlib import Path

import httpx2
from tools import check_tools, tools_of


async def main(document: Path) -> None:
    async with httpx2.AsyncClient(base_url="http://127.0.0.1:9") as client:
        await check_tools(tools_of(document, client), document)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
