"""Who wins at a table of people."""

from __future__ import annotations

from parlour.games.onenight.verdict import table_verdict

Roles = tuple[str | None, ...]


def verdict(roles: Roles, votes: tuple[int | None, ...]):
    seats = [f"Player {number}" for number in range(1, len(roles) + 1)]
    cast = {seat: None if vote is None else f"Player {vote}" for seat, vote in zip(seats, votes, strict=True)}
    return table_verdict(dict(zip(seats, roles, strict=True)), cast)


WOLF, SEER, TANNER, MINION, HUNTER = "werewolf", "seer", "tanner", "minion", "hunter"


def test_the_rules_that_come_with_the_cards():
    for roles, votes, winners in (
        ((WOLF, SEER, SEER), (2, 1, 1), ("village",)),
        ((WOLF, SEER, SEER), (2, 1, 2), ("werewolf",)),
        ((WOLF, SEER, SEER), (2, 3, 1), ("werewolf",)),  # a vote each: nobody dies
        ((WOLF, SEER, SEER, SEER), (2, 1, 2, 1), ("village",)),  # all who are tied die
        ((WOLF, TANNER, SEER), (2, 1, 2), ("tanner",)),
        ((WOLF, TANNER, SEER, SEER), (2, 1, 2, 1), ("village", "tanner")),
        ((SEER, SEER, SEER), (2, 3, 1), ("village",)),
        ((SEER, SEER, SEER), (2, 1, 1), ()),
        ((SEER, MINION, SEER), (3, 1, 1), ("werewolf",)),
        ((SEER, MINION, SEER), (2, 1, 2), ()),
        ((HUNTER, WOLF, SEER), (2, 1, 1), ("village",)),  # the hunter takes the werewolf along
        ((HUNTER, HUNTER, WOLF, SEER, SEER), (2, 3, 1, 1, 1), ("village",)),
        (("bodyguard", WOLF, SEER, SEER), (2, 3, 2, 2), ("werewolf",)),
        ((None, WOLF, SEER), (2, 1, 2), ("village",)),
        ((None, SEER, SEER), (2, 1, 1), None),
        (("doppelganger", SEER, WOLF), (2, 3, 3), ("village",)),
        ((WOLF, SEER, SEER), (None, None, None), None),
    ):
        assert verdict(roles, votes).winners == winners


def test_missing_votes_leave_a_winner_uncertain_only_where_they_could_change_it():
    assert verdict((WOLF, SEER, SEER, SEER, SEER), (2, 1, 1, 1, None)).is_certain
    assert verdict((WOLF, SEER, SEER), (None, 1, 1)).winners is not None
    assert not verdict((WOLF, SEER, SEER, SEER), (2, 1, 2, None)).is_certain
