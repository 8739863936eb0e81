"""Prompts of One Night put together by hand, in the words of the table: the paper's eight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.core import Event, event_kinds
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight.reader import Mind, parse_prompt
from parlour.language.wording import rules as rules_of
from parlour.llm import Language, Prompt
from tests.reader.eight import everybody, happened, sent


def began(number: int, language: Language) -> Event:
    return happened(event_kinds.ROUND, language, round_=number)


def prompt(
    language: Language,
    events: Sequence[Event] = (),
    *,
    seat: int = 1,
    role: str = "villager",
    fellow: int | None = None,
    task: str = "?",
) -> Prompt:
    setup = OneNightSetup(language=language, players=everybody(language), minion_knows_wolf=True)
    papers = [happened(event_kinds.ROLE, language, actor=seat, role=role)]
    if fellow:
        shared = "mason" if role == "mason" else "werewolf"
        papers.append(happened(event_kinds.FELLOWS, language, fellow, actor=seat, role=shared))
    rules = rules_of(setup)
    return sent("onenight", language, rules, papers, events, seat=seat, task=task)


def mind(language: Language, events: Sequence[Event] = (), **seat: Any) -> Mind:
    return Mind(prompt=parse_prompt(prompt(language, events, **seat)))
