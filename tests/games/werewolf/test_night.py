from parlour.core import Player, RequestKind, event_kinds, request_kinds
from parlour.games.werewolf import Role, Stage, Team, kinds
from tests.games.werewolf.tales import Tale, table

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
