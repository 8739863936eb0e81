"""Prompts of Werewolf put together by hand, in the words of the table: of eight, three are werewolves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.core import Event, event_kinds
from parlour.games.werewolf import WerewolfSetup
from parlour.games.werewolf.reader import Mind, parse_prompt
from parlour.language.wording import rules as rules_of
from parlour.llm import Language, Prompt
from tests.reader.eight import everybody, happened, sent


def day(number: int, language: Language) -> tuple[Event, Event]:
    night = happened(event_kinds.NIGHT, language, round_=number)
    return night, happened(event_kinds.DAY, language, round_=number)


def prompt(
    language: Language,
    events: Sequence[Event] = (),
    *,
    seat: int = 1,
    role: str = "villager",
    fellows: Sequence[int] = (),
    task: str = "?",
) -> Prompt:
    setup = WerewolfSetup(language=language, players=everybody(language))
    papers = [happened(event_kinds.ROLE, language, actor=seat, role=role)]
    if "wolf" in role:
        papers.append(happened(event_kinds.FELLOWS, language, *fellows, actor=seat))
    rules = rules_of(setup)
    return sent("werewolf", language, rules, papers, events, seat=seat, task=task)


def mind(language: Language, events: Sequence[Event] = (), **seat: Any) -> Mind:
    return Mind(prompt=parse_prompt(prompt(language, events, **seat)))
