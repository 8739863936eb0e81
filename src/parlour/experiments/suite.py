"""A suite: the conditions of an experiment, its stories, metrics and published numbers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from parlour.core import Registry
from parlour.errors import UsageError
from parlour.evaluation.richness import Judge, TableTalk
from parlour.experiments.arm import Arm
from parlour.llm import BUILT_IN, Language, ModelPool
from parlour.store import Store

Figure = Literal["bars", "boxes", "clouds", "curves", "costs", "dialogues", "pairs", "radar", "strengths"]
"""The form in which a paper shows a result: bars by method with what plays nothing as lines, box plots with a
line of costs, curves over rounds, bars of time and cost, dialogues side by side, bars of methods that met
each other, clouds of words, radar charts beside a baseline, curves over the strength of the model."""


@dataclass(frozen=True, kw_only=True)
class SuiteRow:
    """A row of a table: the matches of some arms, or the share that some methods had in them.

    Attributes:
        methods: whose seats count; every seat if empty.
    """

    name: str
    arms: tuple[str, ...]
    methods: tuple[str, ...] = ()
    note: str = ""

    @staticmethod
    def of(arm: Arm) -> SuiteRow:
        """Returns an arm as it is: where methods meet, the share of its own."""
        return SuiteRow(name=arm.name, arms=(arm.name,), methods=arm.own, note=arm.note)


@dataclass(frozen=True, kw_only=True)
class StrengthPoint:
    """The position of a condition in a figure of scores over the strength of its agents.

    Attributes:
        limit: the limit that is set; empty where none is, so that the point begins the curve of each limit.
        is_line: whether it has no strength that varies: the ceiling or the floor.
        table: the name of its kind of table; empty where the suite has one kind.
    """

    curve: str
    limit: str = ""
    value: str = ""
    is_line: bool = False
    table: str = ""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """The settings under which a paper's numbers were measured, which decide if ours are comparable.

    Attributes:
        paper: the paper of the table, as methods name it (`Preset`); empty where none does.
        temperature: of what the model wrote; None where it is not published.
    """

    source: str
    model: str
    same_model: tuple[str, ...]
    language: Language
    paper: str = ""
    stories: int = 0
    games: int = 0
    evaluations: int = 3
    temperature: float | None = None


INVENTED = "an invented number, to show the form"
"""The note of a number that stands in the place of a published one, and is none."""


@dataclass(frozen=True, kw_only=True)
class Published:
    """A number that a paper prints.

    Attributes:
        value: the number; None in an empty cell, and where the paper's own numbers disagree.
        deviation: what stands behind its ±, if anything.
    """

    value: float | None
    deviation: float | None = None
    note: str = ""


PublishedKey = tuple[str, str, str]
"""Condition, script (empty for all of them together) and metric."""


@dataclass(frozen=True, kw_only=True)
class Edition:
    """The numbers of a table as one of several models gave them.

    Attributes:
        measured: on what; None where nothing is published.
    """

    measured: Measured | None
    published: Mapping[PublishedKey, Published]

    @property
    def model(self) -> str:
        return self.measured.model if self.measured else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The strings that the names of that model contain."""
        return self.measured.same_model if self.measured else ()


@dataclass(frozen=True, kw_only=True)
class Suite:
    """One published table or figure, as something that can be run.

    Attributes:
        metrics: what is measured, by the names of `evaluation` and of its `richness`.
        plays: the suite whose matches it reads, which has the same arms; empty where it plays its own.
        stories: the default request for stories: of a game without stories of its own, the game.
        languages: the default ones; those of its conditions where none is named.
        games: the default matches per story and condition, or generated stories or tables in all.
        measured: on what they were measured; None where nothing is published.
        editions: the same numbers by model, where the paper has several and `published` is their mean.
        reference: the condition with which the others are compared by a t-test; empty for none.
        not_comparable: why ours and theirs cannot be compared, whatever was run; empty if they can.
        proposed: the condition that the paper proposes, which figures set off; empty for none.
        elicits: whether beliefs about other seats are elicited at each vote by default.
        temperature: the paper's, for models without one in their settings; None for the usual one.
        judging: judges the games with a model; None where the table needs no judge.
    """

    name: str
    title: str
    source: str
    conditions: tuple[Arm, ...]
    metrics: tuple[str, ...]
    plays: str = ""
    views: tuple[SuiteRow, ...] = ()
    stories: str
    games: int = 1
    languages: tuple[Language, ...] = ()
    by_script: bool = False
    figure: Figure | None = None
    published: Mapping[PublishedKey, Published]
    measured: Measured | None = None
    editions: tuple[Edition, ...] = ()
    reference: str = ""
    against: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], hash=False)
    points: Mapping[str, StrengthPoint] = field(default_factory=dict[str, StrengthPoint], hash=False)
    not_comparable: str = ""
    proposed: str = ""
    parts: str = "parts"
    elicits: bool = False
    temperature: float | None = None
    judging: Judging | None = None
    added: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], hash=False)

    @property
    def game(self) -> str:
        return self.conditions[0].game

    @property
    def series(self) -> Mapping[str, str]:
        """Which added method each of the added arms is of."""
        return {arm: name for name, arms in self.added.items() for arm in arms}

    @property
    def repeats_questions(self) -> bool:
        """True if a run may set the number of evaluations: in a match, or by matches of their own."""
        return any(
            arm.evaluations(2) > arm.evaluations(1) or len([*arm.matches(2)]) > len([*arm.matches(1)])
            for arm in self.conditions
        )

    @property
    def run_name(self) -> str:
        """The name of the suite under which its matches are stored."""
        return self.plays or self.name

    @property
    def rows(self) -> tuple[SuiteRow, ...]:
        return self.views or tuple(map(SuiteRow.of, self.conditions))

    def view(self, name: str) -> SuiteRow:
        return next(view for view in self.rows if view.name == name)

    def arm(self, name: str) -> Arm:
        return next(arm for arm in self.conditions if arm.name == name)

    def beside(self, model: str) -> Edition:
        """Returns the edition to compare a model with: that of the same model, or else the suite's own.

        Of several names that are part of the model's, such as GPT-4o's and GPT-4o mini's, the longest is
        meant.
        """
        fits = [
            (len(name), edition)
            for edition in self.editions
            for name in edition.names
            if name in model.lower()
        ]
        own_edition = Edition(measured=self.measured, published=self.published)
        return max(fits, key=lambda fit: fit[0])[1] if fits else own_edition


SUITES: Registry[Suite] = Registry(
    group="parlour.suites", noun="suite", kind=Suite, verb="parlour suites", is_named=True
)


def suites() -> tuple[Suite, ...]:
    """Returns every suite that works, by name."""
    return tuple(suite for _, suite in sorted(SUITES.load_all().items()))


def find_suite(name: str) -> Suite:
    """Returns the suite of that name."""
    return SUITES.find(name)


UNFIT, GUESSED = (",", "|", "="), "(guess)"
"""Separators, which no name of an added method contains, and a suffix that none has."""


def with_all_added(suite: Suite, added: Mapping[str, str]) -> Suite:
    """Returns a suite with several methods beside its own, each `METHOD[:OPTIONS][@MODEL]`, by name."""
    for name, method in added.items():
        suite = with_added(suite, name, method)
    return suite


def with_added(suite: Suite, name: str, method: str) -> Suite:
    """Returns a suite in which another method plays by the rules of its own, on the same stories.

    The method takes the place of the suite's reference, or of what it proposes, or of the first that plays:
    once for every arm that has that very method, as against each rival of a pairing, or with each number
    of rounds. Nothing published stands beside it.

    Args:
        suite: what it is measured in.
        name: how its rows are called.
        method: `METHOD[:OPTIONS][@MODEL]`.

    Raises:
        UsageError: if the suite has that name already, or its arms cannot be played by another method.
    """
    if not name.strip() or not method.strip():
        raise UsageError(f"--add {name}={method}: write it as NAME=METHOD[:OPTIONS][@MODEL]")
    if any(mark in name for mark in UNFIT) or name.endswith(GUESSED):
        unfit = f"no {' '.join(UNFIT)} in it and no {GUESSED} at its end"
        raise UsageError(f"--add {name}={method}: a name has {unfit}")
    arms = tuple(_arms(suite, name, method))
    if not arms:
        raise UsageError(f"--add {name}={method}: {suite.name} sets it against itself alone")
    if duplicates := [
        arm_name for arm_name in (name, *(arm.name for arm in arms)) if arm_name in _names(suite)
    ]:
        raise UsageError(
            f"--add {name}={method}: {suite.name} has {duplicates[0]!r} already; take another name"
        )
    return replace(
        suite,
        conditions=(*suite.conditions, *arms),
        views=(*suite.views, *map(SuiteRow.of, arms)) if suite.views else (),
        added={**suite.added, name: tuple(arm.name for arm in arms)},
    )


def _arms(suite: Suite, name: str, method: str) -> Iterator[Arm]:
    template, series = _template(suite), suite.series
    same_method = [
        arm for arm in suite.conditions if arm.method == template.method and arm.name not in series
    ]
    for arm in same_method:
        note = f"added: {method} in the place of {arm.method}"
        new_arm = arm.with_method(name, method, note)
        if new_arm and new_arm.name == name and len(same_method) > 1:
            new_arm = arm.with_method(f"{name} ({arm.name})", method, note)
        if new_arm:
            yield new_arm


def _template(suite: Suite) -> Arm:
    arms = {arm.name: arm for arm in suite.conditions}
    key_arms = [arms[name] for name in (suite.reference, suite.proposed) if name in arms]
    played = [arm for arm in suite.conditions if arm.is_played and not arm.is_by_lot]
    return [*key_arms, *played, *suite.conditions][0]


def _names(suite: Suite) -> frozenset[str]:
    arms = (arm.name for arm in suite.conditions)
    published = (condition for condition, _, _ in suite.published)
    return frozenset((*arms, *(view.name for view in suite.rows), *published))


class CountedVerdicts(Judge, Protocol):
    """A judge's replies."""

    @property
    def requests(self) -> int: ...

    @property
    def times(self) -> int: ...

    @property
    def unreadable(self) -> int: ...


Judging = Callable[[Sequence[TableTalk], str, str, Store, ModelPool], Awaitable[CountedVerdicts]]
"""Judges games with a model, given the model, the run's id, the store that keeps the replies, and the models;
a reply that cannot be read counts as missing."""


@dataclass(frozen=True, kw_only=True)
class Strength:
    """A strength of the reader: one limit, or none.

    Attributes:
        limit: which; empty for none.
    """

    limit: str = ""
    value: str = ""

    @property
    def model(self) -> str:
        """The reader of that strength, as a model is written."""
        return f"{BUILT_IN}:{self.limit}={self.value}" if self.limit else BUILT_IN

    @property
    def name(self) -> str:
        """The strength as a part of an arm's name."""
        return f"{self.limit} {self.value}" if self.limit else "full strength"


FULL = Strength()
"""No limit: where methods are not to change anything that is not read."""


@dataclass(frozen=True, kw_only=True)
class StrengthGrid:
    """Every arm at every strength, on tables of one kind.

    Attributes:
        rivals: by the name of an arm, those that it is set against: plain play, its placebo, and itself
            without one of its parts.
        table: the name of this kind of table; empty where the suite has one kind.
    """

    arms: tuple[Arm, ...]
    strengths: tuple[Strength, ...]
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    lines: tuple[Arm, ...] = ()
    table: str = ""

    @property
    def conditions(self) -> tuple[Arm, ...]:
        """All arms of the grid, strength by strength."""
        arms = (self._at(arm, strength) for strength in self.strengths for arm in self.arms)
        return (*arms, *(self._line(arm) for arm in self.lines))

    @property
    def points(self) -> Mapping[str, StrengthPoint]:
        """The position of each condition in a figure."""
        on_curves = {
            self._name_at(arm.name, strength): StrengthPoint(
                curve=arm.name, limit=strength.limit, value=strength.value, table=self.table
            )
            for strength in self.strengths
            for arm in self.arms
        }
        lines = (self._line(arm).name for arm in self.lines)
        return on_curves | {name: StrengthPoint(curve=name, is_line=True, table=self.table) for name in lines}

    @property
    def against(self) -> Mapping[str, tuple[str, ...]]:
        """The conditions that each is compared with, at the same strength."""
        return {
            self._name_at(name, strength): tuple(self._name_at(other, strength) for other in others)
            for strength in self.strengths
            for name, others in self.rivals.items()
        }

    def _name_at(self, name: str, strength: Strength) -> str:
        return ", ".join(filter(None, (f"{name} at {strength.name}", self.table)))

    def _at(self, arm: Arm, strength: Strength) -> Arm:
        name = self._name_at(arm.name, strength)
        return arm.with_method(name, f"{arm.method}@{strength.model}", arm.note) or arm

    def _line(self, arm: Arm) -> Arm:
        name = ", ".join(filter(None, (arm.name, self.table)))
        return arm.with_method(name, arm.method, arm.note) or arm
