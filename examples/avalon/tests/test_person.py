"""A person at the terminal votes and plays cards by the words of their own language."""

from __future__ import annotations

import asyncio
import io
from typing import Any, cast

import pytest
from parlour.agents import AgentContext
from parlour.cli.person import Person
from parlour.core import Action, Request
from parlour.llm import Language
from rich.console import Console

from parlour_avalon import kinds
from parlour_avalon.quests import APPROVE, REJECT
from tables import play, table


def asked(language: Language) -> Request:
    return play(table(language=language)).asked(kinds.BALLOT)[0]


@pytest.mark.parametrize(
    ("language", "typed", "chosen"),
    [
        ("zh", "赞成", (APPROVE,)),
        ("zh", "反", (REJECT,)),
        ("zh", "2", (REJECT,)),
        ("zh", "reject", (REJECT,)),
        ("en", "app", (APPROVE,)),
        ("zh", "", ()),
    ],
)
def test_a_vote_is_named_as_the_game_calls_it(
    language: Language, typed: str, chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    shown = io.StringIO()
    person = Person(console=Console(file=shown, width=200), game="avalon", language=language)
    request = asked(language)
    action = asyncio.run(person.act(request, cast("AgentContext", cast("Any", None))))
    assert action == Action(chosen=chosen)
    assert request.text in shown.getvalue()
    assert (APPROVE in shown.getvalue()) == (language == "en")
