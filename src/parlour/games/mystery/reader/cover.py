"""The guise in which a murderer speaks: an innocent player who takes its cover story for the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
    Slot,
    StatedFact,
    Word,
    render,
)
from parlour.reader import drawn_for


def pose_as_innocent(papers: MysteryPrompt, denies: Callable[[Plain], bool]) -> MysteryPrompt:
    """Returns the prompt of the innocent player that a murderer poses as.

    It contains its story in the place of the truth, and nothing that gives it away (as in `solve.evidence`).
    That it had neither motive nor means is left out: a player without them says so anyway.
    """
    story = [
        StatedFact(fact=found.fact.fact, sentence=found.sentence)
        for found in papers.facts
        if isinstance(found.fact, Claim) and found.fact.by == papers.me
    ]
    story += _alibis(papers, story, denies)
    return papers.posing(
        tuple(_evening(papers, [each for each in story if not _disclaims(each.fact, papers)]))
    )


def _evening(papers: MysteryPrompt, story: Sequence[StatedFact]) -> Iterator[StatedFact]:
    """Yields the facts of the guise, in the order of the script: each lie where the truth stood."""
    told = _evidence(story)
    places = {each.fact.slot: each for each in story if isinstance(each.fact, Presence)}
    yield from (each for each in story if not isinstance(each.fact, Presence))
    for found in papers.facts:
        fact = found.fact
        if isinstance(fact, Presence) and fact.who == papers.me and fact.slot in places:
            yield places.pop(fact.slot)
        elif not isinstance(fact, Claim) and not _gives_away(fact, papers) and not _is_denied(fact, told):
            yield found
    yield from places.values()


def _alibis(
    papers: MysteryPrompt, story: Sequence[StatedFact], denies: Callable[[Plain], bool]
) -> Iterator[StatedFact]:
    """Yields an alibi for each own victim's death without one, if possible an uncontradicted one."""
    told = {each.fact.slot for each in story if isinstance(each.fact, Presence)}
    known = [each.fact for each in papers.facts]
    places = dict.fromkeys(each.place for each in known if isinstance(each, Presence))
    for victim in papers.killed:
        slot, scene = _time(papers, victim), _scene(papers, victim)
        if slot is None or slot in told:
            continue
        alibis = [Presence(who=papers.me, place=place, slot=slot) for place in places if place != scene]
        for alibi in ([each for each in alibis if not denies(each)] or alibis)[:1]:
            text = render(alibi, papers.language, drawn_for(str(alibi)), reader=papers.me)
            yield StatedFact(fact=alibi, sentence=text)


def _evidence(story: Sequence[StatedFact]) -> Deduction:
    told = (each.fact for each in story if not isinstance(each.fact, Claim))
    return Deduction(
        suspects=(), victims=(), statements=tuple(SourcedFact(source=None, fact=fact) for fact in told)
    )


def _is_denied(fact: Fact, told: Deduction) -> bool:
    return not isinstance(fact, Claim | Secret) and told.denies(fact)


def _gives_away(fact: Fact, papers: MysteryPrompt) -> bool:
    match fact:
        case Killing(victim=victim) | Cause(victim=victim):
            return victim in papers.killed
        case Motive(who=who, victim=victim):
            return who == papers.me and victim in papers.killed
        case Means(who=who, thing=thing):
            return who == papers.me and thing in {_cause(papers, victim) for victim in papers.killed}
        case DeathPlace(victim=victim) | DeathTime(victim=victim):
            return victim in papers.killed
        case _:
            return False


def _disclaims(fact: Fact, papers: MysteryPrompt) -> bool:
    return isinstance(fact, NoMotive | NoMeans) and fact.who == papers.me


def _known_facts(papers: MysteryPrompt) -> Iterator[Fact]:
    return (each.fact for each in (*papers.common, *papers.facts))


def _time(papers: MysteryPrompt, victim: Name) -> Slot | None:
    found = (each for each in _known_facts(papers) if isinstance(each, DeathTime) and each.victim == victim)
    return next((each.slot for each in found), None)


def _scene(papers: MysteryPrompt, victim: Name) -> Word | None:
    found = (each for each in _known_facts(papers) if isinstance(each, DeathPlace) and each.victim == victim)
    return next((each.place for each in found), None)


def _cause(papers: MysteryPrompt, victim: Name) -> Word | None:
    found = (each for each in _known_facts(papers) if isinstance(each, Cause) and each.victim == victim)
    return next((each.thing for each in found), None)
