"""Converts a problem document to the error body of Django REST Framework. As a program, it reads standard input."""

import json
import sys


def drf_errors(problem):
    """{field: [message, ...]} for bad input, {"detail": message} for everything else."""
    fields = {}
    for error in problem.get("errors", []):
        # An error names a parameter, or a field by a JSON Pointer (RFC 6901).
        place = error["parameter"] if "parameter" in error else error["pointer"].removeprefix("/")
        field, _, inner = place.partition("/")
        message = f"{inner}: {error['detail']}" if inner else error["detail"]
        name = field.replace("~1", "/").replace("~0", "~") or "non_field_errors"
        fields.setdefault(name, []).append(message)
    return fields or {"detail": problem["detail"]}


if __name__ == "__main__":
    print(json.dumps(drf_errors(json.load(sys.stdin))))
