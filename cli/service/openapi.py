"""What the service can be asked, as OpenAPI says it: made from the types that both ends read."""

import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from store.remote.wire import Problem


class Endpoint(msgspec.Struct, frozen=True):
    """A route: what is asked, what is sent along, what comes back."""

    path: str
    method: str
    name: str
    does: str
    gives: Any  # a type, or the media type of what is no document
    takes: Any = None
    statuses: tuple[int, ...] = (200,)
    query: Mapping[str, str] = {}


NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**9 - 1}
VIEW = {"type": "string", "enum": ["full"]}
TEXT = {"type": "string"}
QUERY = {"number": NUMBER, "view": VIEW, "text": TEXT}
PAGE = "text/html"
"""What is given to people says what is wrong in the same way."""

REF = "#/components/schemas/{name}"
REASONS = {
    400: "not understood",
    401: "a key is needed, or this one opens nothing",
    403: "not allowed",
    404: "there is no such match or row",
    408: "what was sent did not come in time",
    409: "not your turn, or other rows than you hold",
    412: "somebody moved first",
    413: "too long",
    415: "no JSON",
    422: "refused by the rules",
    429: "too much from this address",
    500: "damaged, or a mistake of the program",
    503: "the host could not do it",
}


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole of it."""
    kinds = [
        kind for one in endpoints for kind in (one.takes, one.gives) if kind is not None and not isinstance(kind, str)
    ]
    schemas, components = msgspec.json.schema_components([*kinds, Problem], ref_template=REF)
    known = dict(zip(map(repr, [*kinds, Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Herald", "version": version("herald")},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "the key of a seat"}},
        },
        "security": [{}, {"key": []}],
    }


def _operation(one: Endpoint, known: Mapping[str, Any]) -> dict[str, Any]:
    plain = isinstance(one.gives, str)
    problem: dict[str, Any] = {"application/json": {"schema": known[repr(Problem)]}}
    if one.gives == PAGE:
        problem[PAGE] = {}
    said: dict[str, Any] = {one.gives: {}} if plain else {"application/json": {"schema": known[repr(one.gives)]}}
    answers: dict[str, Any] = {str(status): {"description": one.does, "content": said} for status in one.statuses}
    answers |= {str(status): {"description": reason, "content": problem} for status, reason in REASONS.items()}
    if not plain and one.method == "GET":
        answers["304"] = {"description": "nothing new"}
    named = [
        {"name": name, "in": "path", "required": True, "schema": TEXT} for name in re.findall(r"{(\w+)}", one.path)
    ]
    asked = [{"name": name, "in": "query", "schema": QUERY[kind]} for name, kind in one.query.items()]
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.does,
        "parameters": [*named, *asked],
        "responses": answers,
    }
    if one.takes is not None:
        body = {"application/json": {"schema": known[repr(one.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation
