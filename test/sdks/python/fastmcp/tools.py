"""The tools that FastMCP makes of a document: one for each operation, under its operationId."""

import json
from pathlib import Path

import httpx2
from fastmcp import FastMCP
from jsonschema import Draft202012Validator


def tools_of(document: Path, client: httpx2.AsyncClient) -> FastMCP:
    return FastMCP.from_openapi(json.loads(document.read_text()), client)


def operations_of(document: Path) -> set[str]:
    paths = json.loads(document.read_text())["paths"].values()
    return {
        operation["operationId"]
        for path in paths
        for operation in path.values()
        if isinstance(operation, dict)
    }


async def check_tools(server: FastMCP, document: Path) -> None:
    tools = await server.list_tools()
    names = {tool.name for tool in tools}
    if names != operations_of(document):
        raise AssertionError(f"tools and operations differ: {names ^ operations_of(document)}")
    for tool in tools:
        for schema in (tool.parameters, tool.output_schema):
            if schema is not None:
                Draft202012Validator.check_schema(schema)
