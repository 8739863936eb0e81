"""Keys that contradict their story: the patch, the ceiling, and the score by keys put right."""

from pathlib import Path

import pytest
import yaml

from parlour.errors import ScriptError
from parlour.evaluation import Column, estimate
from parlour.games.mystery import Question, Script
from parlour.games.mystery.answers import GuessRule, ceiling, guess_score
from parlour.games.mystery.library import repairs
from parlour.games.mystery.wellplay import REPAIRS, key_state, patch_lines, repair_key, row_digest

WRONG = {"flags": ["key-contradicts-murderers"], "asked_of": ["Ann"]}
WHO = {"aspect": "who", "points": 10, "text": "Who killed Vic?", "options": ["Ann", "Bo", "Cy"], "key": ["b"]}
SUSPECT = {**WHO, **WRONG, "aspect": "suspect", "points": 5, "choose": 2, "key": ["c"]}
NOBODY = {**SUSPECT, "options": ["Ann", "Cy", "Di"], "key": ["b"]}


def script(*questions: object) -> Script:
    return Script.model_validate(
        {
            "title": "The Mill",
            "language": "en",
            "characters": [
                {"name": "Ann", "acts": ["…"]},
                {"name": "Bo", "aliases": ["the baker"], "acts": ["…"]},
                {"name": "Cy", "acts": ["…"]},
            ],
            "victims": [{"name": "Vic", "murderers": ["Bo"]}],
            "questions": questions,
        }
    )


@pytest.fixture
def patched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file for the patch of the mill, which is named but not written yet."""
    path = tmp_path / f"{tmp_path.name}.yaml"
    monkeypatch.setenv(REPAIRS, str(path))
    return path


def write(path: Path, *scripts: Script) -> None:
    path.write_text("\n".join(line for each in scripts for line in patch_lines(repairs(each))))


def test_a_patch_puts_a_key_right_wherever_its_options_stand(patched: Path):
    mill = script(SUSPECT)
    write(patched, mill)
    for seed in range(5):
        [question] = mill.with_shuffled_options(seed).questions
        right = repair_key(question)
        assert right
        assert [right.options[right.letters.index(letter)] for letter in right.key] == ["Bo"]
        assert key_state(question) == "repaired"
        assert key_state(right) == "sound"


def test_a_patch_holds_no_word_of_the_script_and_is_read_back(patched: Path):
    mill = script(WHO, {**SUSPECT, "options": ["Ann", "the baker", "Cy"]})
    write(patched, mill)
    assert yaml.safe_load(patched.read_text()) == {key: list(each) for key, each in repairs(mill).items()}
    assert not {"Vic", "baker", "killed"} & set(patched.read_text().replace("'", " ").split())
    assert repair_key(mill.questions[1])


def test_a_patch_knows_the_row_and_not_only_its_words(patched: Path):
    mill = script(SUSPECT)
    write(patched, mill)
    for change in ({"asked_of": ["Cy"]}, {"key": ["a"]}, {"text": "Who killed Val?"}):
        question = Question.model_validate({**SUSPECT, **change})
        assert row_digest(question) != row_digest(mill.questions[0])
        assert repair_key(question) is None


def test_where_no_option_names_who_did_it_nothing_can_be_put_right():
    assert repairs(script(NOBODY)) == {}
    assert key_state(script(NOBODY).questions[0]) == "wrong"


def test_the_ceiling_loses_what_wrong_keys_are_worth(patched: Path):
    mill = script({**WHO, "asked_of": ["Ann"]}, SUSPECT, NOBODY)
    write(patched, mill)
    told = [ceiling(mill)]
    assert estimate(told, "overall").value == 10 / 20
    assert estimate(told, "overall", Column.STRICT).value == 1
    assert estimate(told, "overall", Column.STRICT).n == 1
    assert estimate(told, "overall", Column.REPAIRED).value == 1
    assert estimate(told, "overall", Column.REPAIRED).n == 2


def test_without_a_patch_wrong_keys_are_left_out_of_the_score_by_right_ones():
    told = [ceiling(script({**WHO, "asked_of": ["Ann"]}, SUSPECT))]
    assert estimate(told, "overall", Column.REPAIRED).n == 1


def test_guesses_are_scored_by_the_keys_put_right(patched: Path):
    mill = script({**SUSPECT, "choose": 1})
    write(patched, mill)
    told = [guess_score(mill, GuessRule.RANDOM)]
    assert estimate(told, "overall", Column.REPAIRED).value == pytest.approx(1 / 3)


def test_a_patch_that_is_none_is_told_by_its_file(patched: Path):
    for text in ("[a, b]", "row: {a: b}", "row: ["):
        patched.write_text(text)
        with pytest.raises(ScriptError, match=patched.name):
            repair_key(script(SUSPECT).questions[0])
    patched.unlink()
    with pytest.raises(ScriptError, match=patched.name):
        repair_key(script(SUSPECT).questions[0])
