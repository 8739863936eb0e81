"""What would be heard in what a person types, and what not."""

from __future__ import annotations

from tests.cli.runs import Parlour

TABLE = ("--names", "Sylvia,Desmond,Conrad", "--dead", "Nora")


def test_each_text_comes_back_with_what_is_heard_in_it_and_what_is_not(parlour: Parlour):
    told = parlour("hear", "i saw conrd in the lobby at 7", "colourless green Nora", *TABLE, "--json").json
    assert [line["text"] for line in told] == ["i saw conrd in the lobby at 7", "colourless green Nora"]
    assert "Conrad" in told[0]["heard"][0]
    assert "lobby" in told[0]["heard"][0]
    assert told[0]["unheard"] == []
    assert told[1]["heard"] == []
    assert told[1]["unheard"] == ["colourless green Nora"]


def test_the_terminal_shows_the_same(parlour: Parlour):
    assert "Conrad" in parlour("hear", "i saw conrd in the lobby at 7", *TABLE).out


def test_a_game_that_is_not_there_is_asked_wrongly(parlour: Parlour):
    assert parlour("hear", "hello", *TABLE, "--game", "croquet").code == 2
