"""How likely each side says what it says of itself at the paper's table."""

from __future__ import annotations

from parlour.games.onenight.reader.clues import Clue


def of_self(kind: str) -> tuple[float, float, float, float]:
    village, wolf, minion, tanner = Clue(kind=kind, by="Ann").cells
    assert all(len({*row}) == 1 for row in (village, wolf, minion, tanner))
    return village[0], wolf[0], minion[0], tanner[0]


def test_the_minion_and_the_tanner_play_the_seer_and_the_werewolf_seldom_dares():
    village, wolf, minion, tanner = of_self("claims_seer")
    assert 0 < wolf < village < minion == tanner < 2 * village


def test_two_masons_know_each_other_so_that_nobody_lies_to_be_one():
    village, wolf, minion, tanner = of_self("claims_mason")
    assert 0 < wolf == minion == tanner < village <= 1


def test_who_hides_a_card_is_a_villager_sooner_than_the_village_and_the_werewolf_soonest():
    village, wolf, minion, tanner = of_self("claims_villager")
    assert 0 < village < minion < tanner < wolf < 2 * village


def test_only_a_tanner_gains_by_being_suspected():
    for kind in ("claims_wolf", "wavers"):
        village, wolf, minion, tanner = of_self(kind)
        assert 0 < village < wolf <= minion < tanner <= 1


def test_the_village_alone_has_no_reason_to_keep_its_cards_to_itself():
    village, *others = of_self("claims_nothing")
    assert 0 < village < min(others) == max(others) <= 1


def test_what_repeats_another_and_what_is_said_weakly_tells_less():
    whole, weak, echo = (
        Clue(kind="suspects", by="Ann", about=("Bo",), weight=weight, echo=echo)
        for weight, echo in ((1.0, 0.0), (0.2, 0.0), (1.0, 3.0))
    )
    full, *less = (wolf / innocent for innocent, wolf, _ in (each.cells[0] for each in (whole, weak, echo)))
    assert full > max(less)
    assert min(less) > 1
    assert Clue(kind="suspects", by="Ann", about=("Bo",), weight=0.0).cells[0] == (1, 1, 1)
