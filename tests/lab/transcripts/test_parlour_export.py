"""Own matches in the open form of recorded games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from parlour.arena import Record, Status, events
from parlour.core import event_kinds, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.games.onenight import kinds
from parlour.lab.transcripts.corpora.parlour_export import transcribe


@cache
def by_peoples_rules() -> Record:
    """A match in whose night cards move."""
    asked = read_asked({"name": "onenight", "players": 6, "rounds": 1, "rules": "people"})
    return check_match(lay_alike(asked, "plain", seed=3, language="en"))


def test_a_card_that_moved_by_night_is_the_role_at_the_end_and_not_the_dealt_one():
    record = by_peoples_rules()
    revealed = {each.chosen[0]: each.role for each in events(record) if each.kind is event_kinds.REVEALED}
    cast = transcribe(record).cast
    assert {member.player: member.end for member in cast} == revealed
    assert any(member.end != member.start for member in cast)


def test_the_cards_in_the_centre_are_told_apart_from_those_of_seats():
    record = by_peoples_rules()
    left = [each.role for each in events(record) if each.kind is kinds.LEFT]
    assert len(left) == 3
    assert list(transcribe(record).centre) == left


def test_of_a_match_that_was_never_finished_no_role_at_the_end_is_known():
    stopped = replace(by_peoples_rules(), status=Status.STOPPED)
    assert all(member.start for member in transcribe(stopped).cast)
    assert all(member.end is None for member in transcribe(stopped).cast)
