"""The deduction as a proof that people can follow, step by step, until one suspect is left.

Each step is a clash that refutes something which was still possible, and what the last one leaves is the
truth. With one murderer, clashes that clear one of the others go first, and then contradictions; of several
murderers each may lie for the others, so that the clash that refutes the most goes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal

from parlour.games.mystery.clashes import Clash, SourcedFact
from parlour.games.mystery.deduction import Deduction, Hypothesis, killings
from parlour.language.facts import Killing, Name, NoMeans, NoMotive

MOST_HYPOTHESES = 1_500
"""Beyond so many, as with four dead at a table of seven, it would be some forty steps, and is not told."""


Ground = Literal["alibi", "means", "motive", "named", "together", "lie"]
"""The ground of a step."""


@dataclass(frozen=True, kw_only=True)
class ProofStep:
    """A clash, with what it rules out.

    Attributes:
        clash: statements that cannot all be true, or not under some killing.
    """

    clash: Clash
    cleared: tuple[Killing, ...]
    left: tuple[Hypothesis, ...]

    @property
    def ground(self) -> Ground:
        """Its ground."""
        facts = [each.fact for each in self.clash.statements]
        if not self.clash.killings:
            return "lie"
        if any(isinstance(each, Killing) for each in facts):
            return "named"
        if len(self.clash.killings) > 1:
            return "together"
        if any(isinstance(each, NoMotive) for each in facts):
            return "motive"
        return "means" if any(isinstance(each, NoMeans) for each in facts) else "alibi"


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The proof of who did it.

    Attributes:
        steps: in order; the last of them leaves the truth alone.
    """

    victims: tuple[Name, ...]
    steps: tuple[ProofStep, ...]
    lies: tuple[Clash, ...]

    @property
    def truth(self) -> Hypothesis:
        """The murderers of each victim, as the last step leaves them."""
        return self.steps[-1].left[0]


def prove(said: Deduction) -> Proof | None:
    """Returns the proof in the statements; None if several answers are left, or too many begin."""
    possible = tuple(islice(said.hypotheses(), MOST_HYPOTHESES + 1))
    if len(possible) > MOST_HYPOTHESES or not said.is_settled():
        return None
    steps = tuple(_steps(said, possible))
    guilty = frozenset(chain.from_iterable(steps[-1].left[0])) if steps else frozenset[Name]()
    return Proof(victims=said.victims, steps=steps, lies=_lies(said, guilty)) if steps else None


def _steps(said: Deduction, possible: tuple[Hypothesis, ...]) -> Iterator[ProofStep]:
    """Yields one suspect after the other if one did it, and then whatever refutes the most."""
    if len(possible) > len(said.suspects):
        yield from _taken(said, said.clashes, possible)
        return
    single = [clash for clash in said.clashes if len(clash.killings) == 1]
    for killing in dict.fromkeys(clash.killings for clash in single):
        about = [clash for clash in single if clash.killings == killing]
        for step in _taken(said, about, possible):
            yield step
            possible = step.left
    yield from _taken(said, said.clashes, possible)


def _taken(
    said: Deduction, clashes: Sequence[Clash], possible: tuple[Hypothesis, ...]
) -> Iterator[ProofStep]:
    """Yields the steps of those clashes, what refutes the most first, until nothing falls any more."""
    while clashes:
        lefts = [(clash, said.hypotheses_left(clash, possible)) for clash in clashes]
        clash, left = min(lefts, key=lambda each: (len(each[1]), len(each[0].statements)))
        if len(left) == len(possible):
            return
        after = _possible_killings(said.victims, left)
        gone = (each for each in _possible_killings(said.victims, possible) if each not in after)
        yield ProofStep(clash=clash, cleared=tuple(gone), left=left)
        possible = left


def _possible_killings(victims: Sequence[Name], possible: Sequence[Hypothesis]) -> dict[Killing, None]:
    return dict.fromkeys(killing for hypothesis in possible for killing in killings(victims, hypothesis))


def _lies(said: Deduction, guilty: frozenset[Name]) -> tuple[Clash, ...]:
    """Returns the first clash for each statement of a murderer that an innocent player refutes."""
    found: dict[tuple[SourcedFact, ...], Clash] = {}
    for clash in said.clashes:
        lies = tuple(each for each in clash.statements if each.source in guilty)
        if lies and not clash.killings and not guilty.issuperset(clash.sources):
            found.setdefault(lies, clash)
    return tuple(found.values())
