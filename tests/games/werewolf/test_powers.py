"""What the rarer roles do, each by stories that are written down, and all of them together at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import event_kinds, find_game
from parlour.core.conformance import check_game, play_randomly
from parlour.games.werewolf import Role, Stage, Team, WerewolfSetup, WerewolfState, kinds, start
from parlour.games.werewolf.board import WITHSTOOD
from parlour.games.werewolf.day import mayor
from parlour.games.werewolf.night import CAUGHT
from tests.games.werewolf.tales import NAMES, Tale

FORM = TypeAdapter(WerewolfState)
W, V = Role.WEREWOLF, Role.VILLAGER


def seated(*deal: Role, **options: object) -> WerewolfSetup:
    return WerewolfSetup.model_validate({"players": NAMES[: len(deal)], "deal": deal, **options})


def against(setup: WerewolfSetup, name: str) -> str:
    return " ".join(f"{voter}>{name}" for voter in setup.players if voter != name)


def any_table(seed: int) -> WerewolfSetup:
    rng = Random(seed)
    count = rng.randint(6, 12)
    wolves = rng.randint(1, (count - 1) // 2)
    single = [role for role in Role if role.most == 1]
    rng.shuffle(single)
    pack = [role for role in single if role.is_wolf][: rng.randint(0, wolves)]
    village = [Role.SISTER, Role.SISTER] if rng.random() < 0.5 else []
    village += [role for role in single if not role.is_wolf][: count - wolves - len(village)]
    deal = [*pack, *[W] * (wolves - len(pack)), *village, *[V] * (count - wolves - len(village))]
    rng.shuffle(deal)
    told = {
        "badge": rng.choice(["none", "half", "double"]),
        "ties": rng.choice(["nobody", "lot", "runoff"]),
        "reveal": rng.choice(["none", "eliminated", "all"]),
        "confers": rng.randint(0, 1),
    }
    return seated(*deal, **told)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 99_999))
def test_any_table_of_any_roles_does_what_every_game_must(seed: int):
    setup = any_table(seed)
    declared = find_game("werewolf").kinds
    check_game(lambda at: start(setup.players, at, setup), FORM, seeds=[seed], declared=declared)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 99_999))
@example(seed=5539)  # lovers of two sides play on when the last werewolf is dead, and a little girl lives
def test_what_is_done_by_night_is_told_to_nobody_whom_it_does_not_concern(seed: int):
    setup = any_table(seed)
    begun = start(setup.players, seed, setup)
    _, events = play_randomly(begun, seed)
    own = (kinds.LINKED, kinds.SPIED, kinds.CHARMED, kinds.CURSED)
    for event in events:
        if event.kind in own:
            assert event.visible_to == frozenset({event.actor}), event
        if event.kind is kinds.LOVED:
            assert event.visible_to is not None
            assert len(event.visible_to) == 1
        if event.kind is kinds.BURIED:
            assert event.visible_to is not None
            assert {begun.board.role(player) for player in event.visible_to} == {Role.GRAVEKEEPER}
        if event.kind is event_kinds.FELLOWS and event.role == str(Role.SISTER):
            assert {begun.board.role(name) for name in event.chosen} == {Role.SISTER}


def test_an_idiot_who_is_voted_out_stays_and_has_no_vote_any_more():
    setup = seated(W, Role.IDIOT, V, V, V)
    tale = Tale(setup, until=Stage.VOTE, rounds=2, vote=[against(setup, "Bo")], kill=["", "Cy"])
    assert tale.told(kinds.EXPOSED) == [("Bo",)]
    assert tale.told(event_kinds.ELIMINATED) == [()]
    voters = [request.player for request in tale.state.requests()]
    assert voters == ["Ann", "Di", "Eve"]
    assert all("Bo" not in request.options for request in tale.state.requests())


def test_an_elder_outlives_one_attack_and_dies_of_the_next():
    tale = Tale(seated(W, Role.ELDER, V, V, V, V), until=Stage.SPEAK, rounds=2, kill=["Bo", "Bo"])
    assert tale.told(kinds.DIED) == [(), ("Bo",)]
    assert tale.state.board.marked_players(WITHSTOOD) == ("Bo",)
    assert tale.told(kinds.LOST_POWERS) == []


def test_with_an_elder_who_is_voted_out_the_village_loses_its_powers():
    setup = seated(W, W, Role.ELDER, Role.SEER, Role.HUNTER, V, V, V)
    tale = Tale(setup, until=Stage.SPEAK, rounds=2, vote=[against(setup, "Cy")], kill=["", "Eve"])
    assert tale.told(kinds.LOST_POWERS) == [("Cy",)]
    assert len(tale.options("Di", "check")) == 1  # pyright: ignore[reportArgumentType]
    assert tale.options("Eve", kinds.SHOOT) == []


def test_a_hunter_who_dies_in_one_night_with_the_elder_shoots():
    setup = seated(W, W, Role.ELDER, Role.WITCH, Role.HUNTER, V, V, V)
    tale = Tale(setup, until=Stage.SPEAK, kill=["Eve"], poison=["Cy"], shoot=["Ann"])
    assert tale.told(kinds.LOST_POWERS) == [("Cy",)]
    assert tale.told(kinds.SHOT) == [("Ann",)]


def test_a_lover_dies_of_grief():
    for pair, died in (("Bo Cy", True), ("Di Eve", False)):
        one, other = pair.split()
        story = {"link": [f"Fay>{one} Fay>{other}"], "kill": ["Bo"]}
        tale = Tale(seated(W, V, V, V, V, Role.CUPID, V), until=Stage.SPEAK, **story)
        assert tale.told(kinds.LOVED) == [(other,), (one,)]
        assert tale.told(kinds.GRIEVED) == ([("Cy",)] if died else [])


def test_lovers_of_two_sides_win_as_the_last_two():
    setup = seated(W, V, V, V, Role.CUPID)
    story: dict[str, Sequence[str]] = {
        "link": ["Eve>Ann Eve>Bo"],
        "kill": ["Cy", "Eve"],
        "vote": ["Ann>Di Bo>Di Di>Bo"],
    }
    tale = Tale(setup, until=Stage.VOTE, rounds=1, **story)
    assert dict(tale.state.teams())["Ann"] is Team.LOVERS
    assert Tale(setup, **story).winner == Team.LOVERS


def test_a_witch_poisons_while_lovers_of_two_sides_play_on_without_a_werewolf():
    setup = seated(W, Role.TANNER, Role.WITCH, Role.CUPID, V, V, V)
    story: dict[str, Sequence[str]] = {
        "link": ["Di>Bo Di>Eve"],
        "vote": [against(setup, "Ann")],
        "poison": ["", "Fay"],
    }
    tale = Tale(setup, until=Stage.SPEAK, rounds=2, **story)
    assert not tale.state.board.wolves
    assert "Fay" in tale.state.board.dead


def test_the_little_girl_sees_a_werewolf_and_dies_in_the_victims_place_when_she_is_seen():
    setup, seeds = seated(W, Role.LITTLE_GIRL, V, V, V, V), range(60)
    dead = [Tale(setup, until=Stage.SPEAK, seed=seed, kill=["Cy"], spy=["Bo"]) for seed in seeds]
    assert all(tale.told(kinds.SPIED) == [("Ann",)] for tale in dead)
    found = [tale.told(kinds.DIED)[0] for tale in dead]
    assert set(found) == {("Bo",), ("Cy",)}
    assert found.count(("Bo",)) == pytest.approx(CAUGHT * len(seeds), abs=10)


def test_a_white_wolf_king_takes_somebody_along_and_ends_the_day():
    setup = seated(Role.WHITE_WOLF_KING, W, V, V, V, V, V)
    tale = Tale(setup, until=Stage.NIGHT, rounds=2, explode=["Cy"])
    assert tale.told(kinds.EXPLODED) == [("Ann", "Cy")]
    assert tale.told(event_kinds.VOTED) == []
    assert tale.state.board.dead == ("Ann", "Cy")


def test_a_black_wolf_king_shoots_when_voted_out():
    setup = seated(Role.BLACK_WOLF_KING, W, V, V, V, V, V)
    tale = Tale(setup, until=Stage.NIGHT, rounds=2, vote=[against(setup, "Ann")], shoot=["Cy"])
    assert [(each.chosen, each.role) for each in tale.events if each.kind is kinds.SHOT] == [
        (("Cy",), Role.BLACK_WOLF_KING)
    ]


def test_a_knight_strikes_down_a_werewolf_or_dies():
    for target, dead, voted in (("Ann", ("Ann",), False), ("Di", ("Cy",), True)):
        setup = seated(W, W, Role.KNIGHT, V, V, V, V)
        tale = Tale(setup, until=Stage.NIGHT, rounds=2, duel=[target])
        assert tale.told(kinds.DUELLED) == [dead]
        assert bool(tale.told(event_kinds.VOTED)) is voted


def test_the_gravekeeper_learns_the_side_of_whoever_was_voted_out_once():
    setup = seated(W, W, Role.GRAVEKEEPER, V, V, V, V, V, V)
    tale = Tale(setup, until=Stage.VOTE, rounds=3, vote=[against(setup, "Ann"), ""])
    learned = [event for event in tale.events if event.kind is kinds.BURIED]
    assert [(each.chosen, each.role, each.visible_to) for each in learned] == [
        (("Ann",), Team.WEREWOLF, frozenset({"Cy"}))
    ]


def test_the_bear_growls_beside_a_werewolf():
    for deal, growls in (((W, Role.BEAR_TAMER, V, V, V), True), ((V, V, Role.BEAR_TAMER, V, W), False)):
        tale = Tale(seated(*deal), until=Stage.SPEAK)
        [growl] = [event for event in tale.events if event.kind is kinds.GROWLED]
        assert (growl.role == Team.WEREWOLF, growl.visible_to, growl.actor) == (growls, None, None)


def test_the_ravens_two_votes_count():
    setup = seated(W, Role.RAVEN, V, V, V, V)
    story = {"curse": ["Cy"], "vote": ["Ann>Di Bo>Ann Cy>Ann"]}
    tale = Tale(setup, until=Stage.NIGHTFALL, rounds=2, **story)
    assert tale.told(kinds.CROWED) == [("Cy",)]
    assert tale.told(event_kinds.TIED) == [("Ann", "Cy")]


def test_a_scapegoat_goes_for_a_tie_and_keeps_somebody_from_one_vote():
    setup = seated(W, Role.SCAPEGOAT, V, V, V, V, V, ties="runoff")
    story = {"vote": ["Ann>Di Cy>Ann"], "bar": ["Eve"]}
    tale = Tale(setup, until=Stage.VOTE, rounds=2, **story)
    assert tale.told(kinds.SCAPEGOATED) == [("Bo",)]
    assert "Eve" not in [request.player for request in tale.state.requests()]
    later = Tale(setup, until=Stage.VOTE, rounds=3, **story)
    assert "Eve" in [request.player for request in later.state.requests()]


def test_whoever_is_charmed_dies_with_the_wolf_beauty():
    setup = seated(Role.WOLF_BEAUTY, W, V, V, V, V, V)
    tale = Tale(setup, until=Stage.NIGHT, rounds=2, charm=["Cy"], vote=[against(setup, "Ann")])
    assert tale.told(kinds.PERISHED) == [("Cy",)]


def test_a_tanner_wins_by_the_vote_and_by_nothing_else():
    for story, winner in (("vote", Team.TANNER), ("kill", None)):
        setup = seated(W, Role.TANNER, V, V, V, V)
        line = {"vote": against(setup, "Bo"), "kill": "Bo"}[story]
        tale = Tale(setup, until=Stage.NIGHT, rounds=2, **{story: [line]})
        assert "Bo" in tale.state.board.dead
        assert tale.winner == winner


def test_a_mayors_vote_counts_more_and_the_badge_is_handed_on():
    for badge, tied in (("none", True), ("half", False), ("double", False)):
        setup = seated(W, V, V, V, V, V, V, badge=badge)
        story = {"elect": ["Bo"], "vote": ["Ann>Cy Bo>Di", against(setup, "Bo")], "bequeath": ["Eve"]}
        tale = Tale(setup, until=Stage.NIGHT, rounds=3, **story)
        assert bool(tale.told(event_kinds.TIED)) is tied
        assert tale.told(kinds.BEQUEATHED) == ([] if badge == "none" else [("Eve",)])


def test_a_badge_is_handed_on_after_a_shot_that_takes_the_game_from_a_side_that_had_won():
    setup = seated(W, W, Role.HUNTER, V, V, V, badge="half")
    story: dict[str, Sequence[str]] = {
        "elect": ["Cy"],
        "vote": [against(setup, "Fay")],
        "kill": ["", "Cy"],
        "shoot": ["Ann"],
        "bequeath": ["Eve"],
    }
    tale = Tale(setup, until=Stage.VOTE, rounds=2, **story)
    assert tale.told(kinds.SHOT) == [("Ann",)]
    assert tale.told(kinds.BEQUEATHED) == [("Eve",)]
    assert mayor(tale.state.board) == "Eve"


def test_nobody_has_the_badge_who_is_shot_next():
    setup = seated(Role.BLACK_WOLF_KING, W, Role.HUNTER, V, V, V, V, V, badge="half")
    story: dict[str, Sequence[str]] = {
        "elect": ["Cy"],
        "kill": ["", "Cy"],
        "shoot": ["Ann", "Eve"],
        "bequeath": ["Fay"],
    }
    tale = Tale(setup, until=Stage.VOTE, rounds=2, **story)
    acts = [each.kind for each in tale.asked if each.kind in (kinds.SHOOT, kinds.BEQUEATH)]
    assert acts == [kinds.SHOOT, kinds.SHOOT, kinds.BEQUEATH]
    assert tale.told(kinds.SHOT) == [("Ann",), ("Eve",)]
