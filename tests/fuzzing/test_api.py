"""The interface for programs, sent what its own description allows and what it forbids."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
import schemathesis.checks
from hypothesis import given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from tests.fuzzing.effort import effort
from tests.web.api.serving import Api, Opened, serving
from tests.web.hosting.houses import setup

LEFT_OUT = frozenset({("POST", "/table/end"), ("POST", "/tables")})
"""A table that is over answers nothing new, and one that opens costs time."""
_OF_SERVERS = cast("Any", schemathesis.checks)  # whose types are told in part
_OF_DESCRIPTIONS = cast("Any", checks)
CHECKS = [
    _OF_SERVERS.not_a_server_error,
    _OF_DESCRIPTIONS.status_code_conformance,
    _OF_DESCRIPTIONS.content_type_conformance,
    _OF_DESCRIPTIONS.response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Generator[Api]:
    folder: Path = tmp_path_factory.mktemp("api")
    with serving(str(folder / "parlour.db")) as running:
        yield running


@pytest.fixture(scope="module")
def opened(api: Api) -> Opened:
    return api.open(setup(0, method="random", model=""))


@pytest.fixture(scope="module")
def operations(api: Api) -> list[Any]:
    with api.client() as anybody:
        description = anybody.get("/openapi.json").json()
    schema: Any = schemathesis.openapi.from_dict(description)
    told = [each.ok() for each in schema.get_all_operations()]
    return [each for each in told if (each.method.upper(), each.path) not in LEFT_OUT]


@effort(40)
@given(data=st.data())
def test_whatever_is_sent_is_answered_as_the_description_says(
    api: Api, opened: Opened, operations: list[Any], data: st.DataObject
):
    operation = data.draw(st.sampled_from(operations))
    mode = data.draw(st.sampled_from(MODES))
    case = data.draw(operation.as_strategy(mode))
    token = data.draw(st.sampled_from([opened.host, opened.spectator, *opened.seats.values(), "guessed"]))
    told = case.call(base_url=f"http://{api.address}/api/v1", headers={"Authorization": f"Bearer {token}"})
    case.validate_response(told, checks=CHECKS)


def test_a_body_that_no_parser_reads_is_not_in_the_form(api: Api, opened: Opened):
    for body in (b"\xff", b"[" * 100_000, b"7" * 5000):
        with api.client(opened.host) as client:
            told = client.post("/table/answers", content=body, headers={"Content-Type": "application/json"})
        assert (told.status_code, told.json()["error"]) == (422, "Invalid")
