"""Whether the reader's murderers give themselves away by how they introduce themselves, ask and reply.

What only a witness can say (of the death, whom one saw, or against somebody) is evidence and is taken out
first, and so is a question that names a contradiction. A speech is compared with like ones of its match only:
an introduction with those of people who had a motive, or had none, since whoever had one is bound to the dead
by what explains it, and a murderer has one always; a question with those to whom as many were put before; a
reply with those to the same sort of question that held the same kinds of evidence, as early of their
speakers, who have admitted and denied the same of themselves. Where a sighting is taken out nothing is left,
where a quarrel is, "I saw nobody" stays: unlike evidence leaves unlike speeches, which tell of the evidence
and not of the speaker.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from bench.figure import Figure
from bench.matches import play_game
from bench.tells import LANGUAGES, LEAST_EVEN, MOST_ACCUSED, Spoken, evenness, surface, tell_figures_of
from parlour.arena import Record
from parlour.core import Event, EventKind, Player, event_kinds
from parlour.games.mystery import MysterySetup, Script, Team, generate
from parlour.language.facts import (
    Absence,
    Accusation,
    Cause,
    Confirm,
    DeathPlace,
    DeathTime,
    Fact,
    Hearing,
    Language,
    Means,
    Motive,
    NoMeans,
    NoMotive,
    Quarrel,
    Sighting,
    Suspicion,
    TextReading,
    read,
)

MURDERER, INNOCENT = "murderer", "innocent"
_TALK = (event_kinds.INTRODUCED, event_kinds.ASKED, event_kinds.REPLIED)
TRIED, SEATS, OFTEN = 150, 7, 2
_OF_THE_DEATH = Cause | DeathPlace | DeathTime | Absence | Hearing | Sighting
_OF_ONESELF = Motive | NoMotive | Means | NoMeans | Quarrel


def hard(seed: int, language: Language) -> MysterySetup:
    """A mystery that the innocent do not always win: one round, seven players, little known to all."""
    script = generate(seed, players=SEATS, difficulty="hard", lang=language)
    return MysterySetup(script=script, answers=False, rounds=1)


def normal(seed: int, language: Language) -> MysterySetup:
    """A mystery as it is usually played."""
    return MysterySetup(script=generate(seed, players=SEATS, lang=language), answers=False, rounds=2)


def spoken_of(match: int, record: Record) -> Mapping[EventKind, Sequence[Spoken]]:
    """The speeches of a match by what they are: introductions, questions, replies."""
    found: defaultdict[EventKind, list[Spoken]] = defaultdict(list)
    times, own = Counter[tuple[EventKind, Player]](), defaultdict[Player, set[str]](set)
    against: defaultdict[Player, set[Player]] = defaultdict(set)
    script, players, put = MysterySetup.of(record.setup.game).script, record.setup.players, ""
    names = (*players, *(victim.name for victim in script.victims))
    motivated = _motivated(script, names)
    for event in record.events:
        if event.kind not in _TALK or not event.actor:
            continue
        by = event.actor
        heard = read(event.text, script.language, speaker=by, reader=event.to, names=names)
        own[by] |= {type(each).__name__ for each in heard.facts if _is_of(each, by)}
        whose = (event.kind, event.to if event.kind is event_kinds.ASKED and event.to else by)
        like = _like(event, heard.facts, times[whose], has_motive=by in motivated)
        if event.kind is event_kinds.REPLIED:
            like = (*like, put, *sorted(own[by]))
        if not any(isinstance(question, Confirm) for question in heard.questions):
            words, left = _without_evidence(event, heard)
            seen = surface(words, script.language, left, players, by)
            role = MURDERER if script.victims_of(by) else INNOCENT
            found[event.kind].append(
                Spoken(
                    match=match,
                    round=event.round,
                    role=role,
                    standing=like,
                    surface=seen,
                    accused=min(len(against[by]), MOST_ACCUSED),
                )
            )
        put = " ".join(type(question).__name__ for question in heard.questions)
        times[whose] += 1
        for each in heard.facts:
            if isinstance(each, Accusation | Suspicion):
                against[each.whom].add(each.by)
    return found


def _motivated(script: Script, names: Sequence[str]) -> set[Player]:
    """Who of the table had a motive, by their own papers."""
    return {
        each.name
        for each in script.characters
        for fact in read(
            " ".join(each.acts), script.language, speaker="", reader=each.name, names=names
        ).facts
        if isinstance(fact, Motive) and fact.who == each.name
    }


def _like(event: Event, facts: Sequence[Fact], times: int, *, has_motive: bool) -> tuple[str, ...]:
    """With which speeches one is compared, but for what is remembered of its speaker and the question."""
    if event.kind is event_kinds.INTRODUCED:
        return ("motive",) if has_motive else ()
    if event.kind is event_kinds.ASKED:
        return (str(times),)
    return (
        str(min(times, OFTEN)),
        *sorted({type(each).__name__ for each in facts if _is_evidence(each, event)}),
    )


def _is_of(fact: Fact, name: Player) -> bool:
    return isinstance(fact, _OF_ONESELF) and fact.who == name


def _is_evidence(fact: Fact, event: Event) -> bool:
    """Whether only a witness can say it."""
    is_of_another = isinstance(fact, _OF_ONESELF) and fact.who != event.actor
    return is_of_another or isinstance(fact, _OF_THE_DEATH)


def _without_evidence(event: Event, heard: TextReading) -> tuple[str, list[Fact]]:
    """What is left of a speech without what only a witness can say."""
    text, left = event.text, list[Fact]()
    for each in heard.found:
        if _is_evidence(each.fact, event):
            text = text.replace(each.sentence, "")
        else:
            left.append(each.fact)
    return text, left


def mystery_figures(folder: Path) -> Iterator[Figure]:
    """Tells by what is said and language, and whether it decides who wins where the murderer sits."""
    for language in LANGUAGES:
        said: defaultdict[EventKind, list[Spoken]] = defaultdict(list)
        for number in range(TRIED):
            record = play_game(normal(number, language), "reader", folder, method="plain", seed=number).record
            for phase, speeches in spoken_of(number, record).items():
                said[phase] += speeches
        for phase, speeches in said.items():
            name = f"mystery, {language}, {phase}: AUC of a murderer's tell"
            yield from tell_figures_of(name, speeches, (MURDERER,), (INNOCENT,))
        yield _seats(language, folder)


def _seats(language: Language, folder: Path) -> Figure:
    """Whether seats decide, where the innocent do not always win."""
    seats: list[list[bool]] = []
    wins: list[bool] = []
    for number in range(TRIED):
        setup = hard(number, language)
        record = play_game(setup, "reader", folder, method="plain", seed=number).record
        seats.append([bool(setup.script.victims_of(name)) for name in setup.players])
        wins.append(innocent_won(record))
    p = evenness(np.array(seats, dtype=float), np.array(wins, dtype=float))
    return Figure(
        name=f"mystery, hard, {language}: p that seats do not decide",
        bar=f"> {LEAST_EVEN}, and neither side always wins",
        measured=f"{p:.3f} (the innocent win {sum(wins) / len(wins):.2f})",
        is_met=p > LEAST_EVEN and 0 < sum(wins) < len(wins),
    )


def innocent_won(record: Record) -> bool:
    """Whether the murderer was found."""
    won = [event.chosen for event in record.events if event.kind is event_kinds.WON]
    return any(Team.CIVILIAN in each for each in won)
