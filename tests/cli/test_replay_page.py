"""`parlour replay --html` writes the page that the browser's replay offers."""

from __future__ import annotations

import json
from pathlib import Path

from parlour.store import Store
from parlour.web.export import page_of
from tests.cli.runs import Parlour

PLAY = ("play", "werewolf", "--method", "gratr", "--players", "6", "--seed", "3", "--json")


def test_a_match_is_written_as_one_page_beside_what_replay_says(parlour: Parlour, db: str, tmp_path: Path):
    match = parlour(*PLAY).json["match"]
    told = parlour("replay", match, "--json", "--html", str(tmp_path / "match.html"))
    assert told.code == 0
    assert json.loads(told.out)["identical"]
    assert "written: " in told.err
    with Store.open(db) as store:
        assert (tmp_path / "match.html").read_text("utf-8") == page_of(store.record(match))
    nowhere = parlour("replay", match, "--html", str(tmp_path / "no" / "folder.html"))
    assert nowhere.code == 2
    assert "cannot be written" in nowhere.err
