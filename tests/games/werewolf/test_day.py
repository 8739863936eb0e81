from parlour.core import Player, event_kinds, request_kinds
from parlour.games.werewolf import WEREWOLVES, Role, Stage, Team, kinds
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
