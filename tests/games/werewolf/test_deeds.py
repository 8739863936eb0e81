"""What is done to whom, and whether it serves one's own side (GRATR, table 2; NOTES GRATR 8)."""

from __future__ import annotations

import pytest

from parlour.core import event_kinds
from parlour.errors import UsageError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.deeds import DeedStance, deeds, sides
from parlour.games.werewolf.setup import Team
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import play, recorded
from tests.games.werewolf.records import P1, P2, P3, P4, P5, P6, P7, P8, Story, every_deed

RIGHT = {
    (P5, kinds.POISONED, P1),
    (P5, kinds.SAVED, P7),
    (P6, kinds.PROTECTED, P7),
    (P4, event_kinds.CHECKED, P1),
    (P4, event_kinds.VOTED, P1),
    (P8, event_kinds.VOTED, P1),
    (P2, event_kinds.VOTED, P7),
    (P2, kinds.TARGETED, P7),
}
"""All others hurt one's own side, or help the other."""


def test_a_deed_is_right_against_the_other_side_and_in_protecting_ones_own():
    for deed in list(every_deed()):
        [told] = deeds(Story().does(*deed).record())
        assert told.is_right == (deed in RIGHT)


def test_who_protects_or_saves_themselves_is_right():
    story = Story().does(P6, kinds.PROTECTED, P6).does(P5, kinds.SAVED, P5)
    assert [each.is_right for each in deeds(story.record())] == [True, True]
    assert {each.truth for each in deeds(story.record())} == {DeedStance.ALLY}


def test_a_blast_is_a_deed_to_whom_it_takes_along():
    for victim, is_right in ((P7, True), (P3, False)):
        [told] = deeds(Story().does(P2, kinds.EXPLODED, P2, victim).record())
        assert (told.player, told.target, told.is_right) == (P2, victim, is_right)


def test_who_watches_does_nothing_to_whom_she_sees_and_who_joins_two_is_not_judged():
    story = Story().does(P4, kinds.SPIED, P1).does(P4, kinds.LINKED, P4, P1)
    assert list(deeds(story.record())) == []


def test_a_tanner_is_on_its_own_side_once_it_is_voted_out_whomever_it_loves():
    for out, side in ((P7, Team.TANNER), (P4, Team.LOVERS)):
        story = Story().befalls(kinds.LINKED, P7, P8).befalls(event_kinds.ELIMINATED, out)
        are = sides(story.record(letters="wwwsxgtv"))
        assert (are[P7], are[P8]) == (side, Team.LOVERS)


def test_a_mystery_has_no_such_deeds():
    setup = laid(mystery(), method="random")
    with pytest.raises(UsageError, match="games of Werewolf"):
        list(deeds(recorded(setup, play(setup))))
