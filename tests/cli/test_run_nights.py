"""Experiments on One Night: one run of matches under several tables, embedded, judged, drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Done, Parlour
from tests.experiments.installed import install_suite
from tests.llm.loopback import Answer, Body, Loopback

SMALL = {
    "small-nights": "NIGHTS",
    "small-whom": "ON_WHOM",
    "small-judged": "JUDGED",
    "small-first": "FIRST_WORDS",
    "small-controls": "CONTROLLED",
}
RATING = 7.5


def judging(body: Body) -> Answer:
    form = json.dumps(body["response_format"])
    if '"rating"' in form:
        return Answer(text=json.dumps({"reason": "Lively.", "rating": RATING}))
    if '"mentions"' in form:
        return Answer(text=json.dumps({"mentions": []}))
    return Answer(text=json.dumps({"moments": [{"said": 1, "value": 9}] * 8}))


@pytest.fixture
def run(parlour: Parlour, db: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Parlour:
    """Runs one of the small suites with the reader, with the embedding that is named."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, attribute in SMALL.items():
        install_suite(monkeypatch, name, f"tests.experiments.small:{attribute}")

    def small(suite: str, *words: str, embedding: str = "bm25", verb: str = "run") -> Done:
        asked = ("--model", "reader", "--embedding", embedding, "--jobs", "1") if verb == "run" else ()
        return parlour(verb, suite, *asked, *words, "--db", db)

    return small


def values(told: Done) -> dict[tuple[str, str], float | None]:
    return {(row["condition"], row["metric"]): row["ours"] for row in told.json}


def matches(db: str) -> int:
    with Store.open(db) as store:
        return len(store.matches())


def test_tables_of_one_run_play_its_matches_once(run: Parlour, db: str):
    whom = run("small-whom", "--json")
    assert (whom.code, matches(db)) == (0, 6)
    told = values(whom)
    assert {condition for condition, _ in told} == {"Baseline", "Strategy"}
    nights = run("small-nights", "--json")
    assert "6 matches, 6 of them done already" in nights.err
    assert matches(db) == 6
    assert values(nights)["Baseline", "votes.werewolf"] == told["Baseline", "votes.werewolf"]
    wins = values(nights)["Strategy", "wins.village"]
    assert wins is not None
    assert 0 <= wins <= 1


def test_each_measure_stands_beside_its_controls_of_the_same_games(run: Parlour):
    with Loopback() as server:
        first = run("small-controls", "--json", embedding=server.model)
        count = sum(map(len, server.embedded))
        again = run("small-controls", "--json", verb="report")
        assert sum(map(len, server.embedded)) == count
    assert first.json == again.json
    told = values(first)
    for condition in ("Baseline", "Strategy"):
        apart, salad = told[condition, "text.apart"], told[condition, "text.salad"]
        assert apart
        assert salad
        assert told[condition, "text.position"] == pytest.approx(apart / salad)
        assert told[condition, "text.equal"]
    assert told["Random", "text.apart"] == pytest.approx(0, abs=1e-6)
    assert told["Random", "judgement.flips"] == told["Baseline", "judgement.flips"]


def test_without_an_embedding_there_is_no_text_distance_and_it_is_said_why(run: Parlour):
    told = run("small-nights", "--json")
    rows = [row for row in told.json if row["metric"].startswith("text.")]
    assert {(row["ours"], row["n"]) for row in rows} == {(None, 0)}
    assert all("no text distance without an embedding" in row["note"] for row in rows)
    assert values(told)["Baseline", "votes.werewolf"] is not None


def test_a_judge_is_asked_once_and_its_numbers_stand_in_the_table(run: Parlour):
    with Loopback(judging) as server:
        first = run("small-judged", "--judge", server.model, "--json")
        count = len(server.requests)
        again = run("small-judged", "--judge", server.model, "--json", verb="report")
        assert len(server.requests) == count == 4 * 5 * 5
    assert first.json == again.json
    told = values(first)
    for condition in ("Baseline", "Strategy"):
        assert told[condition, "engagement"] == RATING
        assert told[condition, "variation"] == 0
        assert told[condition, "memorability.percent"]
    assert "judging 4 games, 5 times each" in first.err
    assert "judged: 100 calls" in first.err
    assert "judged: 0 calls" in again.err
    notes = {row["note"] for row in first.json if row["metric"] == "engagement"}
    assert all("5 times, 0 of 100 replies unreadable" in note for note in notes)


def test_a_judge_may_cost_what_the_matches_have_left_of_the_budget(
    run: Parlour, monkeypatch: pytest.MonkeyPatch
):
    asked: list[float | None] = []

    async def judged(*_: object, budget: float | None, **__: object) -> None:
        asked.append(budget)

    monkeypatch.setattr("parlour.cli.report.rich_results", judged)
    monkeypatch.setattr("parlour.experiments.report.results.Results.dollars", 0.75)
    run("small-judged", "--judge", "http://127.0.0.1:9/v1#none", "--budget", "1")
    run("small-judged", "--judge", "http://127.0.0.1:9/v1#none", "--budget", "0.5")
    assert asked == [0.25, 0.0]


def test_two_runs_are_compared_by_what_games_add_up_to_and_not_by_richness(run: Parlour):
    run("small-nights")
    both = ("--compare", "reader", "reader")
    told = run("small-nights", *both, "--json", verb="report")
    assert {line["metric"] for line in told.json} == {"votes.werewolf", "wins.village"}
    assert {line["difference"] for line in told.json} == {0}
    refused = run("small-judged", *both, verb="report")
    assert refused.code == 2
    assert "richness alone" in refused.err


def test_figures_are_drawn_as_radars_as_bars_and_as_clouds(run: Parlour, tmp_path: Path):
    for suite in ("small-whom", "small-nights", "small-first"):
        run(suite)
        told = run(suite, "--out", str(tmp_path / "out"), verb="report")
        assert told.code == 0
        svg = (tmp_path / "out" / f"{suite}.svg").read_text("utf-8")
        assert (tmp_path / "out" / f"{suite}.png").stat().st_size > 10_000
        assert "<figure" in (tmp_path / "out" / f"{suite}.html").read_text("utf-8")
        assert {"small-whom": "tanner", "small-nights": "Baseline", "small-first": "villager"}[suite] in svg


@cases(
    ("verb", "words", "problem"),
    [
        ("run", ("small-judged", "--judge", "reader"), "the reader does not judge"),
        ("run", ("small-nights", "--judge", "http://127.0.0.1:9/v1#none"), "nothing to judge"),
        ("run", ("small-nights", "--team", "murderer=plain"), "plays onenight"),
        ("report", ("small-nights",), "no run of small-nights"),
    ],
)
def test_what_is_asked_wrongly_is_refused(run: Parlour, verb: str, words: tuple[str, ...], problem: str):
    told = run(*words, verb=verb)
    assert told.code == 2
    assert problem in told.err
