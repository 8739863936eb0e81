from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from parlour.cli.models import app
from parlour.errors import UnknownModel


def test_every_kind_is_listed_with_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    shown = CliRunner().invoke(app, [])
    assert shown.exit_code == 0
    for word in ("smollm2", "gguf:PATH", "anthropic:NAME", "set OPENAI_API_KEY"):
        assert word in shown.stdout


def test_json_is_a_list_for_programs() -> None:
    kinds = json.loads(CliRunner().invoke(app, ["--json"]).stdout)
    assert {"form", "example", "says", "ready", "lacks", "options"} == set(kinds[0])


def test_a_kind_is_ready_where_it_lacks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    kinds = json.loads(CliRunner().invoke(app, ["--json"]).stdout)
    ready = {kind["example"]: kind["ready"] for kind in kinds}
    assert ready["reader"] is True
    assert [is_ready for name, is_ready in ready.items() if name.startswith("openai:")] == [False]


def test_only_known_models_can_be_got() -> None:
    assert isinstance(CliRunner().invoke(app, ["get", "gpt-4o"]).exception, UnknownModel)
