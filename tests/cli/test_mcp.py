"""What `parlour mcp` refuses, and a match on record as a page of its own."""

from __future__ import annotations

import json
from pathlib import Path

from parlour.store import Store
from parlour.web.export import page_of
from tests.cases import cases
from tests.cli.runs import Parlour


@cases("option", [("--budget", "0.01"), ("--concurrency", "2"), ("--db", "other.db")])
def test_what_is_of_own_tables_is_refused_where_a_server_has_them(parlour: Parlour, option: tuple[str, str]):
    done = parlour("mcp", "--server", "http://127.0.0.1:9", *option)
    assert done.code == 2
    assert option[0] in done.err
    assert "--server" in done.err


def test_a_port_is_refused_where_nothing_listens(parlour: Parlour):
    done = parlour("mcp", "--port", "8082")
    assert done.code == 2
    assert "--http" in done.err


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
