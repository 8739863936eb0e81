"""A league of Avalon: nothing of Parlour knows the game, and yet camps and seats are balanced."""

from __future__ import annotations

from pathlib import Path

from parlour.experiments import Resources, execute, look_ahead, plan_run
from parlour.experiments.league import ask_league, league_tables
from parlour.experiments.league.rows import league_matches
from parlour.library.running import QuietWatcher
from parlour.store import Store

LEAGUE = """\
name: quests
entrants: {one: random, two: random, three: random}
games:
  - {game: avalon, deals: 5, table: {players: 5}}
embedding: bm25
"""


def test_a_league_of_avalon_is_balanced_and_rated(tmp_path: Path):
    file, db = tmp_path / "quests.yaml", str(tmp_path / "quests.db")
    file.write_text(LEAGUE, encoding="utf-8")
    asked = ask_league(file)
    [(run, robin)] = asked.robins
    with Store.open(db) as store:
        plan = plan_run(store, run)
    means = Resources(store=db, jobs=1)
    execute(plan, means, look_ahead(plan, means).slots, QuietWatcher())
    with Store.open(db) as store:
        tables, matches = league_tables(store, asked), league_matches(store, run, robin)
    good = [sum(seat) for seat in zip(*(match.is_home for match in matches), strict=True)]
    assert max(good) - min(good) <= len(matches) / 5
    assert tables.matches == 3 * 2 * 5
    assert {row.camp for row in tables.ratings} == {"", "good", "evil"}
    assert all(row.low < 1500 < row.high for row in tables.ratings if not row.camp)
    assert {row.kind for row in tables.biases if row.p is not None} == {"seat", "name"}
