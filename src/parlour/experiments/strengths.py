"""Arms at several strengths of the reader, each set against others at the same strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.experiments.arm import Arm
from parlour.experiments.suite import StrengthPoint, with_method
from parlour.llm import READER


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
        return f"{READER}:{self.limit}={self.value}" if self.limit else READER

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
        told = (self._at(arm, strength) for strength in self.strengths for arm in self.arms)
        return (*told, *(self._line(arm) for arm in self.lines))

    @property
    def points(self) -> Mapping[str, StrengthPoint]:
        """The position of each condition in a figure."""
        told = {
            self._name_at(arm.name, strength): StrengthPoint(
                curve=arm.name, limit=strength.limit, value=strength.value, table=self.table
            )
            for strength in self.strengths
            for arm in self.arms
        }
        lines = (self._line(arm).name for arm in self.lines)
        return told | {name: StrengthPoint(curve=name, is_line=True, table=self.table) for name in lines}

    @property
    def against(self) -> Mapping[str, tuple[str, ...]]:
        """The conditions that each is compared with, at the same strength."""
        return {
            self._name_at(name, strength): tuple(self._name_at(each, strength) for each in others)
            for strength in self.strengths
            for name, others in self.rivals.items()
        }

    def _name_at(self, name: str, strength: Strength) -> str:
        return ", ".join(filter(None, (f"{name} at {strength.name}", self.table)))

    def _at(self, arm: Arm, strength: Strength) -> Arm:
        named = self._name_at(arm.name, strength)
        return with_method(arm, named, f"{arm.method}@{strength.model}", arm.note) or arm

    def _line(self, arm: Arm) -> Arm:
        named = ", ".join(filter(None, (arm.name, self.table)))
        return with_method(arm, named, arm.method, arm.note) or arm
