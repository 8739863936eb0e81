"""The possible murderers, given the statements: the one constraint engine of solver, generator and reader.

What is assumed:

1. A *hypothesis* names the murderers of every victim. The number of a victim's killers is known (one by
default). 2. A person who is no murderer under a hypothesis tells the truth; all that such people say holds.
3. A murderer under it may say anything, about itself and others: nothing of that counts. So an innocent's
word about itself is true, but it never clears its author. 4. What is public holds under every hypothesis. 5.
A hypothesis is *refuted* if what holds under it clashes (see `clashes`). Otherwise it survives.

So the truth survives whatever is said, and to say more can only refute more: a lie keeps nothing alive that
silence would not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, islice, product

from parlour.games.mystery.clashes import Clash, PointsByTopic, SourcedFact, clashes, of_killings
from parlour.language.facts import Killing, Name, Plain

Killers = tuple[Name, ...]
"""The murderers of one victim."""
Hypothesis = tuple[Killers, ...]
"""The murderers of every victim, in the order of the victims."""


@dataclass(frozen=True, kw_only=True)
class Deduction:
    """The statements of a mystery, with their sources, and what follows from them.

    Attributes:
        statements: all statements; its order decides only which clash is named first.
        steps: the most statements that are combined for a clash; None for as many as it takes.
    """

    suspects: tuple[Name, ...]
    victims: tuple[Name, ...]
    statements: tuple[SourcedFact, ...] = ()
    hands: Mapping[Name, int] = field(default_factory=dict[Name, int])
    steps: int | None = None

    def survivors(self) -> Iterator[Hypothesis]:
        """Yields every hypothesis that is not refuted; those with fewer murderers come first."""
        most = sum(self.hands.get(victim, 1) for victim in self.victims)
        for count in range(1, most + 1):
            for liars in combinations(self.suspects, count):
                yield from self._survivors_of(liars)

    def survivors_of(self, more: Sequence[SourcedFact]) -> tuple[Hypothesis, ...]:
        """Returns the hypotheses that would survive more statements."""
        clashes = list(filter(self._is_seen, (*self._topics.if_said(more), *self._of_killings(more))))
        return tuple(
            hypothesis
            for hypothesis in self._survivors
            if next(self._refuting(hypothesis, clashes), None) is None
        )

    def hypotheses_left(self, clash: Clash, hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
        """Returns the hypotheses that one clash leaves possible."""
        return tuple(
            hypothesis
            for hypothesis in hypotheses
            if next(self._refuting(hypothesis, (clash,)), None) is None
        )

    def is_settled(self) -> bool:
        """Returns true if exactly one hypothesis survives."""
        return len(list(islice(self.survivors(), 2))) == 1

    def cleared_suspects(self, victim: Name) -> tuple[Name, ...]:
        """Returns the suspects that public facts alone clear of a victim's death."""
        return tuple(name for name in self.suspects if 0 in self._masks.get(((name, victim),), ()))

    def refutation(self, hypothesis: Hypothesis) -> Clash | None:
        """Returns the first clash that refutes a hypothesis; None if it survives."""
        return next(self.refutations(hypothesis), None)

    def refutations(self, hypothesis: Hypothesis) -> Iterator[Clash]:
        """Yields every clash that refutes a hypothesis."""
        return self._refuting(hypothesis, self.clashes)

    def _refuting(self, hypothesis: Hypothesis, clashes: Iterable[Clash]) -> Iterator[Clash]:
        liars = frozenset(chain.from_iterable(hypothesis))
        supposed = frozenset(killings(self.victims, hypothesis))
        for clash in clashes:
            if supposed.issuperset(clash.killings) and liars.isdisjoint(clash.sources):
                yield clash

    def hypotheses(self) -> Iterator[Hypothesis]:
        """Yields every hypothesis, refuted or not."""
        killers = [combinations(self.suspects, self.hands.get(victim, 1)) for victim in self.victims]
        return product(*killers)

    def clashes_under(self, hypothesis: Hypothesis) -> tuple[Clash, ...]:
        """Returns every clash if a hypothesis holds, those that rest on the word of its murderers too."""
        supposed = frozenset(killings(self.victims, hypothesis))
        return tuple(clash for clash in self.clashes if supposed.issuperset(clash.killings))

    def denies(self, fact: Plain) -> bool:
        """Returns true if any statement clashes with a fact."""
        more = SourcedFact(source=None, fact=fact)
        return any(more in clash.statements for clash in clashes((*self.statements, more), ()))

    def seen_by(self, viewer: Name) -> Deduction:
        """Returns the view of an innocent player: its own word is true and itself no suspect."""
        others = tuple(name for name in self.suspects if name != viewer)
        return replace(self.believing({viewer}), suspects=others)

    def believing(self, sources: Collection[Name]) -> Deduction:
        """Returns the deduction with the statements of those people beyond doubt."""
        sure = (
            replace(statement, source=None) if statement.source in sources else statement
            for statement in self.statements
        )
        return replace(self, statements=tuple(sure))

    def told_by(self, sources: Collection[Name]) -> Deduction:
        """Returns the deduction from public facts and those people's statements alone."""
        statements = (
            statement
            for statement in self.statements
            if statement.source is None or statement.source in sources
        )
        return replace(self, statements=tuple(statements))

    def having(self, more: Iterable[SourcedFact]) -> Deduction:
        """Returns the deduction with more statements."""
        return replace(self, statements=(*self.statements, *more))

    def within(self, steps: int | None) -> Deduction:
        """Returns the deduction with a limit of combined statements; the clashes are not computed again."""
        deduction = replace(self, steps=steps)
        vars(deduction)["_all_clashes"] = self._all_clashes
        return deduction

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """Every clash among the statements, by themselves or under some supposition."""
        return tuple(filter(self._is_seen, self._all_clashes))

    @cached_property
    def _all_clashes(self) -> tuple[Clash, ...]:
        return (*clashes(self.statements, self.suspects), *self._of_killings(self.statements))

    def _is_seen(self, clash: Clash) -> bool:
        return self.steps is None or len(clash.statements) <= self.steps

    def _of_killings(self, statements: Sequence[SourcedFact]) -> Iterator[Clash]:
        for victim in self.victims:
            yield from of_killings(statements, self.suspects, self.hands.get(victim, 1), victim)

    @cached_property
    def _survivors(self) -> tuple[Hypothesis, ...]:
        return tuple(self.survivors())

    @cached_property
    def _topics(self) -> PointsByTopic:
        topics = PointsByTopic(self.suspects)
        deque(topics.say(self.statements), maxlen=0)
        return topics

    @cached_property
    def _bits(self) -> Mapping[Name, int]:
        """A bit for each suspect; other people never lie and have none."""
        return {name: 1 << n for n, name in enumerate(self.suspects)}

    @cached_property
    def _masks(self) -> Mapping[tuple[tuple[Name, Name], ...], Collection[int]]:
        """The sources of clashes as bit masks, by the supposed killings: one without a liar refutes."""
        masks: dict[tuple[tuple[Name, Name], ...], dict[int, None]] = {}
        for clash in self.clashes:
            killings = tuple((killing.who, killing.victim) for killing in clash.killings)
            mask = sum(self._bits.get(name, 0) for name in clash.sources)
            masks.setdefault(killings, {})[mask] = None
        return masks

    @cached_property
    def _joint(self) -> Sequence[tuple[tuple[tuple[Name, Name], ...], int]]:
        return [(key, mask) for key, group in self._masks.items() if len(key) > 1 for mask in group]

    def _survivors_of(self, liars: Killers) -> Iterator[Hypothesis]:
        """Yields the hypotheses whose murderers are exactly those: the liars decide what counts."""
        lying, masks = sum(self._bits[name] for name in liars), self._masks
        if not all(mask & lying for mask in masks.get((), ())):
            return
        options = [
            [
                killers
                for killers in combinations(liars, self.hands.get(victim, 1))
                if all(mask & lying for who in killers for mask in masks.get(((who, victim),), ()))
            ]
            for victim in self.victims
        ]
        for hypothesis in product(*options):
            if len(set(chain.from_iterable(hypothesis))) == len(liars) and self._is_joint(hypothesis, lying):
                yield hypothesis

    def _is_joint(self, hypothesis: Hypothesis, lying: int) -> bool:
        """Returns true if the killings of a hypothesis do not exclude each other."""
        if not self._joint:
            return True
        supposed = {(killing.who, killing.victim) for killing in killings(self.victims, hypothesis)}
        return all(mask & lying or not supposed.issuperset(key) for key, mask in self._joint)


def killings(victims: Sequence[Name], hypothesis: Hypothesis) -> Iterator[Killing]:
    """Yields the killings of a hypothesis."""
    pairs = zip(victims, hypothesis, strict=True)
    return (Killing(who=who, victim=victim) for victim, killers in pairs for who in killers)
