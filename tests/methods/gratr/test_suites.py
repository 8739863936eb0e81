"""Which seats the rows of GRATR's suites count."""

from __future__ import annotations

from parlour.evaluation import MatchScore, SeatScore
from parlour.experiments import find_suite
from parlour.games.werewolf import Role

RIVALS = {"NativeRAG": "native-rag", "RerankRAG": "rerank-rag", "LightRAG": "light-rag"}


def test_a_row_of_a_rival_counts_its_seats_alone():
    for row, rival in RIVALS.items():
        seats = tuple(
            SeatScore(player=method, method=method, role=Role.SEER, won=True)
            for method in ("gratr:as=printed", "plain", f"{rival}:counts=messages,among=window")
        )
        match = MatchScore(match="m", script="werewolf-1", language="en", seats=seats)
        told = match.seen_by(*find_suite("gratr-table3").view(row).methods)
        assert told.seats == seats[2:]
