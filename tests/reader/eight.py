"""What happens at a table of eight without a script, and prompts of it, put together by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.core import Event, EventKind, Player, event_kinds
from parlour.games.werewolf import seat_names
from parlour.language.facts import Fact, render
from parlour.language.wording import tell
from parlour.llm import Language, Part, Prompt

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def everybody(language: Language) -> tuple[Player, ...]:
    """Everybody, in seat order."""
    return seat_names(8, language)


def name(seat: int, language: Language) -> Player:
    """The player of a seat, from 1."""
    return everybody(language)[seat - 1]


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


def said(seat: int, language: Language, *facts: Fact) -> Event:
    """A speech of these facts."""
    by = name(seat, language)
    text = " ".join(render(fact, language, Random(1), speaker=by) for fact in facts)
    return happened(event_kinds.SPOKE, language, actor=seat, text=text)


def sent(
    game: str,
    language: Language,
    rules: str,
    papers: Sequence[Event],
    events: Sequence[Event],
    *,
    seat: int,
    task: str,
) -> Prompt:
    """What a seat is sent: the rules and its papers, then what happened, and what is asked."""
    system = (rules, *(tell(each, language, game) for each in papers))
    user = (*(tell(each, language, game) for each in events), task)
    return Prompt(
        player=name(seat, language),
        request="r",
        purpose="test",
        language=language,
        system=tuple(Part(text=text) for text in system),
        user=tuple(Part(text=text) for text in user),
    )
