"""Proposals, talk, votes, quests and the assassin's guess."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from parlour.core import PASS, Action, Request, RequestKind, event_kinds, request_kinds
from parlour.errors import IllegalAction

from parlour_avalon import EVIL, MERLIN, Role, Stage, Team, kinds, start
from parlour_avalon.quests import APPROVE, FAIL, REJECT, SUCCESS
from tables import NAMES, Answer, Plan, play, table

FIVE, SEVEN = "MPsAG", "MPssAGO"
ANN, BO, CY, DI, EVE, FAY, GUS = NAMES[:7]
"""Of five: Di is the assassin and Eve Morgana; of seven: Eve, Fay and Gus, who is Oberon, are evil."""


def passing(kind: RequestKind, plan: Plan | None = None) -> Answer:
    """Everybody decides nothing on requests of one kind."""
    answer = (plan or Plan()).answer
    return lambda request: PASS if request.kind == kind else answer(request)


# Proposals


def test_the_leader_chooses_exactly_as_many_as_the_quest_takes_or_nobody():
    plan = Plan(teams={1: [ANN, DI], 2: [ANN, BO, DI]}, fails={1: [DI], 2: [DI]})
    sizes = [request.least for request in play(table(), plan.answer).asked(kinds.PROPOSE)]
    assert sizes == [2, 3, 2, 3, 3]
    request = play(table()).asked(kinds.PROPOSE)[0]
    assert (request.options, request.most) == (NAMES[:5], 2)
    request.check(PASS)
    for team in [(ANN,), (ANN, BO, CY), (ANN, ANN), (ANN, "Zoe")]:
        with pytest.raises(IllegalAction):
            request.check(Action(chosen=team))


def test_a_team_is_told_in_seat_order_so_that_the_order_of_choosing_says_nothing():
    tale = play(table(), Plan(teams={1: [DI, BO]}).answer)
    assert tale.told(kinds.PROPOSED)[0].chosen == (BO, DI)


def test_the_lead_passes_to_the_next_seat_after_every_quest():
    assert [request.player for request in play(table()).asked(kinds.PROPOSE)] == [ANN, BO, CY]


def test_the_lead_passes_to_the_next_seat_after_every_rejection_and_round_the_table():
    tale = play(table(leads="lot"), Plan(against=NAMES).answer)
    leaders = [event.actor for event in tale.told(kinds.LED)]
    first = tale.state.setup.first_leader(1)
    assert first
    assert leaders == [*NAMES[first:5], *NAMES[:first]]


def test_a_leader_who_names_no_team_has_proposed_in_vain():
    tale = play(table(), passing(kinds.PROPOSE))
    assert [event.chosen for event in tale.told(kinds.PROPOSED)] == [()] * 5
    assert tale.asked(kinds.BALLOT) == tale.asked(request_kinds.SPEAK) == []
    assert len(tale.told(kinds.REJECTED)) == 5
    assert tale.winner == Team.EVIL


# Talk


@pytest.mark.parametrize("discussions", [0, 1, 2])
def test_everybody_speaks_so_often_in_seat_order_from_the_leader_on(discussions: int):
    tale = play(table(discussions=discussions))
    speakers = [request.player for request in tale.asked(request_kinds.SPEAK) if request.round == 2]
    assert speakers == [BO, CY, DI, EVE, ANN] * discussions


def test_a_speech_has_one_line_and_silence_is_told_as_such():
    answer = Plan().answer
    spoken = play(
        table(), lambda each: Action(speech="a\n b") if each.kind == request_kinds.SPEAK else answer(each)
    ).told(event_kinds.SPOKE)
    assert {event.text for event in spoken} == {"a b"}
    silent = play(table(), passing(request_kinds.SPEAK))
    assert len(silent.told(event_kinds.PASSED)) == 15
    assert not silent.told(event_kinds.SPOKE)


def test_who_speaks_votes_or_plays_is_told_which_team_it_is_about():
    tale = play(table(), Plan(teams={1: [CY, EVE]}).answer)
    about = [request for request in tale.requests if request.round == 1 and request.kind != kinds.PROPOSE]
    assert {request.kind for request in about} == {request_kinds.SPEAK, kinds.BALLOT, kinds.QUEST}
    assert {request.text for request in about} == {"Cy, Eve"}


def test_a_chinese_table_joins_names_in_its_own_way_and_speaks_longer():
    tale = play(table(language="zh"))
    assert tale.asked(kinds.BALLOT)[0].text == "Ann、Bo"
    assert tale.asked(request_kinds.SPEAK)[0].words == 160


# Votes


@pytest.mark.parametrize(("against", "goes"), [((), True), ((ANN, BO), True), ((ANN, BO, CY), False)])
def test_a_team_goes_if_more_than_half_approve(against: tuple[str, ...], goes: bool):
    tale = play(table(), Plan(against=against).answer)
    assert bool(tale.told(kinds.APPROVED)) == goes


def test_a_tie_rejects():
    assert not play(table("MPssAG"), Plan(against=(ANN, BO, CY)).answer).told(kinds.APPROVED)


def test_an_abstention_is_no_approval():
    tale = play(table(), Plan(against=(ANN, BO), abstaining=(CY,)).answer)
    assert not tale.told(kinds.APPROVED)
    assert [event.chosen for event in tale.told(kinds.BALLOTED)][:5] == [
        (REJECT,),
        (REJECT,),
        (),
        (APPROVE,),
        (APPROVE,),
    ]


def test_all_vote_at_once_and_everybody_learns_who_voted_how():
    tale = play(table(), Plan(against=(EVE,)).answer)
    asked = tale.asked(kinds.BALLOT)
    assert [request.player for request in asked if request.step == asked[0].step] == list(NAMES[:5])
    assert all(event.visible_to is None for event in tale.told(kinds.BALLOTED))


@pytest.mark.parametrize("chosen", [("yes",), (APPROVE, REJECT), (ANN,)])
def test_a_vote_approves_or_rejects(chosen: tuple[str, ...]):
    with pytest.raises(IllegalAction):
        play(table()).asked(kinds.BALLOT)[0].check(Action(chosen=chosen))


def test_five_rejections_in_a_row_win_for_evil():
    tale = play(table(), Plan(against=NAMES).answer)
    assert [event.chosen for event in tale.told(kinds.LED)] == [("1",), ("2",), ("3",), ("4",), ("5",)]
    assert len(tale.told(kinds.REJECTED)) == 5
    assert tale.winner == Team.EVIL
    assert not tale.told(kinds.ASSASSINATED)


def test_rejections_are_counted_anew_for_each_quest():
    """Four rejections before every team that goes never come to five in a row."""
    answer = Plan().answer

    def reluctant(request: Request) -> Action:
        if request.kind != kinds.BALLOT:
            return answer(request)
        asked[request.round, request.player] += 1
        return Action(chosen=(APPROVE if asked[request.round, request.player] == 5 else REJECT,))

    asked = Counter[tuple[int, str]]()
    tale = play(table(), reluctant)
    assert len(tale.told(kinds.REJECTED)) == 12
    assert len(tale.told(kinds.SUCCEEDED)) == 3


# Quests


def test_only_those_on_the_team_play_and_the_good_cannot_fail():
    tale = play(table(), Plan(teams={1: [ANN, DI]}).answer)
    first = [request for request in tale.asked(kinds.QUEST) if request.round == 1]
    assert {request.player: request.options for request in first} == {ANN: (SUCCESS,), DI: (SUCCESS, FAIL)}


def test_one_fail_makes_a_quest_fail():
    tale = play(table(), Plan(teams={1: [ANN, DI]}, fails={1: [DI]}).answer)
    assert tale.told(kinds.FAILED)[0].chosen == ("1",)
    assert tale.state.results[0] is False


@pytest.mark.parametrize(("fails", "succeeds"), [((EVE,), True), ((EVE, FAY), False)])
def test_the_fourth_quest_of_seven_fails_only_with_two(fails: tuple[str, ...], succeeds: bool):
    plan = Plan(
        teams={1: [ANN, EVE], 4: [ANN, BO, EVE, FAY]},
        fails={1: [EVE], 4: fails},
    )
    tale = play(table(SEVEN), plan.answer)
    assert tale.state.results[3] is succeeds
    told = tale.told(kinds.SUCCEEDED if succeeds else kinds.FAILED)[-1]
    assert told.chosen == (str(len(fails)),)


def test_the_fourth_quest_of_six_fails_with_one():
    plan = Plan(teams={1: [ANN, EVE], 4: [ANN, BO, EVE]}, fails={1: [EVE], 4: [EVE]})
    assert play(table("MPssAG"), plan.answer).state.results[3] is False


def test_a_quest_is_told_alike_whoever_failed_it():
    one, other = (
        play(table(), Plan(teams={1: team}, fails={1: [DI, EVE]}).answer).told(kinds.FAILED)[0]
        for team in ([CY, DI], [CY, EVE])
    )
    assert replace(one, number=0) == replace(other, number=0)


def test_a_card_is_known_to_whoever_played_it_alone():
    played = play(table()).told(kinds.PLAYED)
    assert all(event.visible_to == {event.actor} for event in played)


def test_a_card_that_is_not_played_is_a_success():
    tale = play(table(), passing(kinds.QUEST, Plan(teams={1: [DI, EVE]})))
    assert tale.state.results == (True, True, True)
    assert tale.told(kinds.PLAYED)[0].chosen == ()
    assert tale.told(kinds.SUCCEEDED)[0].chosen == ("0",)


def test_three_failed_quests_win_for_evil():
    plan = Plan(teams={1: [ANN, DI], 2: [ANN, BO, DI], 3: [ANN, DI]}, fails={1: [DI], 2: [DI], 3: [DI]})
    tale = play(table(), plan.answer)
    assert tale.winner == Team.EVIL
    assert not tale.told(kinds.HUNT)
    assert tale.state.round == 3


def test_at_most_five_quests_are_played():
    plan = Plan(teams={1: [ANN, DI], 2: [ANN, BO, DI]}, fails={1: [DI], 2: [DI]}, named=CY)
    tale = play(table(), plan.answer)
    assert tale.state.results == (False, False, True, True, True)
    assert tale.winner == Team.GOOD


# The assassin


@pytest.mark.parametrize(("named", "side"), [(ANN, Team.EVIL), (BO, Team.GOOD), (None, Team.GOOD)])
def test_after_three_successes_the_assassin_wins_by_naming_merlin_and_by_nothing_else(
    named: str | None, side: Team
):
    tale = play(table(), Plan(named=named).answer)
    (hit,) = tale.told(kinds.ASSASSINATED)
    assert (hit.actor, hit.chosen, hit.visible_to) == (DI, (named,) if named else (), None)
    assert tale.winner == side
    assert tale.told(event_kinds.WON)[0].chosen == (side,)


def test_the_assassin_may_name_whomever_he_does_not_know_to_be_evil_oberon_too():
    (request,) = play(table(SEVEN)).asked(kinds.ASSASSINATE)
    assert (request.player, request.case) == (EVE, MERLIN)
    assert request.options == (ANN, BO, CY, DI, GUS)


def test_the_outcome_holds_who_was_evil_and_whether_merlin_was_found():
    outcome = play(table(), Plan(named=ANN).answer).state.outcome
    assert outcome
    end, hunted = outcome.cases
    assert (end.case, end.truth, end.eliminated, end.winner) == (EVIL, (DI, EVE), None, Team.EVIL)
    assert (hunted.case, hunted.truth, hunted.eliminated, hunted.winner) == (MERLIN, (ANN,), ANN, Team.EVIL)


def test_who_merlin_is_goes_unscored_where_nobody_came_to_ask():
    outcome = play(table(), Plan(against=NAMES).answer).state.outcome
    assert outcome
    assert outcome.cases[1].winner is None


def test_evil_advises_the_assassin_only_where_the_table_has_it_so_and_oberon_never():
    assert not play(table(SEVEN)).asked(kinds.CONFER)
    tale = play(table(SEVEN, confers=True), Plan(named=ANN).answer)
    assert [request.player for request in tale.asked(kinds.CONFER)] == [FAY]
    (advice,) = tale.told(event_kinds.CONFERRED)
    assert (advice.chosen, advice.case, advice.visible_to) == ((ANN,), MERLIN, {EVE, FAY})


def test_several_advise_one_after_the_other():
    tale = play(table("MPssssADGO", confers=True))
    asked = tale.asked(kinds.CONFER)
    assert [request.player for request in asked] == ["Hal", "Ivy"]
    assert asked[0].step < asked[1].step


def test_an_assassin_whom_nobody_knows_is_not_advised():
    tale = play(table("MPsAO", confers=True), Plan(named=BO).answer)
    assert not tale.asked(kinds.CONFER)
    assert tale.told(kinds.ASSASSINATED)


def test_at_the_end_everybodys_role_is_told():
    tale = play(table())
    shown = {event.chosen[0]: event.role for event in tale.told(event_kinds.REVEALED)}
    assert tuple(shown.values()) == table().deal
    assert all(event.visible_to is None for event in tale.told(event_kinds.REVEALED))


def test_what_is_over_takes_no_more_actions():
    state = play(table()).state
    assert state.stage is Stage.OVER
    with pytest.raises(IllegalAction, match="over"):
        state.apply({})


def test_a_missing_decision_is_refused():
    state = start(NAMES[:5], 1, table())
    for _ in range(2):
        state, _ = state.apply({})
    assert state.stage is Stage.PROPOSE
    with pytest.raises(IllegalAction, match="no action for"):
        state.apply({})


def test_sides_are_those_of_the_roles():
    state = start(NAMES[:7], 1, table(SEVEN))
    assert [player for player, side in state.teams().items() if side == Team.EVIL] == [EVE, FAY, GUS]
    assert state.deal.role(GUS) is Role.OBERON
