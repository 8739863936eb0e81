"""How well questions were put: what each would have brought, beside what was expected and who was chosen.

Whatever a method expects of a question it may put on record, as a thought with `expected` (a number for each
player whom it may ask) and, where the numbers are probabilities, with `by`; and by what it chooses, as a
thought with `scores`. Both are held against the exact gains of that moment (`exact_gains`), whatever the
method. Only the questions of those count who killed nobody, since only they seek.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from pydantic import BaseModel, ConfigDict

from parlour.arena import Note, Record, items
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import Amount
from parlour.games.mystery.exact_gains import PART, Gains
from parlour.games.mystery.metrics import BINS
from parlour.games.mystery.setup import MysterySetup

_LEAST = 1e-9
"""A gain below this is none."""


class Forecast(BaseModel):
    """What a thought expects of questions, if it does."""

    model_config = ConfigDict(extra="ignore")
    expected: Mapping[Player, float] = {}
    scores: Mapping[Player, float] = {}
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sums:
    """Sums by name, as they grow."""

    told: defaultdict[str, list[tuple[float, float]]] = field(
        default_factory=lambda: defaultdict[str, list[tuple[float, float]]](list)
    )

    def add(self, name: str, reached: float, possible: float = 1.0) -> None:
        """One more thing that is counted."""
        self.told[name].append((reached, possible))

    @property
    def amounts(self) -> dict[str, Amount]:
        """What was counted."""
        return {
            name: Amount(
                reached=math.fsum(reached for reached, _ in each),
                possible=math.fsum(possible for _, possible in each),
                n=len(each),
            )
            for name, each in self.told.items()
        }


@dataclass(frozen=True)
class _Seekers:
    """What those who seek have seen so far.

    Attributes:
        setup: the table.
        seen: by each of them.
        known: what was worked out already, by player, case and how much was seen.
    """

    setup: MysterySetup
    seen: Mapping[Player, list[Event]]
    known: dict[tuple[Player, str, int], Gains] = field(default_factory=dict[tuple[Player, str, int], Gains])

    def gains(self, player: Player, case: str) -> Gains:
        """What a question of theirs to each of the others would bring now."""
        moment = player, case, len(self.seen[player])
        if moment not in self.known:
            self.known[moment] = PART.gains(self.setup, player, self.seen[player], case)
        return self.known[moment]

    def notice(self, event: Event) -> None:
        """Shows an event to whoever may see it."""
        for name, events in self.seen.items():
            if event.is_visible_to(name):
                events.append(event)


def gain_amounts(record: Record, without: Collection[Player] = ()) -> dict[str, Amount]:
    """What the questions of a mystery were worth; nothing where that cannot be known."""
    setup = MysterySetup.of(record.setup.game)
    names = [name for name in setup.players if not setup.script.victims_of(name) and name not in without]
    if not PART.can_tell(setup):
        return {}
    seekers, sums = _Seekers(setup, {name: [] for name in names}), Sums()
    for each in items(record):
        match each:
            case Event():
                if each.kind is event_kinds.ASKED and each.actor and each.actor in seekers.seen:
                    of_choice(sums, seekers.gains(each.actor, each.case or ""), each.to or "")
                seekers.notice(each)
            case Note(player=player, thought=thought) if player in seekers.seen and thought.case:
                forecast = Forecast.model_validate(thought.body)
                if forecast.expected or forecast.scores:
                    of_forecast(sums, seekers.gains(player, thought.case), forecast)
            case _:
                continue
    return sums.amounts


def of_choice(sums: Sums, gains: Gains, chosen: Player) -> None:
    """What a question was worth, and what the best one would have been."""
    best, reached = max(gains.values()), gains.get(chosen, 0.0)
    sums.add("gain.exact", reached)
    sums.add("gain.best", best)
    sums.add("gain.regret", best - reached)
    if best > _LEAST:
        sums.add("gain.share", reached, best)


def of_forecast(sums: Sums, gains: Gains, forecast: Forecast) -> None:
    """Equation 3 by its own numbers, and equations 3 and 4 by whom they put first."""
    for right in _orders(forecast.expected, gains):
        sums.add("gain.order.expected", right)
    for right in _orders(forecast.scores, gains):
        sums.add("gain.order.score", right)
    for name, estimate in forecast.expected.items() if forecast.by else ():
        tells = float(gains.get(name, 0.0) > _LEAST)
        sums.add("gain.expected", estimate)
        sums.add("gain.told", tells)
        sums.add("gain.brier", (estimate - tells) ** 2)
        sums.add(f"gain.told.{min(BINS - 1, int(estimate * BINS)) + 1}", tells)


def _orders(numbers: Mapping[Player, float], gains: Gains) -> Iterator[float]:
    """For each two of whom one would tell more: whether it has the larger number; a half where equal."""
    for one, other in _pairs(numbers, gains):
        better, worse = (one, other) if gains[one] > gains[other] else (other, one)
        difference = numbers[better] - numbers[worse]
        yield 0.5 if difference == 0 else float(difference > 0)


def _pairs(numbers: Iterable[Player], gains: Gains) -> Iterator[tuple[Player, Player]]:
    known = [name for name in numbers if name in gains]
    return ((one, other) for one, other in combinations(known, 2) if abs(gains[one] - gains[other]) > _LEAST)
