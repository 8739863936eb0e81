"""What would be heard in what a person types, and what not."""

from __future__ import annotations

from tests.cli.runs import Parlour

TABLE = ("--names", "Sylvia,Desmond,Conrad", "--dead", "Nora")


def test_each_text_comes_back_with_what_is_heard_in_it_and_what_is_not(parlour: Parlour):
    told = parlour(
        "hear", "i saw conrd in the lobby at 7", "the colourless Nora sleeps", *TABLE, "--json"
    ).json
    assert [line["text"] for line in told] == ["i saw conrd in the lobby at 7", "the colourless Nora sleeps"]
    assert "Conrad" in told[0]["heard"][0]
    assert "lobby" in told[0]["heard"][0]
    assert told[0]["unheard"] == []
    assert told[1]["heard"] == []
    assert told[1]["unheard"] == ["the colourless Nora sleeps"]


def test_the_terminal_shows_the_same(parlour: Parlour):
    assert "Conrad" in parlour("hear", "i saw conrd in the lobby at 7", *TABLE).out


def test_a_game_that_is_not_there_is_asked_wrongly(parlour: Parlour):
    assert parlour("hear", "hello", *TABLE, "--game", "croquet").code == 2


def test_the_question_that_is_open_says_what_a_short_answer_means(parlour: Parlour):
    [told] = parlour(
        "hear", "Nobody.", *TABLE, "--asked", "Whom did you see at 7:00?", "--to", "Conrad", "--json"
    ).json
    assert [why["act"] for why in told["why"]] == ["saw_nobody"]


def test_a_seer_is_heard_in_werewolf(parlour: Parlour):
    names = ("--names", ",".join(f"Player {n}" for n in (3, 1, 2, 4, 5, 6, 7, 8)), "--game", "werewolf")
    [told] = parlour("hear", "I'm the seer and I checked Player 6, she is a wolf", *names, "--json").json
    assert [why["act"] for why in told["why"]] == ["claim", "check"]
    assert "Player 6" in told["heard"][1]
    assert "werewolf" in told["heard"][1]


def test_what_else_may_be_meant_is_told_beside_what_is_heard(parlour: Parlour):
    names = ("--names", ",".join(f"Player {n}" for n in (3, 1, 2, 4, 5, 6, 7, 8)), "--game", "werewolf")
    texts = ("never mind 6, look at 4", "rather 4 than 6", "4 or 6", "I trust 6")
    told = parlour("hear", *texts, *names, "--json").json
    others = [reading for line in told for reading in line["others"]]
    assert others
    assert all(sentence.startswith(("I ", "As ", "So ", "My ")) for reading in others for sentence in reading)
    assert all(line["heard"] not in line["others"] for line in told)
    assert told[-1]["others"] == []
    assert f"or: {' '.join(others[0])}" in " ".join(parlour("hear", *texts, *names).out.split())
