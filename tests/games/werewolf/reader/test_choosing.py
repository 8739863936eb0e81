"""Whom the reader chooses at a table of Werewolf."""

from __future__ import annotations

from parlour.core import event_kinds
from parlour.games.werewolf import kinds
from parlour.llm import Language
from tests.games.werewolf.reader.nights import day, mind
from tests.games.werewolf.reader.test_beliefs import claims
from tests.reader.eight import LANGUAGES, happened, name


def others(language: Language, *without: int) -> list[str]:
    return [name(seat, language) for seat in range(2, 9) if seat not in without]


def test_a_werewolf_spares_its_fellows_while_they_are_not_lost():
    for language in LANGUAGES:
        fellows = {name(5, language), name(6, language)}
        player = mind(language, day(1, language), role="werewolf", fellows=(5, 6))
        assert player.target("eliminate", others(language)) not in fellows
        assert player.target("eliminate", sorted(fellows)) in fellows


def test_a_werewolf_goes_along_against_a_fellow_who_is_lost():
    """As one of the good would: to vote for somebody else would point at both."""
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5)]
        player = mind(language, events, role="werewolf", fellows=(5, 6))
        assert player.target("eliminate", others(language)) == name(5, language)


def test_werewolves_kill_the_seer_and_follow_what_was_proposed_tonight():
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5), happened(event_kinds.NIGHT, language, round_=2)]
        proposal = happened(event_kinds.CONFERRED, language, 7, actor=5, text="x", round_=2)
        prey = others(language, 5, 6)
        player = mind(language, events, role="werewolf", fellows=(5, 6))
        assert player.target("kill", prey) == name(2, language)
        player = mind(language, [*events, proposal], role="werewolf", fellows=(5, 6))
        assert player.target("kill", prey) == name(7, language)


def test_nobody_is_killed_on_a_mere_hunch():
    for language in LANGUAGES:
        for role, deed in (("witch", "poison"), ("hunter", "shoot")):
            assert mind(language, role=role).target(deed, others(language)) is None
            found = [*day(1, language), claims(2, language, 5), happened(kinds.DIED, language, 2)]
            assert mind(language, found, role=role).target(deed, others(language, 2)) == name(5, language)
