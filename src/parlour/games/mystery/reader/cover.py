"""The guise in which a murderer speaks: an innocent player who takes its cover story for the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from parlour.games.mystery import Deduction, SourcedFact
from parlour.games.mystery.reader.parsed import MysteryPrompt
from parlour.language.facts import (
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Secret,
    StatedFact,
    render,
)
from parlour.reader import drawn_for


def pose_as_innocent(prompt: MysteryPrompt, denies: Callable[[Plain], bool]) -> MysteryPrompt:
    """Returns the prompt of the innocent player that a murderer poses as.

    It contains its story in the place of the truth, and nothing that gives it away (as in `solve.evidence`).
    That it had neither motive nor means is left out: a player without them says so anyway.
    """
    story = [
        StatedFact(fact=statement.fact.fact, sentence=statement.sentence)
        for statement in prompt.facts
        if isinstance(statement.fact, Claim) and statement.fact.by == prompt.me
    ]
    story += _alibis(prompt, story, denies)
    remaining = [
        statement
        for statement in story
        if not (isinstance(statement.fact, NoMotive | NoMeans) and statement.fact.who == prompt.me)
    ]
    return replace(prompt, own_victims=(), pretended=tuple(_evening(prompt, remaining)))


def _evening(prompt: MysteryPrompt, story: Sequence[StatedFact]) -> Iterator[StatedFact]:
    """Yields the facts of the guise, in the order of the script: each lie where the truth stood."""
    statements = tuple(
        SourcedFact(source=None, fact=statement.fact)
        for statement in story
        if not isinstance(statement.fact, Claim)
    )
    evidence = Deduction(suspects=(), victims=(), statements=statements)
    places = {statement.fact.slot: statement for statement in story if isinstance(statement.fact, Presence)}
    yield from (statement for statement in story if not isinstance(statement.fact, Presence))
    for statement in prompt.facts:
        fact = statement.fact
        if isinstance(fact, Presence) and fact.who == prompt.me and fact.slot in places:
            yield places.pop(fact.slot)
        elif isinstance(fact, Secret) or not (
            isinstance(fact, Claim) or _gives_away(fact, prompt) or evidence.denies(fact)
        ):
            yield statement
    yield from places.values()


def _alibis(
    prompt: MysteryPrompt, story: Sequence[StatedFact], denies: Callable[[Plain], bool]
) -> Iterator[StatedFact]:
    """Yields an alibi for each own victim's death without one, if possible an uncontradicted one."""
    slots = {statement.fact.slot for statement in story if isinstance(statement.fact, Presence)}
    facts = [statement.fact for statement in prompt.facts]
    places = dict.fromkeys(fact.place for fact in facts if isinstance(fact, Presence))
    for victim in prompt.own_victims:
        time, scene = _first(prompt, DeathTime, victim), _first(prompt, DeathPlace, victim)
        if time is None or time.slot in slots:
            continue
        elsewhere = (place for place in places if scene is None or place != scene.place)
        alibis = [Presence(who=prompt.me, place=place, slot=time.slot) for place in elsewhere]
        for alibi in ([presence for presence in alibis if not denies(presence)] or alibis)[:1]:
            text = render(alibi, prompt.language, drawn_for(str(alibi)), reader=prompt.me)
            yield StatedFact(fact=alibi, sentence=text)


def _gives_away(fact: Fact, prompt: MysteryPrompt) -> bool:
    match fact:
        case (
            Killing(victim=victim)
            | Cause(victim=victim)
            | DeathPlace(victim=victim)
            | DeathTime(victim=victim)
        ):
            return victim in prompt.own_victims
        case Motive(who=who, victim=victim):
            return who == prompt.me and victim in prompt.own_victims
        case Means(who=who, thing=thing):
            causes = (_first(prompt, Cause, victim) for victim in prompt.own_victims)
            return who == prompt.me and thing in {cause.thing for cause in causes if cause}
        case _:
            return False


D = TypeVar("D", Cause, DeathPlace, DeathTime)


def _first(prompt: MysteryPrompt, kind: type[D], victim: Name) -> D | None:
    """Returns the first known fact of a kind on a death."""
    facts = (statement.fact for statement in (*prompt.common, *prompt.facts))
    return next((fact for fact in facts if isinstance(fact, kind) and fact.victim == victim), None)
