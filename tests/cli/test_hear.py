"""What would be heard in what a person types, and what not."""

from __future__ import annotations

from pathlib import Path

from tests.cli.runs import Parlour
from tests.cli.test_likeness import write_tables

TABLE = ("--names", "Sylvia,Desmond,Conrad", "--dead", "Nora")


def test_each_text_comes_back_with_what_is_heard_in_it_and_what_is_not(parlour: Parlour):
    told = parlour(
        "hear", "i saw conrd in the lobby at 7", "the colourless Nora sleeps", *TABLE, "--json"
    ).json
    assert [line["text"] for line in told] == ["i saw conrd in the lobby at 7", "the colourless Nora sleeps"]
    assert told[0]["heard"] == []
    assert "Conrad" in told[0]["offered"][0]["text"]
    assert "lobby" in told[0]["offered"][0]["text"]
    assert told[0]["slips"] == ["conrd → Conrad"]
    assert told[0]["unheard"] == []
    assert told[1]["heard"] == []
    assert told[1]["unheard"] == ["the colourless Nora sleeps"]


def test_a_game_that_is_not_there_is_asked_wrongly(parlour: Parlour):
    assert parlour("hear", "hello", *TABLE, "--game", "croquet").code == 2


def test_the_question_that_is_open_says_what_a_short_answer_means(parlour: Parlour):
    [told] = parlour(
        "hear", "Nobody.", *TABLE, "--asked", "Whom did you see at 7:00?", "--to", "Conrad", "--json"
    ).json
    assert told["offered"][0]["acts"][0]["act"] == "saw_nobody"


def test_four_readings_are_offered_and_what_is_lit_is_heard(parlour: Parlour):
    names = ("--names", ",".join(f"Player {n}" for n in (3, 1, 2, 4, 5, 6, 7, 8)), "--game", "werewolf")
    texts = ("never mind 6, look at 4", "rather 4 than 6", "4 or 6", "I trust 6")
    told = parlour("hear", *texts, *names, "--json").json
    assert all(1 <= len(line["offered"]) <= 4 for line in told)
    assert all(len(line["heard"]) == sum(each["lit"] for each in line["offered"]) for line in told)
    assert told[-1]["offered"][0]["lit"]
    assert not any(each["lit"] for line in told[:-1] for each in line["offered"])
    shown = parlour("hear", *texts, *names).out
    assert "lit: trust Player 6" in shown
    assert f"off: {told[0]['offered'][0]['text']}" in shown


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
