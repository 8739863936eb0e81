"""Prompts of One Night put together by hand, in the words of the table: the paper's eight."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.facts import Fact, render
from parlour.games import Event, EventKind, Player
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.llm import Language, Part, Prompt
from parlour.llm.reader.onenight import Mind, papers_of
from parlour.wording import onenight_rules, tell

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def name(seat: int, language: Language) -> Player:
    """The player of a seat, from 1."""
    return seat_names(8, language)[seat - 1]


def happened(
    kind: EventKind,
    language: Language,
    *on: int,
    actor: int | None = None,
    round_: int = 1,
    role: str | None = None,
    text: str = "",
) -> Event:
    """Something at the table, by seats."""
    return Event(
        number=9,
        kind=kind,
        round=round_,
        actor=name(actor, language) if actor else None,
        chosen=tuple(name(seat, language) for seat in on),
        role=role,
        text=text,
    )


def began(number: int, language: Language) -> Event:
    """A round."""
    return happened(EventKind.ROUND, language, round_=number)


def said(seat: int, language: Language, *facts: Fact) -> Event:
    """A statement of these facts."""
    by = name(seat, language)
    text = " ".join(render(fact, language, Random(1), speaker=by) for fact in facts)
    return happened(EventKind.SPOKE, language, actor=seat, text=text)


def prompt(
    language: Language,
    events: Sequence[Event] = (),
    *,
    seat: int = 1,
    role: str = "villager",
    fellow: int | None = None,
    task: str = "?",
) -> Prompt:
    """What a seat is sent."""
    setup = OneNightSetup(language=language, players=seat_names(8, language), minion_knows_wolf=True)
    papers = [happened(EventKind.ROLE, language, actor=seat, role=role)]
    if fellow:
        shared = "mason" if role == "mason" else "werewolf"
        papers.append(happened(EventKind.FELLOWS, language, fellow, actor=seat, role=shared))
    system = (onenight_rules(language, setup), *(tell(each, language, "onenight") for each in papers))
    user = (*(tell(each, language, "onenight") for each in events), task)
    return Prompt(
        player=name(seat, language),
        request="r",
        purpose="test",
        language=language,
        system=tuple(Part(text=text) for text in system),
        user=tuple(Part(text=text) for text in user),
    )


def mind(
    language: Language,
    events: Sequence[Event] = (),
    *,
    seat: int = 1,
    role: str = "villager",
    fellow: int | None = None,
) -> Mind:
    """What a seat makes of what it is sent."""
    return Mind(papers=papers_of(prompt(language, events, seat=seat, role=role, fellow=fellow)))
