"""Prompts of Werewolf put together by hand, in the words of the table: of eight, three are werewolves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.facts import Fact, render
from parlour.games import Event, EventKind, Player
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import Language, Part, Prompt
from parlour.llm.reader.werewolf import Mind, papers_of
from parlour.wording import tell, werewolf_rules

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def name(seat: int, language: Language) -> Player:
    """The player of a seat, from 1."""
    return seat_names(8, language)[seat - 1]


def said(seat: int, language: Language, *facts: Fact) -> Event:
    by = name(seat, language)
    text = " ".join(render(fact, language, Random(1), speaker=by) for fact in facts)
    return happened(EventKind.SPOKE, language, actor=seat, text=text)


def happened(
    kind: EventKind,
    language: Language,
    *on: int,
    actor: int | None = None,
    day: int = 1,
    role: str | None = None,
    text: str = "",
) -> Event:
    """Something at the table, by seats."""
    return Event(
        number=9,
        kind=kind,
        round=day,
        actor=name(actor, language) if actor else None,
        chosen=tuple(name(seat, language) for seat in on),
        role=role,
        text=text,
    )


def day(number: int, language: Language) -> tuple[Event, Event]:
    return happened(EventKind.NIGHT, language, day=number), happened(EventKind.DAY, language, day=number)


def prompt(
    language: Language,
    events: Sequence[Event] = (),
    *,
    seat: int = 1,
    role: str = "villager",
    fellows: Sequence[int] = (),
    task: str = "?",
) -> Prompt:
    """What a seat is sent."""
    setup = WerewolfSetup(language=language, players=seat_names(8, language))
    papers = [happened(EventKind.ROLE, language, actor=seat, role=role)]
    if role == "werewolf":
        papers.append(happened(EventKind.FELLOWS, language, *fellows, actor=seat))
    system = (werewolf_rules(language, setup), *(tell(each, language, "werewolf") for each in papers))
    user = (*(tell(each, language, "werewolf") for each in events), task)
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
    fellows: Sequence[int] = (),
) -> Mind:
    """What a seat makes of what it is sent."""
    return Mind(papers=papers_of(prompt(language, events, seat=seat, role=role, fellows=fellows)))
