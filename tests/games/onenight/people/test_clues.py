"""How likely each side says what it says at a table of people."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from parlour.games.onenight.reader.clues import MINION, NEVER, TANNER, VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.people_clues import CardClue, score_card_clue
from parlour.games.onenight.reader.people_deals import every_deal

NAMES = ("Ann", "Bo", "Cy", "Di")
DEALS = every_deal(len(NAMES), 1, 1, 1, 0)


def likely(clue: Clue) -> Mapping[int, set[float]]:
    told = np.exp(score_card_clue(clue, DEALS, NAMES)).round(9)
    return {side: {*told[DEALS.known[:, 0] == side].tolist()} for side in (VILLAGE, WOLF, MINION, TANNER)}


def test_whoever_need_not_have_seen_a_card_tells_of_it_seldom_and_the_village_never_wrongly():
    for kind in ("found_card", "clear_card", "robbed_card", "vouches"):
        side = WOLF if kind == "found_card" else VILLAGE
        told = likely(CardClue(kind=kind, by="Ann", about=("Bo",), sides=(side,)))
        assert told[VILLAGE] == {1.0, NEVER}
        assert all(len(told[side]) == 1 and NEVER < max(told[side]) <= 0.3 for side in (WOLF, MINION, TANNER))


def test_of_those_who_claim_the_same_card_not_all_are_of_the_village():
    told = likely(CardClue(kind="rivals", by="Ann", about=("Bo",), sides=(VILLAGE,)))
    assert told == {VILLAGE: {1.0, NEVER}, WOLF: {1.0}, MINION: {1.0}, TANNER: {1.0}}
