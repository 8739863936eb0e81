"""The trust graphs of a match that the store holds: found, printed, and written as page and figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.errors import UnknownMatch, UnknownPlayer, UsageError
from parlour.methods.gratr.verbs.trust import match_histories, write_trust
from parlour.store import LATEST, Store
from tests.cli.runs import Parlour

PLAY = ("play", "werewolf", "--players", "6", "--seed", "3", "--method", "random", "--fast", "--json")


@pytest.fixture
def played(parlour: Parlour) -> str:
    """The id of a match in which Player 2 has a trust graph."""
    return parlour(*PLAY, "--seat", "Player 2=gratr@reader").json["match"]


def test_a_page_and_a_figure_are_written(played: str, db: str, tmp_path: Path):
    with Store.open(db) as store:
        histories = match_histories(store, played, "Player 2")
    page, figure = tmp_path / "trust.html", tmp_path / "trust.svg"
    assert write_trust(histories, html=page, figure=figure) == [figure, page]
    assert played in page.read_text("utf-8")
    assert figure.read_text("utf-8").startswith("<?xml")
    assert write_trust(histories, html=None, figure=None) == []


def test_no_such_match_or_seat_is_said(played: str, db: str, tmp_path: Path):
    with Store.open(db) as store:
        with pytest.raises(UnknownMatch, match="no match 'nowhere'"):
            match_histories(store, "nowhere")
        with pytest.raises(UsageError, match="Player 1 has no trust graph"):
            match_histories(store, played, "Player 1")
        with pytest.raises(UnknownPlayer, match="Zoe"):
            match_histories(store, played, "Zoe")
    with Store.open(str(tmp_path / "empty.db")) as empty, pytest.raises(UnknownMatch, match="yet"):
        match_histories(empty, LATEST)


def test_a_match_without_a_trust_graph_is_said(parlour: Parlour, db: str):
    match = parlour(*PLAY).json["match"]
    with Store.open(db) as store, pytest.raises(UsageError, match="nobody in"):
        match_histories(store, match)


def test_the_verb_prints_a_match_and_writes_its_page(played: str, db: str, tmp_path: Path, parlour: Parlour):
    page = tmp_path / "trust.html"
    told = parlour("trust", played, "--json", "--html", str(page), "--db", db).json
    with Store.open(db) as store:
        [history] = match_histories(store, played)
    assert told["match"] == played
    assert [each["player"] for each in told["graphs"]] == ["Player 2"]
    assert told["graphs"][0]["trust"] == dict(history.moments[-1].graph.trust)
    assert set(told["graphs"][0]["stance"].values()) <= {"ally", "adversary", "indifferent"}
    assert played in page.read_text("utf-8")
