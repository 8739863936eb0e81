"""A published table: as it is printed, and as it must have been meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from importlib.resources import files
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, model_validator

from parlour.core.language import read_yaml
from parlour.errors import UsageError
from parlour.experiments.suite import Edition, Measured, Published, PublishedKey
from parlour.llm import Language

OVERALL = "overall"
PM = "±"
SUFFIX = ".yaml"


def _cell(raw: object) -> object:
    """Reads `.067±.047`, `.312` or null."""
    if isinstance(raw, str):
        value, _, deviation = raw.partition(PM)
        return {"value": value, "deviation": deviation or None}
    return {"value": raw} if raw is None or isinstance(raw, int | float) else raw


class Doubt(BaseModel, frozen=True, extra="forbid"):
    """A cell that cannot be believed as it is printed.

    Attributes:
        column: its column; empty for the whole row.
        value: the corrected value; None where it is not known.
    """

    row: str
    metric: str
    column: str = ""
    value: float | None = None
    note: str


class TableRow(BaseModel, frozen=True, extra="forbid"):
    """A row under its printed label."""

    label: str
    metric: str
    cells: tuple[Annotated[Published, BeforeValidator(_cell)], ...]

    @model_validator(mode="before")
    @classmethod
    def _compact(cls, raw: object) -> object:
        if not isinstance(raw, list):
            return raw
        label, metric, *cells = cast("list[object]", raw)
        return {"label": label, "metric": metric, "cells": cells}


class PublishedTable(BaseModel, frozen=True, extra="forbid"):
    """A table of a paper.

    Attributes:
        paper: whose it is, as methods name the papers that measured them (`Preset`).
        temperature: of the model; None where the paper does not give it.
    """

    source: str
    model: str
    same_model: tuple[str, ...]
    language: Language
    paper: str = ""
    stories: int = 0
    games: int = 0
    temperature: float | None = None
    models: Mapping[str, tuple[str, ...]] = {}
    summed: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    doubts: tuple[Doubt, ...] = ()
    remarks: Mapping[str, str] = {}
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]

    @property
    def settings(self) -> Measured:
        return Measured(**self.model_dump(include={field.name for field in fields(Measured)}))

    def as_suite_numbers(
        self, conditions: Mapping[str, Sequence[str]] | None = None
    ) -> dict[PublishedKey, Published]:
        """Returns its numbers in the form of suites: labels put right, doubts applied, sums divided."""
        return self._numbers([row for row in self.rows if row.label not in self.models], conditions)

    def editions(self, conditions: Mapping[str, Sequence[str]] | None = None) -> tuple[Edition, ...]:
        """Its numbers model by model, each as `published` holds those that stand for all."""
        return tuple(
            Edition(
                measured=replace(self.settings, model=model, same_model=names),
                published=self._numbers([row for row in self.rows if row.label == model], conditions),
            )
            for model, names in self.models.items()
        )

    def _numbers(
        self, rows: Sequence[TableRow], conditions: Mapping[str, Sequence[str]] | None
    ) -> dict[PublishedKey, Published]:
        numbers: dict[PublishedKey, Published] = {}
        for row in rows:
            for column, cell in zip(self.columns, row.cells, strict=True):
                if cell.value is not None:
                    number = self._number(row, column, cell)
                    is_all = row.label == OVERALL or row.label in self.models
                    script = "" if is_all else self.labels.get(row.label, row.label)
                    for condition in (conditions or {}).get(column, (column,)):
                        numbers[condition, script, row.metric] = number
        return numbers

    def _number(self, row: TableRow, column: str, cell: Published) -> Published:
        for doubt in self.doubts:
            if (doubt.row, doubt.metric) == (row.label, row.metric) and doubt.column in ("", column):
                return Published(value=doubt.value, note=doubt.note)
        if cell.value is not None and row.label == OVERALL and row.metric in self.summed:
            note = f"{cell.value:g} is printed, for all {self.stories} stories together"
            return Published(value=cell.value / self.stories, note=note)
        return replace(cell, note=self.remarks.get(row.metric, ""))


def tables(package: str) -> tuple[str, ...]:
    """Returns the names of all tables that a package brings in its folder `published`."""
    names = sorted(file.name for file in files(package).joinpath("published").iterdir())
    return tuple(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


@cache
def table(package: str, name: str) -> PublishedTable:
    """Returns a table of a package by the name of its file."""
    if name not in tables(package):
        raise UsageError(f"no published table {name!r}; there are: {', '.join(tables(package))}")
    text = files(package).joinpath("published").joinpath(f"{name}{SUFFIX}").read_text("utf-8")
    return PublishedTable.model_validate(read_yaml(text))
