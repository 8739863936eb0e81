"""The reasoning of a reader who knows how often sentences are misread."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from math import exp, inf, log, prod

from parlour.games.mystery import Clash, Deduction, Hypothesis, SourcedFact
from parlour.games.mystery.deduction import killings
from parlour.language.facts import Fact, Name

_MOST_HYPOTHESES = 20000
_LIES = 1 / 3
"""The share of lies in what a murderer says of itself, as stories are made: of some nine sentences its alibi,
that it had no motive, and that it could not reach what killed. Of others it tells what it has read."""


@dataclass(frozen=True, kw_only=True)
class Misreading:
    """The weighing of each statement by the probability that it was misread.

    Another's statement has been read twice, from its speaker's script and by the listener. Under a hypothesis
    what is false was misread, or is a lie of a murderer's about itself. To suppose that lie is no cheaper
    than lies are frequent: were it free, the player who is misread most would be the murderer, since that
    would explain all clashes with its words.

    Attributes:
        slip: the probability that a sentence is misread.
        public: the public facts, which are never misread.
    """

    slip: float
    public: Collection[Fact]

    def is_right(self, statement: SourcedFact) -> float:
        """Returns the probability that a statement was read correctly."""
        if statement.source is None:
            return 1.0 if statement.fact in self.public else 1 - self.slip
        return (1 - self.slip) ** 2

    def are_right(self, clash: Clash) -> float:
        """Returns the probability that nothing was misread in a clash, so that only a lie explains it."""
        return prod(map(self.is_right, clash.statements))

    def shares(
        self, evidence: Deduction, pointing: Mapping[tuple[Name, Name], float]
    ) -> Mapping[tuple[Name, Name], float]:
        """Returns the probability of each player to have killed each victim."""
        totals, whole = defaultdict[tuple[Name, Name], float](float), 0.0
        for hypothesis in islice(evidence.hypotheses(), _MOST_HYPOTHESES):
            pairs = [(killing.who, killing.victim) for killing in killings(evidence.victims, hypothesis)]
            weight = self._likelihood(hypothesis, evidence) * prod(pointing[pair] for pair in pairs)
            whole += weight
            for pair in pairs:
                totals[pair] += weight
        return {key: total / whole for key, total in totals.items()} if whole else {}

    def _likelihood(self, hypothesis: Hypothesis, evidence: Deduction) -> float:
        """Returns the likelihood of a hypothesis's false statements: most clashes at least cost first."""
        liars, cost = frozenset(chain.from_iterable(hypothesis)), 0.0
        left: list[Clash] = [*evidence.clashes_under(hypothesis)]
        while left:
            resting = Counter(statement for clash in left for statement in clash.statements)
            costs = {statement: self._cost(statement, liars) for statement in resting}
            false = min(resting, key=lambda statement: costs[statement] / resting[statement], default=None)
            if false is None or costs[false] == inf:
                return 0.0
            left = [clash for clash in left if false not in clash.statements]
            cost += costs[false]
        return exp(-cost)

    def _cost(self, statement: SourcedFact, liars: Collection[Name]) -> float:
        """Returns the cost of a false statement: the negative logarithm of its likelihood."""
        right = self.is_right(statement)
        if right == 1:
            return inf
        false = 1 - right
        if statement.source in liars and getattr(statement.fact, "who", None) == statement.source:
            false *= 1 + _LIES * right**2 / (1 - right**2)  # a lie shows against what was read right
        return -log(false)
