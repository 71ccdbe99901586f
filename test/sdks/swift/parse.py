"""Parses the Swift files in folders, and fails where one does not fit the grammar."""

import sys
from collections.abc import Iterator
from pathlib import Path

import tree_sitter_swift
from tree_sitter import Language, Node, Parser

PARSER = Parser(Language(tree_sitter_swift.language()))


def faults_in(node: Node) -> Iterator[Node]:
    if node.is_error or node.is_missing:
        yield node
    elif node.has_error:
        for child in node.children:
            yield from faults_in(child)


def main(folders: list[str]) -> None:
    files = [file for folder in folders for file in Path(folder).glob("*.swift")]
    if not files:
        sys.exit("There is no Swift file.")
    faults = [
        f"{file}:{fault.start_point.row + 1}: {fault.text!r}"
        for file in files
        for fault in faults_in(PARSER.parse(file.read_bytes()).root_node)
    ]
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(sys.argv[1:])
