"""Games of the original set of Werewolf Among Us, in files of our own making."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.errors import TranscriptError
from parlour.games.onenight.among_us.recording import RecordedTable, read_original
from parlour.lab.transcripts import CORPORA
from tests.lab.transcripts.layouts import write_original

PLAYERS = ["Wanda", "Center card 1", "Otto", "Wanda", "Grace"]
START = ["Robber", "Villager", "Tanner", "Seer", "Werewolf"]
END = ["Werewolf", "Villager", "Tanner", "Seer", "Robber"]
GAME = {"playerNames": PLAYERS, "startRoles": START, "endRoles": END, "votingOutcome": [2, -1, "Wanda", 0, 9]}


def read(folder: Path, content: object) -> list[RecordedTable]:
    return list(read_original(write_original(folder, content)))


def test_cards_of_the_middle_and_players_who_stand_twice_hide_nobody_who_comes_after_them(tmp_path: Path):
    [table] = read(tmp_path, {"Game2": GAME})
    assert table.start == {"Wanda": "robber", "Otto": "tanner", "Grace": "werewolf"}
    assert table.end == {"Wanda": "werewolf", "Otto": "tanner", "Grace": "robber"}
    assert table.centre == ["villager"]
    assert table.votes == {"Wanda": "Otto", "Otto": "Wanda", "Grace": None}
    assert (table.game, table.origin, table.recording) == ("Game2", "Youtube", "The Long Porch  Retro 3")


@pytest.mark.parametrize(
    ("content", "games"),
    [(GAME, ["game"]), ([GAME], ["game"]), ({"one": GAME, "two": GAME}, ["one", "two"]), ([], [])],
)
def test_a_file_holds_one_game_or_several(tmp_path: Path, content: object, games: list[str]):
    tables = read(tmp_path, content)
    assert [table.game for table in tables] == games
    assert all([*table.end] == ["Wanda", "Otto", "Grace"] for table in tables)


def test_what_is_no_game_is_named(tmp_path: Path):
    with pytest.raises(TranscriptError, match="no game of the original set") as told:
        read(tmp_path, {"Game2": {"votingOutcome": []}})
    assert "Game2.playerNames" in str(told.value)


def test_a_game_of_a_long_name_has_a_short_id_of_its_own(tmp_path: Path):
    names = [f"{'round ' * 40}{n}" for n in (1, 2)]
    folder = write_original(tmp_path, dict.fromkeys(names, GAME))
    first, second = (told.id for told in CORPORA.find("werewolf-among-us").read(folder))
    assert first != second
    assert max(len(first), len(second)) <= 200
    assert first.startswith("wau-the-long-porch-retro-3-round-round-")
