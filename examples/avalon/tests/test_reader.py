"""What the reader believes of a table of Avalon, and what it decides by that."""

from __future__ import annotations

import pytest
from parlour.core import Action, Request, chance
from parlour.core.conformance import play_randomly, random_action

from minds import knowledge_of, play_by, thoughtful
from parlour_avalon import AvalonSetup, Role, Team, kinds, seat_names, start
from parlour_avalon.quests import APPROVE, FAIL, REJECT, SUCCESS
from parlour_avalon.reader import Beliefs, Knowledge, Mind, Proposal
from parlour_avalon.scores import score
from tables import NAMES

ANN, BO, CY, DI, EVE, FAY, GUS = NAMES[:7]
FIVE, SEVEN = NAMES[:5], NAMES[:7]


def servant(*proposals: Proposal, me: str = CY) -> Knowledge:
    return Knowledge(players=FIVE, me=me, role=Role.SERVANT, proposals=proposals)


def assassin(
    *proposals: Proposal, players: tuple[str, ...] = FIVE, fellows: tuple[str, ...] = (EVE,)
) -> Knowledge:
    return Knowledge(players=players, me=DI, role=Role.ASSASSIN, fellows=fellows, proposals=proposals)


def went(number: int, *team: str, fails: int = 0, votes: dict[str, str] | None = None) -> Proposal:
    return Proposal(round=number, leader=team[0], team=team, fails=fails, votes=votes or {})


def rejected(number: int, *team: str) -> Proposal:
    return Proposal(round=number, leader=team[0], team=team)


# Beliefs


def test_at_first_a_servant_thinks_all_others_equally_likely_evil():
    assert Beliefs(knowledge=servant()).chances == pytest.approx(
        {ANN: 0.5, BO: 0.5, CY: 0, DI: 0.5, EVE: 0.5}
    )
    assert Beliefs(knowledge=servant(), is_private=False).chances == pytest.approx(dict.fromkeys(FIVE, 0.4))


def test_one_fail_weighs_on_a_team_as_bayes_has_it():
    """Of the worlds where one of two is evil each fail has .7, of that where both are 2 x .7 x .3."""
    chances = Beliefs(knowledge=servant(went(1, ANN, DI, fails=1))).chances
    on_the_team = pytest.approx((2 * 0.7 + 0.42) / (4 * 0.7 + 0.42))
    assert (chances[ANN], chances[DI]) == (on_the_team, on_the_team)


def test_as_many_fails_as_players_settle_it():
    chances = Beliefs(knowledge=servant(went(1, ANN, DI, fails=2))).chances
    assert chances == pytest.approx({ANN: 1, BO: 0, CY: 0, DI: 1, EVE: 0})


def test_a_fail_beside_oneself_is_the_others():
    assert Beliefs(knowledge=servant(went(1, ANN, CY, fails=1))).chances[ANN] == pytest.approx(1)


def test_merlin_doubts_only_whom_he_cannot_see():
    merlin = Knowledge(players=SEVEN, me=ANN, role=Role.MERLIN, seen=(EVE, FAY))
    chances = Beliefs(knowledge=merlin).chances
    assert (chances[EVE], chances[FAY], chances[ANN]) == pytest.approx((1, 1, 0))
    assert [chances[name] for name in (BO, CY, DI, GUS)] == pytest.approx([0.25] * 4)


def test_to_percival_exactly_one_of_the_two_is_evil():
    knowledge = Knowledge(players=FIVE, me=BO, role=Role.PERCIVAL, seen=(ANN, EVE))
    assert Beliefs(knowledge=knowledge).clean((ANN, EVE)) == 0
    assert Beliefs(knowledge=knowledge).chances[ANN] == pytest.approx(0.5)
    sure = Knowledge(players=FIVE, me=BO, role=Role.PERCIVAL, seen=(ANN,))
    assert Beliefs(knowledge=sure).chances[ANN] == 0


def test_whoever_approves_a_team_that_then_fails_is_more_suspect_than_who_rejects_it():
    votes = {ANN: REJECT, BO: APPROVE, EVE: APPROVE, DI: APPROVE}
    chances = Beliefs(knowledge=servant(went(1, DI, EVE, fails=1, votes=votes), me=CY)).chances
    assert chances[BO] > chances[ANN]


@pytest.mark.parametrize("seed", range(12))
def test_the_truth_is_never_ruled_out_and_as_many_are_evil_as_are_dealt(seed: int):
    setup = AvalonSetup(players=seat_names(7, "en"), discussions=0)
    state, events = play_randomly(start(setup.players, seed, setup), seed)
    for player in state.players:
        seen = [event for event in events if event.is_visible_to(player)]
        for is_private in (True, False):
            beliefs = Beliefs(knowledge=knowledge_of(state.players, player, seen), is_private=is_private)
            assert sum(beliefs.chances.values()) == pytest.approx(3)
            assert all(beliefs.chances[name] > 0 for name in state.deal.evil)


# Decisions


def test_the_good_send_themselves_and_whom_they_trust_most():
    knowledge = servant(went(1, ANN, DI, fails=1))
    team = Mind(knowledge=knowledge).team(FIVE, 3)
    assert set(team) == {CY, BO, EVE}


def test_the_evil_send_themselves_without_a_fellow_while_others_are_left():
    assert EVE not in Mind(knowledge=assassin()).team(FIVE, 3)
    assert set(Mind(knowledge=assassin()).team((DI, EVE), 2)) == {DI, EVE}


def test_the_good_reject_a_team_that_failed_and_approve_one_that_did_not():
    mind = Mind(knowledge=servant(went(1, ANN, DI, fails=1), rejected(2, ANN, DI, BO)))
    assert mind.vote((ANN, DI, BO)) == REJECT
    assert mind.vote((CY, BO, EVE)) == APPROVE


def test_before_the_last_rejection_the_good_approve_anything_and_the_evil_nothing():
    tries = [rejected(2, ANN, DI, BO)] * 5
    assert Mind(knowledge=servant(went(1, ANN, DI, fails=1), *tries)).vote((ANN, DI, BO)) == APPROVE
    assert Mind(knowledge=assassin(went(1, ANN, DI, fails=1), *tries)).vote((ANN, DI, BO)) == REJECT


@pytest.mark.parametrize(("team", "vote"), [((ANN, DI), APPROVE), ((ANN, EVE), APPROVE), ((ANN, BO), REJECT)])
def test_the_evil_approve_what_has_one_of_them_on_it(team: tuple[str, ...], vote: str):
    assert Mind(knowledge=assassin(rejected(1, *team))).vote(team) == vote


def test_the_good_play_success():
    assert Mind(knowledge=servant()).card((ANN, CY)) == SUCCESS


def test_of_two_who_know_each_other_only_the_first_fails():
    eve = Knowledge(players=FIVE, me=EVE, role=Role.MORGANA, fellows=(DI,))
    assert [Mind(knowledge=knowledge).card((DI, EVE)) for knowledge in (assassin(), eve)] == [FAIL, SUCCESS]


def test_an_evil_player_alone_keeps_its_fail_where_it_takes_two_until_all_is_at_stake():
    early = [went(n, ANN, DI, fails=n % 2) for n in (1, 2, 3)]
    late = [went(n, ANN, DI, fails=int(n == 1)) for n in (1, 2, 3)]
    team = (ANN, BO, CY, DI)
    for proposals, card in ((early, SUCCESS), (late, FAIL)):
        assert Mind(knowledge=assassin(*proposals, players=SEVEN, fellows=(EVE,))).card(team) == card


def test_the_assassin_names_whoever_voted_as_one_who_knows():
    knowing = {ANN: REJECT, BO: APPROVE, CY: APPROVE}
    knowledge = assassin(
        went(1, BO, DI, votes=knowing), went(2, ANN, BO, CY, votes=dict.fromkeys((ANN, BO), APPROVE))
    )
    assert Mind(knowledge=knowledge).merlin((ANN, BO, CY)) == ANN


# Whole games


def careless(request: Request, knowledge: Knowledge) -> Action:
    """A legal action at random."""
    return random_action(request, chance(0, request.id, len(knowledge.proposals)))


@pytest.mark.parametrize("players", [5, 7])
def test_whoever_thinks_wins_more_often_than_whoever_does_not(players: int):
    setup = AvalonSetup(players=seat_names(players, "en"), discussions=0)
    wins = {
        name: sum(play_by(setup, seed, *ways).winner == Team.GOOD for seed in range(40))
        for name, ways in {
            "good": (thoughtful, careless),
            "neither": (careless, careless),
            "evil": (careless, thoughtful),
        }.items()
    }
    assert wins["good"] > wins["neither"] > wins["evil"]


def test_thinking_games_are_won_by_both_sides_and_their_votes_are_better_than_a_coin():
    setup = AvalonSetup(players=seat_names(7, "en"), discussions=0)
    results = [score(play_by(setup, seed, thoughtful, thoughtful).events) for seed in range(40)]
    assert {result.winner for result in results} == set(Team)
    ballots = [each for result in results for each in result.ballots.values()]
    right = sum(each.approved + each.rejected for each in ballots)
    assert right / sum(each.clean + each.tainted for each in ballots) > 0.6


def test_what_is_decided_is_legal_at_every_table():
    for players in range(5, 11):
        tale = play_by(AvalonSetup(players=seat_names(players, "zh")), players, thoughtful, thoughtful)
        assert tale.state.is_over
        assert tale.asked(kinds.BALLOT)


def test_equal_choices_are_settled_by_lot_and_not_by_seat():
    firsts = {Mind(knowledge=servant(me=name)).team(FIVE, 2)[1] for name in FIVE}
    assert len(firsts) > 1
