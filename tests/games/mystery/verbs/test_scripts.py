import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner, Result

from parlour.errors import UsageError
from parlour.games.mystery import Aspect, Category, Question, generate, library
from parlour.games.mystery.verbs.scripts import app
from parlour.games.mystery.wellplay import digest, row_digest
from tests.games.mystery.library.wellplay.conftest import part, table, write

MILL = """\
title: The Locked Mill
language: en
warning: A death.
synopsis: The miller is dead.
characters:
- {name: Ann, acts: You hid the key.}
- {name: Bo, acts: You pushed him.}
- {name: Cy, acts: You slept.}
victims:
- {name: Dee, murderers: Bo}
relations:
- {of: Ann, to: Bo, kinds: [sister, partner]}
questions:
- {aspect: who, points: 10, text: Who did it?, options: [Ann, Bo, Cy], key: b, flags: odd-one-out}
"""


NAMES = ["Ada Moss", "Ben Reed", "Cora Vale"]


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=True)


@pytest.fixture(autouse=True)
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_SCRIPTS", str(tmp_path / "library"))
    (tmp_path / "library").mkdir()
    path = tmp_path / "library" / "mill.yaml"
    path.write_text(MILL)
    return path


@pytest.fixture
def finch(tmp_path: Path) -> Path:
    """A game in the authors' layout, of our own."""
    parts = {name: part(kill_by_me=[name == "Ben Reed"], is_murderer=name == "Ben Reed") for name in NAMES}
    row = ("b", "a", "", "By fire", "By frost", "By wind", "By rain", "", "b")
    write(tmp_path / "wellplay" / "Finch Hall", parts=parts, tables={name: table([row]) for name in NAMES})
    return tmp_path / "wellplay"


def test_list_prints_what_a_program_reads_and_nothing_else(mill: Path):
    (mill.parent / "broken.yaml").write_text("title: [")
    result = run("list", "--json")
    (entry,) = [entry for entry in json.loads(result.stdout) if entry["id"] == "the-locked-mill"]
    assert entry == {
        "id": "the-locked-mill",
        "story": "the-locked-mill",
        "title": "The Locked Mill",
        "language": "en",
        "players": 3,
        "victims": 1,
        "questions": {"objective": 3, "reasoning": 0, "relations": 0},
        "flags": {"odd-one-out": 3},
    }
    assert "left out" in result.stderr
    assert "broken.yaml:" in result.stderr


def test_check_says_what_is_good_and_what_to_look_at(mill: Path):
    result = run("check", mill)
    assert result.exit_code == 0
    assert "'The Locked Mill' (en), 3 players, 1 victim, 1 question" in result.stdout
    assert "warning questions: 1, where 30 make a fair test" in result.stdout


def test_check_names_every_bad_file_and_ends_with_2(mill: Path, tmp_path: Path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(MILL.replace("key: b", "key: d"))
    result = run("check", bad, mill, tmp_path / "none.yaml")
    assert result.exit_code == 2
    assert f"error: {bad}:14: questions[0].key: 'd' has no option" in result.stderr
    assert "no such file" in result.stderr
    assert "good" in result.stdout


def test_import_keeps_the_scripts_and_prints_them_as_list_does(finch: Path):
    imported = json.loads(run("import", "wellplay", finch, "--lang", "en", "--json").stdout)
    assert [entry["id"] for entry in imported] == ["finch-hall"]
    assert imported[0]["flags"] == {"no-text": 3}
    assert imported[0] in json.loads(run("list", "--json").stdout)


def test_import_tells_of_each_row_what_was_done_to_it_beside_what_a_program_reads(finch: Path):
    result = run("import", "wellplay", finch, "--json")
    assert json.loads(result.stdout)
    told = [line for line in result.stderr.splitlines() if line.startswith("Finch Hall (en): ")]
    assert told == [f"Finch Hall (en): {name}.csv:2: it has no words (no-text)" for name in NAMES]


def test_importing_again_replaces_and_may_shuffle(finch: Path, mill: Path):
    run("import", "wellplay", finch)
    plain = (mill.parent / "finch-hall.yaml").read_text()
    result = run("import", "wellplay", finch, "--shuffle", "3", "--json")
    shuffled = (mill.parent / "finch-hall.yaml").read_text()
    assert [entry["id"] for entry in json.loads(result.stdout)] == ["finch-hall"]
    assert "options_seed: 3" in shuffled
    assert plain != shuffled


def test_statistics_stand_beside_the_published_ones_which_are_in_brackets_where_they_differ():
    assert isinstance(run("statistics").exception, UsageError)
    sin = generate(3, players=4).model_copy(update={"id": "sin", "title": "Sin"})
    library.add(sin)
    told = {row["story"]: row for row in json.loads(run("statistics", "--json").stdout)}
    assert len(told) == 12 + 1
    assert told["sin"]["ours"]["players"] == told["sin"]["published"]["players"] == 4
    assert told["sin"]["published"]["tokens_per_player"] == 1378
    assert told["sin"]["ours"]["questions"]["objective"] == sin.rows(Category.OBJECTIVE)
    assert told["manna"]["ours"] is None
    assert told["sum of 1"]["published"] == told["sin"]["published"]
    assert f"{sin.rows()} (44)" in run("statistics").stdout
    assert isinstance(run("statistics", "--lang", "zh").exception, UsageError)


def test_the_repairs_of_what_was_imported_are_printed_as_a_patch():
    script = generate(3, players=4)
    who = next(each for each in script.questions if each.aspect == Aspect.WHO)
    wrong = next(letter for letter in who.letters if letter not in who.key)
    kept = who.model_copy(update={"key": (wrong,), "flags": (Question.CONTRADICTS,)})
    library.add(script.model_copy(update={"questions": (kept,)}))
    assert yaml.safe_load(run("repairs").stdout) == {
        row_digest(kept): [digest(who.options[who.letters.index(letter)]) for letter in who.key]
    }


def test_show_gives_nothing_away_unless_asked():
    plain, spoilt = run("show", "the-locked-mill").stdout, run("show", "the-locked-mill", "--spoilers").stdout
    assert "The miller is dead." in plain
    assert "Warning: A death." in plain
    for secret in ("pushed", "killed by", "Ann is sister and partner of Bo", "Who did it?"):
        assert secret not in plain
        assert secret in spoilt
    assert "* b. Bo" in spoilt
