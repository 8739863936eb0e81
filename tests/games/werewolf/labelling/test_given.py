"""Labels as somebody gave them, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.errors import UsageError
from parlour.games.werewolf.deeds import Label
from parlour.games.werewolf.labelling import read_labels

ROWS = [("m.1", "correct", "ann"), ("m.2", "deception", "ann"), ("m.1", "hallucination", "bob")]


def as_csv(rows: list[tuple[str, str, str]]) -> str:
    return "\n".join(["item,label,rater", *(",".join(row) for row in rows)]) + "\n"


def as_json(rows: list[tuple[str, str, str]]) -> str:
    return json.dumps([dict(zip(("item", "label", "rater"), row, strict=True)) for row in rows])


@pytest.mark.parametrize(("name", "text"), [("l.csv", as_csv(ROWS)), ("l.json", as_json(ROWS))])
def test_labels_are_read_by_rater(tmp_path: Path, name: str, text: str):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    ann, bob = read_labels(path)
    assert (ann.rater, ann.labels) == ("ann", {"m.1": Label.CORRECT, "m.2": Label.DECEPTION})
    assert (bob.rater, bob.labels) == ("bob", {"m.1": Label.HALLUCINATION})


def test_a_spreadsheet_s_mark_and_columns_of_its_own_are_no_matter(tmp_path: Path):
    path = tmp_path / "mine.csv"
    path.write_text("\ufeffitem,label,comment\nm.1,correct,fine\n", "utf-8")
    [told] = read_labels(path)
    assert (told.rater, told.labels) == ("mine", {"m.1": Label.CORRECT})


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("l.csv", as_csv([*ROWS, ("m.3", "rubbish", "ann")]), "label 4: label"),
        ("l.csv", "id,label\nm.1,correct\n", "label 1: item"),
        ("l.csv", "item,label\n", "no item is labelled"),
        ("l.json", "[", "cannot be read"),
        ("l.json", "{}", "the file"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, name: str, text: str, said: str):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=said):
        read_labels(path)
