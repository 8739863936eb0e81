"""`parlour trust`: a table for people, JSON for programs, and a run that goes on after it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.errors import UnknownMatch, UnknownPlayer, UsageError
from parlour.methods.gratr.verbs.trust import match_histories, write_trust
from parlour.store import LATEST, Store
from tests.arena.replies import varied
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.experiments.installed import uninstall
from tests.llm.loopback import Loopback

ROWS = """Author,Time,Text,Label
anna,2031-05-01T08:00:00Z,I support the Bridge!,pro-bridge
bo,2031-05-01T09:00:00Z,@anna I love the Ferry,Pro-Ferry
anna,2031-05-01T10:00:00Z,About the bridge again.,
"""
CLASSES = "camps: [Bridge, Ferry]\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "posts.csv").write_text(ROWS, "utf-8")
    (tmp_path / "classes.yaml").write_text(CLASSES, "utf-8")
    return str(tmp_path / "posts.csv")


@pytest.fixture
def classes(file: str) -> str:
    return file.replace("posts.csv", "classes.yaml")


def test_the_sample_is_told_on_a_terminal(parlour: Parlour):
    shown = parlour("trust", "sample")
    assert shown.code == 0
    assert "The Saltmere vote" in shown.out
    assert "129 posts by 24 authors" in shown.out
    assert "accuracy 0.7" in shown.out
    chinese = parlour("trust", "sample", "--lang", "zh", "--posts")
    assert "汐镇公投" in chinese.out
    assert "等船的人" in chinese.out


def test_a_program_reads_stance_and_trust_by_author_intent_by_post_and_the_score(
    parlour: Parlour, file: str, classes: str
):
    shown = parlour("trust", file, "--classes", classes, "--json")
    told = shown.json
    assert told["authors"][0]["author"] == "anna"
    assert told["authors"][0]["stance"]["Bridge"] > 0.5
    assert told["authors"][0]["trust"]["Ferry"] < -0.5
    assert [post["intent"] for post in told["posts"]] == ["Pro-Bridge", "Pro-Ferry", "Pro-Bridge"]
    assert (told["accuracy"], told["macro_f1"], told["n"]) == (1, 1, 2)
    assert "1 of 3 posts have no label" in shown.err


def test_all_methods_stand_beside_the_published_tables(parlour: Parlour, file: str, classes: str):
    rows = parlour("trust", file, "--classes", classes, "--compare", "--embedding", "bm25", "--json").json
    published = {(row["suite"], row["condition"], row["metric"]): row["published"] for row in rows}
    assert len(rows) == 18
    assert published["gratr-table4", "LightRAG", "macro_f1"] == 0.893
    assert published["gratr-table5", "GRATR-2", "accuracy"] == 0.793
    assert all(row["n"] == 2 for row in rows)
    assert all("not comparable because these are 3 posts by 2 authors" in row["note"] for row in rows)
    shown = parlour("trust", file, "--classes", classes, "--compare", "--embedding", "bm25")
    assert "GRATR-1, without merging" in shown.out


def test_a_method_that_ships_apart_and_is_missing_has_its_published_row_and_says_what_to_install(
    parlour: Parlour, file: str, classes: str, monkeypatch: pytest.MonkeyPatch
):
    uninstall(monkeypatch, "parlour-lightrag")
    rows = parlour("trust", file, "--classes", classes, "--compare", "--embedding", "bm25", "--json").json
    missing = [row for row in rows if row["condition"] == "LightRAG"]
    assert {row["ours"] for row in missing} == {None}
    assert all("pip install parlour-lightrag" in row["note"] for row in missing)
    assert all(row["n"] == 2 for row in rows if row not in missing)
    shown = parlour("trust", file, "--classes", classes, "--compare", "--embedding", "bm25")
    assert "pip install parlour-lightrag" in " ".join(shown.out.split())


def test_what_was_answered_is_kept_and_the_same_command_goes_on(
    parlour: Parlour, file: str, classes: str, db: str
):
    with Loopback(varied) as server:
        words = ("trust", file, "--classes", classes, "--model", server.model, "--db", db, "--json")
        whole = parlour(*words).json
        asked = len(server.requests)
        assert asked == 6
        again = parlour(*words)
        assert len(server.requests) == asked
        assert again.json["posts"] == whole["posts"]
        assert "about 0 calls (6 are kept from before)" in again.err


@cases(
    ("words", "said"),
    [
        (["nowhere.csv"], "nowhere.csv: cannot be read"),
        (["FILE"], "'pro-bridge' is none of the classes Anti-Democrat"),
        (["sample", "--classes", "FILE"], "has its classes with it"),
        (["sample", "--method", "gratr:rho=2"], "rho"),
        (["sample", "--seat", "Anna"], "--seat is for matches"),
        (["sample", "--compare", "--html", "page.html"], "--html shows one method"),
    ],
)
def test_whoever_asks_wrongly_is_told_what_is_wrong(parlour: Parlour, file: str, words: list[str], said: str):
    shown = parlour("trust", *(file if word == "FILE" else word for word in words))
    assert shown.code == 2
    assert said in shown.err


@cases(
    ("asked", "why"),
    [
        (("--method", "plain", "--html", "page.html"), "plain keeps no graph"),
        (("--html", "nowhere/page.html"), "there is no folder nowhere"),
        (("--figure", "page.gif"), "a figure is .png"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_asked(
    parlour: Parlour, db: str, asked: tuple[str, ...], why: str
):
    with Loopback() as server:
        done = parlour("trust", "sample", *asked, "--model", server.model, "--db", db, "--yes")
    assert (done.code, server.requests) == (2, [])
    assert why in done.err


def test_graphs_of_posts_are_written_as_a_page_where_one_is_asked_for(
    parlour: Parlour, file: str, classes: str, tmp_path: Path
):
    page = tmp_path / "page.html"
    shown = parlour("trust", file, "--classes", classes, "--html", str(page))
    assert f"written: {page}" in "".join(shown.err.splitlines())
    assert "@anna" in page.read_text("utf-8")


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
