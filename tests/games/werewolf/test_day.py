"""A night and a day of Werewolf."""

from __future__ import annotations

from parlour.core import Player, RequestKind, event_kinds, request_kinds
from parlour.games.werewolf import WEREWOLVES, Role, Stage, Team, kinds
from parlour.games.werewolf.views import explain_deaths
from tests.games.werewolf.tales import Tale, table

SIX = "wwvvvvh"  # Ann, Bo: werewolves; Gus: hunter


def spoke(tale: Tale, day: int = 1) -> list[Player]:
    return [each.player for each in tale.asked if each.kind is request_kinds.SPEAK and each.round == day]


def test_everybody_who_lives_speaks_in_seat_order_one_at_a_time():
    tale = Tale(table(SIX), until=Stage.VOTE, kill=["Cy"], speak=["x"])
    assert spoke(tale) == ["Ann", "Bo", "Di", "Eve", "Fay", "Gus"]
    steps = [each.step for each in tale.asked if each.kind is request_kinds.SPEAK]
    assert len(set(steps)) == len(steps)
    talk = [(each.actor, each.text) for each in tale.events if each.kind is event_kinds.SPOKE]
    assert talk == [("Ann", "Words.")]
    assert [each.actor for each in tale.events if each.kind is event_kinds.PASSED] == spoke(tale)[1:]


def test_whoever_sits_next_to_the_dead_can_open_the_day():
    for victim, first in (("Cy", "Di"), ("Gus", "Ann"), ("", "Ann")):
        tale = Tale(table(SIX, opens="next"), until=Stage.VOTE, kill=[victim])
        assert spoke(tale)[0] == first
        assert len(spoke(tale)) == len(tale.state.board.living)


def test_a_lot_of_the_match_seed_can_open_the_day():
    openers = [spoke(Tale(table("wvvvv", opens="lot"), until=Stage.VOTE, seed=seed))[0] for seed in range(40)]
    assert set(openers) == {"Ann", "Bo", "Cy", "Di", "Eve"}


def test_all_vote_at_once_on_anybody_else_who_lives_and_everybody_sees_it():
    tale = Tale(table(SIX), until=Stage.NIGHTFALL, rounds=2, kill=["Cy"], vote=["Ann>Di Bo>Di Di>Ann"])
    votes = [each for each in tale.asked if each.kind is request_kinds.VOTE]
    assert len({each.step for each in votes}) == 1
    assert tale.options("Ann", request_kinds.VOTE) == [("Bo", "Di", "Eve", "Fay", "Gus")]
    seen = {each.actor: each.chosen for each in tale.events if each.kind is event_kinds.VOTED}
    assert seen == {"Ann": ("Di",), "Bo": ("Di",), "Di": ("Ann",), "Eve": (), "Fay": (), "Gus": ()}
    assert all(each.visible_to is None for each in tale.events if each.kind is event_kinds.VOTED)
    assert tale.told(event_kinds.ELIMINATED) == [("Di",)]


def test_one_vote_is_most_and_by_default_a_tie_and_no_votes_eliminate_nobody():
    for votes, tied, out in (("Cy>Bo", [], ("Bo",)), ("", [], ()), ("Ann>Cy Cy>Ann", [("Ann", "Cy")], ())):
        tale = Tale(table(SIX), until=Stage.NIGHTFALL, rounds=2, vote=[votes])
        assert (tale.told(event_kinds.TIED), tale.told(event_kinds.ELIMINATED)) == (tied, [out])


def test_a_tie_can_fall_to_one_of_the_tied_by_the_match_seed():
    def out(seed: int) -> tuple[Player, ...]:
        setup = table(SIX, ties="lot")
        tale = Tale(setup, until=Stage.NIGHTFALL, rounds=2, seed=seed, vote=["Ann>Cy Cy>Ann"])
        return tale.told(event_kinds.ELIMINATED)[0]

    found = [out(seed) for seed in range(20)]
    assert found == [out(seed) for seed in range(20)]
    assert set(found) == {("Ann",), ("Cy",)}


def test_a_tie_can_be_voted_on_again_once():
    for second, out in (("Di>Cy", ("Cy",)), ("Di>Cy Eve>Ann", ())):
        tale = Tale(
            table(SIX, ties="runoff"), until=Stage.NIGHTFALL, rounds=2, vote=["Ann>Cy Cy>Ann", second]
        )
        assert tale.options("Ann", request_kinds.VOTE)[1] == ("Cy",)
        assert tale.options("Di", request_kinds.VOTE)[1] == ("Ann", "Cy")
        assert tale.told(event_kinds.ELIMINATED) == [out]


def test_the_role_of_the_eliminated_is_told_unless_the_setup_hides_it():
    for reveal, shown in (("none", []), ("eliminated", [Role.WEREWOLF])):
        tale = Tale(table(SIX, reveal=reveal), until=Stage.NIGHTFALL, rounds=2, vote=["Cy>Bo"])
        assert [each.role for each in tale.events if each.kind is event_kinds.REVEALED] == shown


def test_a_hunter_voted_out_shoots_before_it_is_seen_who_has_won():
    """Of wolf, hunter and villager the hunter goes: the wolf would have won, had it not been shot."""
    story = {"kill": ["Cy", "Di"], "vote": ["", "Bo>Eve Ann>Eve"], "shoot": ["Ann"]}
    tale = Tale(table("wvvvh"), **story)
    assert tale.told(kinds.SHOT) == [("Ann",)]
    assert tale.winner == Team.GOOD
    assert Tale(table("wvvvh"), **story | {"shoot": []}).winner == Team.WEREWOLF


def test_who_wins_once_no_wolf_lives_or_as_many_as_the_others():
    for letters, story, winner in (
        ("wvvvv", {"vote": ["Bo>Ann"]}, Team.GOOD),
        ("wwvvv", {"kill": ["Eve"]}, Team.WEREWOLF),
        ("wxvvv", {"kill": ["Di", "Eve"], "poison": ["", "Ann"]}, Team.GOOD),
    ):
        tale = Tale(table(letters), **story)
        assert (tale.winner, tale.told(event_kinds.WON)) == (winner, [(winner,)])


def test_at_the_end_everybody_learns_who_was_what():
    tale = Tale(table("wsvvv"), vote=["Bo>Ann"])
    last = [(each.chosen, each.role) for each in tale.events[-5:]]
    roles = (Role.WEREWOLF, Role.SEER, *[Role.VILLAGER] * 3)
    assert last == [((name,), role) for name, role in zip(tale.state.players, roles, strict=True)]
    assert tale.state.outcome
    end = tale.state.outcome.cases[0]
    assert (end.case, end.truth, end.eliminated) == (WEREWOLVES, ("Ann",), "Ann")


EIGHT = "wwwsxgvv"  # Ann, Bo, Cy: werewolves; Di: seer; Eve: witch; Fay: guard; Gus, Hal: villagers


def steps(tale: Tale) -> list[set[RequestKind]]:
    together: dict[int, set[RequestKind]] = {}
    for request in tale.asked:
        together.setdefault(request.step, set()).add(request.kind)
    return list(together.values())


def test_what_hangs_on_nobody_else_is_asked_at_once_and_the_witch_after_the_wolves():
    tale = Tale(table(EIGHT), until=Stage.SPEAK, kill=["Gus"])
    assert steps(tale) == [
        {kinds.CONFER, request_kinds.CHECK, kinds.PROTECT},
        {kinds.KILL},
        {kinds.SAVE},
        {kinds.POISON},
    ]


def test_a_witch_who_can_save_nobody_any_more_waits_for_nobody():
    tale = Tale(table("wwxvvvv"), until=Stage.SPEAK, rounds=2, kill=["Di", "Eve"], save=["Di"])
    assert steps(tale)[-2:] == [{kinds.CONFER, kinds.POISON}, {kinds.KILL}]


def test_the_wolves_talk_as_often_as_the_setup_says():
    for letters, confers, talks in (("wwvvv", 1, 1), ("wwvvvv", 2, 2), ("wwvvvv", 0, 0), ("wvvvv", 1, 0)):
        tale = Tale(table(letters, confers=confers), until=Stage.SPEAK)
        assert [request.player for request in tale.asked if request.kind is kinds.CONFER] == [
            "Ann",
            "Bo",
        ] * talks


def test_wolves_who_disagree_attack_one_of_those_they_chose_by_the_match_seed():
    def victims(seed: int) -> list[tuple[Player, ...]]:
        return Tale(table(EIGHT), until=Stage.SPEAK, seed=seed, kill=["Ann>Gus Bo>Hal"]).told(kinds.DIED)

    found = [victims(seed) for seed in range(20)]
    assert found == [victims(seed) for seed in range(20)]
    assert {name for died in found for names in died for name in names} == {"Gus", "Hal"}


def test_the_seer_alone_learns_the_side_of_whom_it_checks():
    for checked, side in (("Bo", Team.WEREWOLF), ("Eve", Team.GOOD)):
        tale = Tale(table(EIGHT), until=Stage.SPEAK, check=[checked])
        learned = [event for event in tale.events if event.kind is event_kinds.CHECKED]
        assert [(event.chosen, event.role, event.visible_to) for event in learned] == [
            ((checked,), side, frozenset({"Di"}))
        ]


def test_who_is_attacked_lives_if_saved_or_protected():
    for protect, save, rule, died in (
        ("", "", "dies", ("Gus",)),
        ("Hal", "", "dies", ("Gus",)),
        ("Gus", "", "dies", ()),
        ("", "Gus", "dies", ()),
        ("Gus", "Gus", "dies", ("Gus",)),
        ("Gus", "Gus", "lives", ()),
        ("Gus", "", "lives", ()),
    ):
        setup = table(EIGHT, doubly_saved=rule)
        tale = Tale(setup, until=Stage.SPEAK, kill=["Gus"], protect=[protect], save=[save])
        assert tale.told(kinds.DIED) == [died]
        reasons = explain_deaths(setup, tale.events, "en")
        is_doubly_saved = bool(died) and protect == save == "Gus"
        assert [reason.partition(",")[0] for reason in reasons] == (
            ["On night 1 Gus was both protected and saved"] if is_doubly_saved else []
        )


def test_whether_the_guard_may_protect_one_player_twice_running_is_an_option():
    """The trust paper's appendix E.2 forbids nothing; its released prompt does."""
    for guard_repeats in (False, True):
        setup = table(EIGHT, guard_repeats=guard_repeats)
        tale = Tale(setup, until=Stage.SPEAK, rounds=2, protect=["Gus", "Gus"] if guard_repeats else ["Gus"])
        guard = setup.players[EIGHT.index("g")]
        [first, second] = tale.options(guard, kinds.PROTECT)
        assert ("Gus" in first, "Gus" in second) == (True, guard_repeats)


def test_without_parity_the_good_lose_only_when_all_are_dead():
    """Appendix E.4 of the trust paper ends at one werewolf and one other; its released code plays on."""
    for parity, winner in ((True, Team.WEREWOLF), (False, None)):
        tale = Tale(table("wwvvv", parity=parity), until=Stage.SPEAK, kill=["Cy"])
        assert tale.winner == winner
    over = Tale(table("wwvvv", parity=False), until=Stage.VOTE, rounds=4, kill=["Cy", "Di", "Eve"])
    assert over.winner == Team.WEREWOLF


def test_each_potion_is_used_once_and_never_both_in_one_night():
    story = {"kill": ["Gus", "Hal", "Ida", "Jo"], "save": ["Gus", "Hal"], "poison": ["Bo", "Cy"]}
    tale = Tale(table("wwwsxgvvvvvv"), until=Stage.VOTE, rounds=4, **story)
    assert len(tale.options("Eve", kinds.SAVE)) == 1
    assert len(tale.options("Eve", kinds.POISON)) == 1
    assert tale.told(kinds.SAVED) == [("Gus",)]
    assert tale.told(kinds.POISONED) == [("Bo",)]
    assert tale.told(kinds.DIED) == [(), ("Bo", "Hal"), ("Ida",), ("Jo",)]


def test_whether_the_witch_may_save_herself_is_an_option():
    for self_save, asked in ((True, [("Eve",)]), (False, [])):
        tale = Tale(table(EIGHT, self_save=self_save), until=Stage.SPEAK, kill=["Eve"])
        assert tale.options("Eve", kinds.SAVE) == asked
        assert len(tale.options("Eve", kinds.POISON)) == 1


def test_the_witch_learns_of_attacks_while_she_can_save_apart_from_the_wolves():
    tale = Tale(table("wwxvvvvvv"), until=Stage.VOTE, rounds=2, kill=["Di", "Eve"], save=["Di"])
    seen = [(event.chosen, event.visible_to) for event in tale.events if event.kind is kinds.ATTACKED]
    wolves = frozenset({"Ann", "Bo"})
    assert seen == [(("Di",), wolves), (("Di",), frozenset({"Cy"})), (("Eve",), wolves)]


def test_the_hunter_shoots_when_attacked_but_not_when_poisoned():
    for poison, asked in (("", 1), ("Cy", 0)):
        tale = Tale(table("wxhvvvv"), until=Stage.SPEAK, kill=["Cy"], poison=[poison], shoot=["Ann"])
        assert len(tale.options("Cy", kinds.SHOOT)) == asked
        assert tale.told(kinds.SHOT) == [("Ann",)] * asked
        assert tale.winner == (Team.GOOD if asked else None)


def test_a_hunter_who_lets_it_be_does_not_show_what_it_was():
    tale = Tale(table("wwhvvvv"), until=Stage.SPEAK, kill=["Cy"])
    assert len(tale.options("Cy", kinds.SHOOT)) == 1
    public = [event.kind for event in tale.events if event.visible_to is None]
    assert public == [event_kinds.NIGHT, event_kinds.DAY, kinds.DIED]


def test_roles_of_the_nights_dead_are_told_only_where_all_are():
    for reveal, shown in (("none", []), ("eliminated", []), ("all", [Role.VILLAGER])):
        tale = Tale(table(EIGHT, reveal=reveal), until=Stage.SPEAK, kill=["Gus"])
        assert [event.role for event in tale.events if event.kind is event_kinds.REVEALED] == shown
