"""Prompts of a small mystery, put together by hand: of four people only the last has no alibi."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Annotated, Any, TypeVar

from pydantic import create_model

from parlour.core import Event, event_kinds
from parlour.language.facts import (
    Cause,
    DeathPlace,
    DeathTime,
    Fact,
    Hearing,
    Presence,
    Question,
    Sighting,
    Slot,
    render,
)
from parlour.language.wording import rules, tell
from parlour.llm import FieldPurpose, Language, LanguageModel, Part, Prompt, open_provider
from tests.arena.mysteries import mystery

T = TypeVar("T")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
PLAYERS = {"en": ("Anna", "Ben", "Carl", "Dora"), "zh": ("安娜", "本恩", "卡尔", "朵拉")}
VICTIM = {"en": "Vera", "zh": "薇拉"}
EIGHT = Slot(40)


def said(fact: Fact | Question, language: Language, *, by: str | None = None, to: str | None = None) -> str:
    return render(fact, language, Random(1), speaker=by, reader=to)


def public(language: Language) -> list[Fact]:
    victim = VICTIM[language]
    return [DeathPlace(victim=victim, place="study"), DeathTime(victim=victim, slot=EIGHT)]


def known(language: Language) -> list[Fact]:
    """What the first player knows: it clears the second and the third."""
    anna, ben, carl, _ = PLAYERS[language]
    return [
        Presence(who=anna, place="kitchen", slot=EIGHT),
        Sighting(by=anna, whom=ben, place="kitchen", slot=EIGHT),
        Hearing(by=anna, whom=carl, place="library", slot=EIGHT),
        Cause(victim=VICTIM[language], thing="razor"),
    ]


def prompt(
    language: Language,
    task: str = "",
    *,
    own: Sequence[Fact] | None = None,
    talk: Sequence[Event] = (),
    killed: tuple[str, ...] = (),
    secret: str = "",
    has_people: bool = False,
) -> Prompt:
    """What the first player is sent."""
    players, victim = PLAYERS[language], VICTIM[language]
    me = players[0]
    told = known(language) if own is None else own
    papers = [
        Event(
            number=0,
            kind=event_kinds.SCRIPT,
            text=" ".join(said(each, language) for each in public(language)),
        ),
        Event(number=1, kind=event_kinds.ROLE, actor=me, chosen=killed),
        Event(number=2, kind=event_kinds.SECRET, actor=me, text=secret or "?"),
        Event(
            number=3,
            kind=event_kinds.SCRIPT,
            actor=me,
            text=" ".join(said(each, language, to=me) for each in told),
        ),
    ]
    system = (
        rules(mystery(language, names=players, dead=(victim,), rounds=3)),
        *(tell(e, language, "mystery") for e in papers),
    )
    user = (*(tell(event, language, "mystery") for event in talk), task)
    return Prompt(
        player=me,
        request="r",
        purpose="test",
        language=language,
        system=tuple(map(_part, system)),
        user=tuple(map(_part, user)),
        has_people=has_people,
    )


def _part(text: str) -> Part:
    return Part(text=text)


def introduced(language: Language, seat: int, *facts: Fact) -> Event:
    by = PLAYERS[language][seat]
    text = " ".join(said(fact, language, by=by) for fact in facts)
    return Event(number=9, kind=event_kinds.INTRODUCED, actor=by, text=text)


def model() -> LanguageModel:
    return LanguageModel(backend=open_provider("reader"), game="mystery")


def answer(asked: Coroutine[None, None, T]) -> T:
    return asyncio.run(asked)


def filled(sent: Prompt, annotation: Any, want: FieldPurpose) -> Any:
    """What the reader fills into a form with this one field."""
    fields: dict[str, Any] = {"value": (Annotated[annotation, want], ...)}
    form = create_model("Form", **fields)
    return getattr(answer(model().parse(sent, form)), "value")  # noqa: B009 - a field made at run time
