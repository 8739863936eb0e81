from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from parlour.errors import SetupError, UsageError
from parlour.games.mystery import library
from parlour.games.mystery.twins import generate_twins
from parlour.games.mystery.verbs.scripts import app


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=True)


def test_generate_prints_a_script_that_can_be_loaded():
    result = run("generate", "--seed", "3", "--players", "4", "--lang", "zh")
    script = library.loads(result.stdout)
    assert (script.language, len(script.players)) == ("zh", 4)
    assert run("generate", "--seed", "3", "--players", "4", "--lang", "zh").stdout == result.stdout


def test_generate_writes_a_file_that_check_proves(tmp_path: Path):
    file = tmp_path / "new.yaml"
    made = run(
        "generate", "--seed", "2", "--victims", "2", "--acts", "2", "--difficulty", "hard", "--out", file
    )
    assert made.exit_code == 0
    assert made.stdout == ""
    assert "6 players, 2 victims" in made.stderr
    result = run("check", "--solve", file)
    assert result.exit_code == 0
    for words in ("solved: ", "fewest testimonies: ", "bits by testimony: ", "framed by one lie: "):
        assert words in result.stdout


def test_generate_writes_either_of_two_twins(tmp_path: Path):
    for name in ("a", "b"):
        told = ("--seed", "2", "--difficulty", "hard", "--twin", name, "--out", tmp_path / f"{name}.yaml")
        assert run("generate", *told).exit_code == 0
        assert run("check", "--solve", tmp_path / f"{name}.yaml").exit_code == 0
    twins = generate_twins(2, difficulty="hard").scripts
    assert tuple(library.load(tmp_path / f"{name}.yaml") for name in ("a", "b")) == twins


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--difficulty", "5"), "witness twins are of difficulty normal, hard or 3, not 5"),
        (("--acts", "2"), "witness twins are told in one act: leave out --acts"),
    ],
)
def test_twins_that_cannot_be_are_refused_in_words(words: tuple[str, ...], said: str):
    refused = run("generate", "--seed", "1", "--twin", "a", *words)
    assert isinstance(refused.exception, UsageError)
    assert said in str(refused.exception)
    assert run("generate", "--seed", "1", "--twin", "c").exit_code == 2


def test_check_names_the_sentences_that_clash_and_ends_with_1(tmp_path: Path):
    file = tmp_path / "new.yaml"
    run("generate", "--seed", "2", "--players", "5", "--out", file)
    script = library.load(file)
    (guilty,) = script.victims[0].murderers
    civilian = next(name for name in script.players if name != guilty)
    lie = f"{guilty} had no motive to kill {script.victims[0].name}."
    parts = [
        part.model_copy(update={"acts": (f"{part.acts[0]}\n{lie}",)}) if part.name == civilian else part
        for part in script.characters
    ]
    library.save(script.model_copy(update={"characters": tuple(parts)}), file)
    result = run("check", "--solve", file)
    assert result.exit_code == 1
    assert "not solved" in result.stdout
    assert "meant, but impossible" in result.stdout
    assert lie in result.stdout


def test_what_cannot_be_generated_is_a_usage_error():
    result = run("generate", "--seed", "1", "--players", "3", "--victims", "3")
    assert isinstance(result.exception, SetupError)
    assert "3 victims need at least 5 players" in str(result.exception)
    assert run("generate", "--seed", "1", "--lang", "de").exit_code == 2
