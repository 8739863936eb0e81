"""What was asked and decided, and what is to be decided next, are worked out from a record alone."""

from __future__ import annotations

from dataclasses import replace

from parlour.arena import play_rules
from parlour.games.werewolf import WerewolfSetup, seat_names
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

SETUP = laid(WerewolfSetup(language="en", players=seat_names(6, "en")), method="random")
WHOLE = recorded(SETUP, play(SETUP))


def test_nothing_is_undecided_in_a_match_that_is_over():
    made = play_rules(WHOLE)
    assert made.undecided == ()
    assert made.step == made.decisions[-1].request.step + 1


def test_wherever_a_record_ends_the_step_that_is_next_is_the_first_without_its_actions():
    decisions = play_rules(WHOLE).decisions
    steps = [each.request.step for each in decisions]
    acts = [number for number, entry in enumerate(WHOLE.entries) if entry.kind == "action"]
    for position in (0, 1, len(acts) // 2, len(acts) - 1):
        made = play_rules(replace(WHOLE, entries=WHOLE.entries[: acts[position]]))
        assert made.step == steps[position]
        assert decisions[position].request in made.undecided
