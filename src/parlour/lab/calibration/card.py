"""A model's card: its limits with their intervals, and how far limits explain what it answered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from parlour.core import Player
from parlour.errors import UsageError
from parlour.evaluation import wilson
from parlour.lab.calibration.asking import Probe, ProbesAnswered
from parlour.lab.calibration.fit import FittedLimits, LimitEstimate, fit
from parlour.lab.calibration.search import Likelihood
from parlour.llm import BUILT_IN
from parlour.reader import IDEAL, Limits
from parlour.reader.limits import OPTIONS

SAYS = {name: says.partition(":")[0] for name, says in OPTIONS.items() if name != "lapse"}
"""The limits in the order in which they are told."""
_FEWEST = 30
"""Answers below which nothing is fitted."""


@dataclass(frozen=True, kw_only=True)
class KindRow:
    """The probes of one kind.

    Attributes:
        right: the share that was answered right.
        expected: the share that a reader of the fitted limits answers right.
    """

    kind: str
    right: float
    low: float
    high: float
    expected: float
    n: int

    @property
    def is_explained(self) -> bool:
        """Returns true if the limits explain the number of right answers."""
        return self.low <= self.expected <= self.high


@dataclass(frozen=True, kw_only=True)
class ModelCard:
    """A model's card: how well it reads."""

    model: str
    fit: FittedLimits
    kinds: tuple[KindRow, ...]
    faults: int

    @property
    def reader(self) -> str:
        """The model string of the reader that reads alike."""
        return spell(self.fit.limits)

    def warning(self) -> str:
        """A warning of results that the limits do not explain; empty if they explain all."""
        kinds = [row.kind for row in self.kinds if not row.is_explained]
        if not kinds:
            return ""
        return f"no limits explain all of it: {', '.join(kinds)} came out otherwise than as fitted"

    def limit_rows(self) -> list[tuple[str, str, str, str]]:
        """Each limit with its value, its interval, and what it is."""
        return [(name, *format_limit(name, self.fit.estimates[name]), says) for name, says in SAYS.items()]

    def kind_rows(self) -> list[tuple[str, str, str, str, str]]:
        """Each kind of probe with the share right, its interval, the share as fitted, and how many."""
        return [
            (
                row.kind,
                f"{row.right:.2f}",
                f"{row.low:.2f} to {row.high:.2f}",
                f"{row.expected:.2f}",
                str(row.n),
            )
            for row in self.kinds
        ]

    def markdown(self) -> str:
        """The whole card as a page."""
        limits = _table(("limit", "value", "95 %", "what it is"), self.limit_rows())
        kinds = _table(("probes", "right", "95 %", "as fitted", "n"), self.kind_rows())
        head = f"# How {self.model} reads\n\nIt reads like `{self.reader}`."
        counted = f"{self.fit.n} answers, {self.faults} that could not be read."
        return "\n\n".join(filter(None, (head, limits, kinds, counted, self.warning()))) + "\n"

    def as_json(self) -> dict[str, object]:
        """The card for a program."""
        return {
            "model": self.model,
            "reader": self.reader,
            "limits": {name: {**asdict(self.fit.estimates[name]), "n": self.fit.n} for name in SAYS},
            "kinds": [asdict(row) for row in self.kinds],
            "n": self.fit.n,
            "faults": self.faults,
            "explained": not self.warning(),
        }


def card_of(model: str, asked: ProbesAnswered) -> ModelCard:
    """Fits a model's answers.

    Raises:
        UsageError: if there are too few.
        MissingExtra: if scipy is not installed.
    """
    if len(asked.answers) < _FEWEST:
        raise UsageError(
            f"{len(asked.answers)} answers of {model} could be read, {len(asked.faults)} not:"
            f" it takes {_FEWEST} to say anything"
        )
    found = fit(asked.answers)
    return ModelCard(
        model=model, fit=found, kinds=_kinds(asked.answers, found.limits), faults=len(asked.faults)
    )


def spell(limits: Limits) -> str:
    """A reader's model string, with two figures to each limit; what is off is left out."""
    told = {name: getattr(limits, name) for name in SAYS}
    kept = [f"{name}={_figures(value)}" for name, value in told.items() if value != getattr(IDEAL, name)]
    return f"{BUILT_IN}:{','.join(kept)}" if kept else BUILT_IN


def format_limit(name: str, estimate: LimitEstimate) -> tuple[str, str]:
    """Formats a limit and its interval for a card."""
    if not estimate.is_told:
        return "cannot be told", "open"
    value, low, high = (
        "none" if each is None else _figures(each) for each in (estimate.value, estimate.low, estimate.high)
    )
    return value, low if low == high else f"{low} to {high}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _kinds(answers: Mapping[Probe, Player], limits: Limits) -> tuple[KindRow, ...]:
    total, right, expected = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for pattern in Likelihood.of(answers).patterns:
        for probe, told in zip(pattern.probes, pattern.answers(limits), strict=True):
            total[probe.kind] += 1
            right[probe.kind] += answers[probe] == probe.roles[0]
            expected[probe.kind] += float(told[0])
    shares = {kind: right[kind] / n for kind, n in total.items()}
    return tuple(
        KindRow(
            kind=kind, right=share, low=low, high=high, expected=expected[kind] / total[kind], n=total[kind]
        )
        for kind, share in shares.items()
        for low, high in [wilson(share, total[kind])]
    )


def _figures(value: float) -> str:
    return f"{float(f'{value:.2g}'):g}" if value < 100 else f"{float(f'{value:.2g}'):.0f}"
