"""Which seats the rows of GRATR's suites count, in runs of today and of before."""

from __future__ import annotations

from parlour.evaluation import MatchScore, SeatScore
from parlour.experiments import find_suite
from parlour.games.werewolf import Role

RIVALS = {"NativeRAG": "native-rag", "RerankRAG": "rerank-rag", "LightRAG": "light-rag"}


def test_a_rival_is_found_in_runs_that_were_begun_before_its_window_had_options():
    for row, rival in RIVALS.items():
        seats = tuple(
            SeatScore(player=method, method=method, role=Role.SEER, won=True)
            for method in ("gratr", rival, f"{rival}:counts=messages,among=window")
        )
        match = MatchScore(match="m", script="werewolf-1", language="en", seats=seats)
        told = match.seen_by(*find_suite("gratr-table3").view(row).methods)
        assert told.seats == seats[1:]
