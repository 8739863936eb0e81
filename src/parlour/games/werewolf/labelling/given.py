"""Labels that somebody gave, as the page saves them: CSV or JSON with the columns item, label and rater."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from parlour.core import plain_json
from parlour.errors import UsageError
from parlour.games.werewolf.reasoning import Label


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")
    item: str
    label: Label
    rater: str = ""


_LINES = TypeAdapter(list[_Line])


@dataclass(frozen=True, kw_only=True)
class Given:
    """What one rater gave.

    Attributes:
        rater: who.
        labels: by the id of the item.
    """

    rater: str
    labels: Mapping[str, Label]


def read_labels(path: Path) -> list[Given]:
    """The labels in a file, by rater; an item that one rater labelled twice has the last label.

    Raises:
        UsageError: if the file cannot be read, or is not in that form, naming the line.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows: object = plain_json(text) if path.suffix == ".json" else list(csv.DictReader(io.StringIO(text)))
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"{path}: labels cannot be read: {error}") from error
    try:
        lines = _LINES.validate_python(rows)
    except ValidationError as error:
        raise UsageError(f"{path}: {_problem(error)}") from error
    if not lines:
        raise UsageError(f"{path}: no item is labelled")
    raters = dict.fromkeys(line.rater for line in lines)
    return [
        Given(
            rater=rater or path.stem,
            labels={line.item: line.label for line in lines if line.rater == rater},
        )
        for rater in raters
    ]


def _problem(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return "the file is no list of labels"
    number, *field = first["loc"]
    what = ".".join(map(str, field)) or "form"
    return f"label {int(number) + 1}: {what}: {first['msg']} (a label is one of {', '.join(Label)})"
