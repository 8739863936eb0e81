"""The reader's likelihoods fitted to recorded games, by typing."""

from __future__ import annotations

from pathlib import Path

from tests.cli.runs import Parlour
from tests.cli.test_likeness import write_tables


def test_tables_are_fitted_to_one_half_and_tested_on_the_other(parlour: Parlour, db: str, tmp_path: Path):
    parlour("transcripts", "import", "jsonl", write_tables(tmp_path / "games.jsonl", 12), "--db", db)
    done = parlour("fit", "onenight", "--db", db, "--json", "--seed", "1")
    assert done.code == 0, done.err
    told = done.json
    assert (len(told["fitted_to"]), len(told["held_out"])) == (6, 6)
    assert {*told["fitted_to"]}.isdisjoint(told["held_out"])
    cases = {each["kind"]: each["cases"] for each in told["clues"]}
    judged = [each["fitted"] == each["judged"] for each in cases["claims_seer"]]
    assert all(judged)  # nobody claimed it
    accused = {each["case"]: each["times"] for each in cases["suspects"]}
    assert accused["by one of the village, of a werewolf"] == 6  # Cy accuses Ben, once a game
    side, sought = told["log_loss"]
    assert (side["of"], sought["of"], sought["games"]) == ("side", "sought", 6)
    assert sought["fitted"] < sought["deck"]  # all games are alike: what was learned holds
    assert parlour("fit", "onenight", "--db", db, "--json", "--seed", "1").json == told
    printed = parlour("fit", "onenight", "--db", db).out
    assert "On the other 6 games (less is better):" in printed
    assert "nobody did these, which stay as judged: " in printed


def test_too_few_games_and_a_game_without_tables_are_said(parlour: Parlour, db: str, tmp_path: Path):
    parlour("transcripts", "import", "jsonl", write_tables(tmp_path / "games.jsonl", 4), "--db", db)
    assert "too few games to tell: 2" in parlour("fit", "onenight", "--db", db).out
    for words, told in (
        (("werewolf",), "two recorded games of people at least are wanted, and there is none"),
        (("mystery",), "mystery has no tables to be fitted"),
        (("chess",), "no game 'chess'"),
    ):
        done = parlour("fit", *words, "--db", db)
        assert done.code == 2
        assert told in done.err
