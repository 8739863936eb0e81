"""Measures how hard a mystery is: the testimonies to combine, the worth of each, how far lies can mislead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log2

from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.solve import Solution
from parlour.language.facts import DeathPlace, DeathTime, Killing, Motive, Name, Presence


@dataclass(frozen=True, kw_only=True)
class DifficultyReport:
    """The difficulty of a solved mystery.

    Attributes:
        needed: those others, as few as entail the answer; None if all of them together do not.
        bits: by how many bits each player's testimony alone narrows down what public facts leave open.
        silent: the number of hypotheses that the murderers can keep alive. They do it by silence: any
          statement, even a lie, can only refute more (see `deduction`).
        shields: the number of honest witnesses to disbelieve, beside the accused, before an innocent person
          can be a killer; None if public facts alone clear it.
        framed: innocent people who look guilty to a player who trusts all but the accused, if a murderer
          claims to have seen them at the scene: their motive is known, and only they and the murderers say
          where they were.
    """

    placed: Name
    needed: tuple[Name, ...] | None
    bits: Mapping[Name, float]
    silent: int
    shields: Mapping[Name, int | None]
    framed: tuple[Name, ...]


def difficulty_report(solution: Solution) -> DifficultyReport:
    """Measures a script, solved or not."""
    evidence = solution.evidence
    placed, needed = _best_placed(solution)
    public, counts = (
        _count(evidence.told_by(())),
        {name: _count(evidence.told_by({name})) for name in evidence.suspects},
    )
    return DifficultyReport(
        placed=placed,
        needed=needed,
        bits={name: log2(public / count) if count else 0.0 for name, count in counts.items()},
        silent=_count(evidence.told_by(solution.civilians)),
        shields={name: _shield(solution, name) for name in solution.civilians},
        framed=tuple(name for name in solution.civilians if _can_be_framed(solution, name)),
    )


def _best_placed(solution: Solution) -> tuple[Name, tuple[Name, ...] | None]:
    best: tuple[Name, tuple[Name, ...] | None] = (solution.civilians[0], None)
    for name in solution.civilians:
        most = len(solution.evidence.suspects) if best[1] is None else len(best[1])
        needed = fewest(solution.evidence.seen_by(name), solution.truth, most)
        if needed is not None and (best[1] is None or len(needed) < len(best[1])):
            best = (name, needed)
    return best


def _count(deduction: Deduction) -> int:
    return sum(1 for _ in deduction.survivors())


def _shield(solution: Solution, name: Name) -> int | None:
    counts = (_hitting(solution, Killing(who=name, victim=victim)) for victim in solution.evidence.victims)
    return min((count for count in counts if count is not None), default=None)


def _hitting(solution: Solution, killing: Killing) -> int | None:
    """Returns the least number of honest people behind everything that clears a person of one death."""
    honest = [name for name in solution.civilians if name != killing.who]
    behind = [
        frozenset(clash.sources)
        for clash in solution.evidence.clashes
        if clash.killings == (killing,) and set(clash.sources) <= set(honest)
    ]
    for count in range(len(honest) + 1):
        for people in combinations(honest, count):
            if all(sources.intersection(people) for sources in behind):
                return count
    return None


def _can_be_framed(solution: Solution, name: Name) -> bool:
    evidence = solution.evidence
    for victim in evidence.victims:
        facts = [statement.fact for statement in evidence.statements]
        is_moved = any(isinstance(f, Motive) and (f.who, f.victim) == (name, victim) for f in facts)
        scene = next((f.place for f in facts if isinstance(f, DeathPlace) and f.victim == victim), None)
        when = next((f.slot for f in facts if isinstance(f, DeathTime) and f.victim == victim), None)
        if is_moved and scene and when:
            lie = Presence(who=name, place=scene, slot=when)
            honest = [other for other in solution.civilians if other != name]
            if not evidence.told_by(honest).denies(lie):
                return True
    return False


def fewest(deduction: Deduction, truth: Hypothesis, most: int) -> tuple[Name, ...] | None:
    """Returns the fewest people whose words entail the truth; None if it takes `most` or more.

    Whatever set of people leaves a wrong hypothesis alive teaches that the right set must hold the sources
    of a clash which refutes it; only sets that obey all lessons so far are tried.
    """
    lessons: list[list[frozenset[Name]]] = []
    for count in range(most):
        for tried in combinations(deduction.suspects, count):
            if not all(any(sources.issubset(tried) for sources in lesson) for lesson in lessons):
                continue
            wrong = next(
                (hypothesis for hypothesis in deduction.told_by(tried).survivors() if hypothesis != truth),
                None,
            )
            if wrong is None:
                return tried
            lesson = {frozenset(clash.sources) for clash in deduction.refutations(wrong)}
            lessons.append([sources for sources in lesson if not any(other < sources for other in lesson)])
    return None


def is_combined_of(deduction: Deduction, truth: Hypothesis, civilians: Iterable[Name], count: int) -> bool:
    """Returns true if some innocent needs the words of so many, its own too, and none fewer."""
    is_enough = False
    for name in civilians:
        others = fewest(deduction.seen_by(name), truth, count)
        if others is not None and len(others) + 1 < count:
            return False
        is_enough = is_enough or others is not None
    return is_enough


def decisive(deduction: Deduction, truth: Hypothesis) -> Mapping[Name, tuple[Name, ...]]:
    """Returns the decisive witnesses of each victim's case: without the words of such a one it stays open."""
    without = {
        name: list(
            deduction.told_by([suspect for suspect in deduction.suspects if suspect != name]).survivors()
        )
        for name in deduction.suspects
    }
    return {
        victim: tuple(
            name
            for name, left in without.items()
            if name not in truth[case] and any(hypothesis[case] != truth[case] for hypothesis in left)
        )
        for case, victim in enumerate(deduction.victims)
    }
