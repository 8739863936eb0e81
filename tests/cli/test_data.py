"""Export, import and delete, as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.store import Store
from tests.cli.runs import Parlour
from tests.store.archive.played import games, laid, played


@pytest.fixture
def match(db: str) -> str:
    with Store.open(db) as store:
        return played(store, laid(games()["onenight"], method="random"))


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_match_goes_out_away_and_back(form: str, match: str, db: str, tmp_path: Path, parlour: Parlour):
    out = str(tmp_path / "out")
    told = parlour("export", match[:-1], "--format", form, "--out", out, "--db", db)
    assert (told.code, told.out.count("\n")) == (0, 1)
    assert "private" in told.err
    assert parlour("delete", match, "--yes", "--db", db).out == "deleted\n"
    assert parlour("replay", match).code == 2
    assert parlour("import", out, "--json", "--db", db).json["taken"] == [match]
    assert parlour("replay", match, "--quiet").code == 0


def test_nothing_is_deleted_where_nobody_can_be_asked(match: str, db: str, parlour: Parlour):
    told = parlour("delete", match, "--db", db)
    assert (told.code, told.err.splitlines()[-1]) == (
        2,
        "error: nobody can be asked here: say --yes to delete",
    )
    assert parlour("replay", match, "--quiet").code == 0


def test_what_is_not_there_is_said_in_a_sentence(match: str, db: str, tmp_path: Path, parlour: Parlour):
    told = parlour("export", "nothing", "--out", str(tmp_path / "out"), "--db", db)
    assert told.code == 2
    assert told.err.startswith("error: no match 'nothing' in ")
    assert "no run 'nothing'" in told.err
    assert not (tmp_path / "out").exists()
