"""The authors' games and the retrievals of recorded matches, counted anew."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.arena import Setup
from parlour.experiments.report import REPORTS
from parlour.llm import BUILT_IN
from parlour.methods.gratr.published_games import read
from parlour.methods.gratr.published_rates import authors_rates, recount
from parlour.methods.gratr.retrieval_report import READINGS, retrieval_rows
from parlour.store import Store
from tests.arena.mysteries import laid
from tests.arena.werewolves import werewolves
from tests.lab.transcripts.layouts import LOG, write_authors
from tests.store.archive.played import played


def test_wins_action_scores_and_labels_follow_from_the_records_and_the_inferences(tmp_path: Path):
    rates = authors_rates(read(write_authors(tmp_path)))
    wolf, villager, seer = (
        *(rates["baseline", role] for role in ("werewolf", "villager")),
        rates["gratr", "seer"],
    )
    assert [(each.seats, each.wins) for each in (wolf, villager, seer)] == [(1, 0), (1, 1), (1, 1)]
    assert (wolf.score, dict(wolf.labels), wolf.unread) == (0.5, {"correct": 1}, 0)
    assert (villager.score, dict(villager.labels), villager.unread) == (6.0, {"correct": 1}, 1)
    assert (seer.score, dict(seer.labels)) == (5.0, {})


def test_a_thought_against_the_truth_is_a_hallucination_and_a_deed_against_the_thought_a_deception(
    tmp_path: Path,
):
    mistaken = LOG.replace("Player 3 is inferred to be my enemy", "Player 3 is inferred to be my teammate")
    assert dict(authors_rates(read(write_authors(tmp_path, mistaken)))["baseline", "werewolf"].labels) == {
        "hallucination": 1
    }
    roles = {"werewolf": [1, 2], "villager": [0], "seer": []}
    pack = mistaken.replace("(-> Player 3)**: You are seer", "(-> Player 3)**: You are werewolf")
    changed = {"identities": roles, "wins": [0]}
    rates = authors_rates(read(write_authors(tmp_path, pack, changed)))
    assert rates["baseline", "werewolf"].labels["deception"] == 1


def test_the_recount_sums_up_by_method_and_has_no_interval_of_few_games(tmp_path: Path):
    rows = {(row.method, row.role): row for row in recount(list(read(write_authors(tmp_path)))).rows}
    whole, wolf = rows["baseline", ""], rows["baseline", "werewolf"]
    assert (whole.games, whole.seats, whole.wins) == (1, 2, 1)
    assert (whole.rate, whole.low, whole.score) == (0.5, None, 3.25)
    assert whole.labels == {"correct": 2}
    assert (wolf.seats, wolf.wins, wolf.unread) == (1, 0, 0)
    assert (whole.thought, whole.label_ends) == ({"correct": 1}, {})


def test_the_interval_of_wins_is_over_games_and_not_over_seats(tmp_path: Path):
    """The winners of a game win together, so that more seats of one game tell no more."""
    one = list(read(write_authors(tmp_path)))
    rows = {(row.method, row.role): row for row in recount(one * 6).rows}
    whole = rows["baseline", ""]
    assert (whole.games, whole.seats, whole.rate) == (6, 12, 0.5)
    assert whole.low is not None
    assert whole.high is not None
    assert whole.low < 0.5 < whole.high


def test_head_to_head_counts_games_by_series_in_which_the_method_has_one_side(tmp_path: Path):
    game = next(read(write_authors(tmp_path)))
    moved = game.model_copy(update={"id": "gratr-test1-3-57"})
    both = [
        member if member.end == "villager" else member.model_copy(update={"method": "gratr"})
        for member in game.cast
    ]
    mixed = game.model_copy(update={"cast": tuple(both)})
    pairings = recount([game] * 5 + [moved, mixed]).pairings
    assert [(each.series, each.rival, each.games) for each in pairings] == [
        ("test1.3", "baseline", 1),
        ("test1.4", "baseline", 6),
    ]
    sided = pairings[1].sided
    assert (sided.wins, sided.n) == (5, 5)
    assert sided.low is not None
    assert sided.low > 0.5
    assert (pairings[1].seats.wins, pairings[1].seats.n) == (6, 7)


REPORT = REPORTS.find("retrieval")


def table(seed: int = 1, kept: int = 3) -> Setup:
    """A short table at which so many seats keep a trust graph."""
    game = werewolves("vwswx", days=1)
    methods = dict.fromkeys(game.players[:kept], "gratr")
    return laid(game, model=BUILT_IN, method="random", methods=methods, seed=seed, context=1_000_000)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        played(opened, table())
        yield opened


def test_it_has_a_row_for_each_reading_which_programs_read_and_a_file_keeps(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert REPORT(store, None, as_json=False) == []
    assert "over 1 matches of 1 deals" in capsys.readouterr().out
    [file] = REPORT(store, tmp_path / "new", as_json=True)
    rows = json.loads(capsys.readouterr().out)
    with file.open(encoding="utf-8") as opened:
        kept = list(csv.DictReader(opened))
    names = [reading.name for reading in READINGS]
    assert [row["reading"] for row in rows] == [row["reading"] for row in kept] == names
    assert [row["changes"] for row in rows] == [int(row["changes"]) for row in kept]
    assert {row["matches"] for row in rows} == {1}
    assert 0 <= rows[0]["towards"] <= 1
    assert rows[1]["towards"] is None


def test_matches_of_one_deal_are_one_unit_and_the_same_match_counts_once(store: Store):
    [once, *_] = retrieval_rows(store)
    played(store, table())
    [twice, *_] = retrieval_rows(store)
    assert twice == once
    played(store, table(kept=2))
    [beside, *_] = retrieval_rows(store)
    assert (beside.matches, beside.deals) == (2, 1)
    assert beside.towards_error is None, "one deal has no deviation, however often it is played"


def test_where_no_seat_kept_a_graph_the_report_says_so_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with Store.open(":memory:") as store:
        played(store, table(kept=0))
        store.create(table())
        assert REPORT(store, tmp_path, as_json=False) == []
        assert "has a seat with a trust graph: play some" in capsys.readouterr().out
        assert REPORT(store, tmp_path, as_json=True) == []
        assert json.loads(capsys.readouterr().out) == []
    assert [*tmp_path.iterdir()] == []
