import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner, Result

from parlour.errors import ScriptError, UnknownScript, UsageError
from parlour.games.mystery import Aspect, Category, Question, generate, library
from parlour.games.mystery.verbs.scripts import app
from parlour.games.mystery.wellplay import digest, row_digest

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
    game = tmp_path / "wellplay" / "Finch Hall (3 people)"
    for name in ("json", "final_result"):
        (game / name).mkdir(parents=True)
    info = {"script_name": "Finch Hall", "character_name": NAMES}
    (game / "json" / "script_info.json").write_text(json.dumps(info))
    for name in NAMES:
        did_it = int(name == "Ben Reed")
        part = {
            "script": ["You rent."],
            "victims": ["Old Finch"],
            "kill_by_me": [did_it],
            "is_murderer": did_it,
        }
        (game / "json" / f"{name}.json").write_text(json.dumps(part))
        (game / "final_result" / f"{name}.csv").write_text(
            "value,type,question,a,b,c,d,e,truth\nb,a,,By fire,By frost,By wind,By rain,,b\n"
        )
    return game.parent


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


def test_list_shows_a_table_to_a_person():
    assert "the-locked-mill" in run("list").stdout


def test_check_says_what_is_good_and_what_to_look_at(mill: Path):
    result = run("check", mill)
    assert result.exit_code == 0
    assert "'The Locked Mill' (en), 3 players, 1 victim, 1 question" in result.stdout
    assert "warning questions: 1, where 30 make a fair test" in result.stdout


def test_check_says_what_follows_from_a_script_and_how_hard_it_is(tmp_path: Path):
    file, script = tmp_path / "new.yaml", generate(2, players=4)
    file.write_text(library.saves(script))
    result = run("check", "--solve", file)
    assert result.exit_code == 0
    for words in (f"solved: {script.victims[0].murderers[0]}", "fewest testimonies: ", "framed by one lie: "):
        assert f"\n  {words}" in result.stdout
    assert "solved: " not in run("check", file).stdout


def test_check_ends_with_1_where_something_else_follows_than_is_meant(tmp_path: Path):
    file, script = tmp_path / "new.yaml", generate(2, players=4)
    victim = script.victims[0]
    innocent = next(name for name in script.players if name not in victim.murderers)
    other = victim.model_copy(update={"murderers": (innocent,)})
    file.write_text(library.saves(script.model_copy(update={"victims": (other,), "questions": ()})))
    result = run("check", "--solve", file)
    assert result.exit_code == 1
    assert "\n  not solved: " in result.stdout
    assert run("check", file).exit_code == 0


def test_check_names_every_bad_file_and_ends_with_2(mill: Path, tmp_path: Path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(MILL.replace("key: b", "key: d"))
    result = run("check", bad, mill, tmp_path / "none.yaml")
    assert result.exit_code == 2
    assert f"error: {bad}:12: questions[0].key: 'd' has no option" in result.stderr
    assert "no such file" in result.stderr
    assert "good" in result.stdout


def test_twins_say_themselves_whose_words_are_needed():
    refused = run("generate", "--seed", "1", "--twin", "a", "--needed", "2")
    assert isinstance(refused.exception, UsageError)
    assert "leave out --needed" in str(refused.exception)


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


def test_an_import_of_nothing_says_what_was_looked_for(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    result = run("import", "wellplay", tmp_path / "empty")
    assert isinstance(result.exception, ScriptError)
    assert "looked for json/script_info.json" in str(result.exception)


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
    for secret in ("pushed", "killed by", "Who did it?"):
        assert secret not in plain
        assert secret in spoilt
    assert "* b. Bo" in spoilt


def test_show_of_an_unknown_script_names_the_nearest():
    result = run("show", "the-lockt-mill")
    assert isinstance(result.exception, UnknownScript)
    assert "the-locked-mill" in str(result.exception)
