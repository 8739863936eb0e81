"""What the reader makes of a table of One Night: who it is, what it knows, whom it takes for the werewolf."""

from __future__ import annotations

import pytest

from parlour.core import Event, event_kinds
from parlour.errors import UsageError
from parlour.games.onenight import OF_PEOPLE, Role
from parlour.games.onenight.reader import parse_prompt
from parlour.language.facts import Fellow, Level, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion
from parlour.llm import Language, Part, Prompt
from tests.games.onenight.reader.rounds import began, mind, prompt
from tests.reader.eight import LANGUAGES, happened, name, said

each_language = pytest.mark.parametrize("language", LANGUAGES)


def claims(seat: int, role: str, language: Language) -> Event:
    return said(seat, language, RoleClaim(who=name(seat, language), role=role))


def vouches(seat: int, other: int, language: Language) -> Event:
    return said(seat, language, Fellow(by=name(seat, language), whom=name(other, language), role="mason"))


def found(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(seat, language, OneOfTwo(by=by, whom=whom, other=third, role="werewolf"))


def cleared(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(seat, language, NeitherOfTwo(by=by, whom=whom, other=third, role="werewolf"))


# Papers


@pytest.mark.parametrize("role", [role for role in Role if role not in OF_PEOPLE])
@each_language
def test_the_reader_knows_who_it_is_and_what_was_dealt(role: Role, language: Language):
    papers = parse_prompt(prompt(language, seat=3, role=role))
    assert (papers.me, papers.role) == (name(3, language), role)
    assert papers.has_minion
    assert papers.has_tanner
    assert len(papers.table.players) == 8


def test_a_mason_knows_the_other_and_a_minion_may_know_the_werewolf():
    for language in LANGUAGES:
        mason = parse_prompt(prompt(language, role="mason", fellow=4))
        minion = parse_prompt(prompt(language, role="minion", fellow=4))
        assert (mason.mason, mason.wolf) == (name(4, language), None)
        assert (minion.mason, minion.wolf) == (None, name(4, language))


def test_the_seer_reads_what_it_learned_of_two():
    for language in LANGUAGES:
        for side in ("werewolf", "village"):
            seen = happened(event_kinds.CHECKED, language, 2, 5, actor=1, role=side)
            pointing = parse_prompt(prompt(language, [seen], role="seer")).pointing
            assert pointing
            assert pointing.pair == (name(2, language), name(5, language))
            assert pointing.has_wolf == (side == "werewolf")


def test_what_was_said_is_heard_with_who_said_it_and_in_which_round():
    for language in LANGUAGES:
        events = [
            began(1, language),
            claims(2, "seer", language),
            began(2, language),
            claims(3, "mason", language),
        ]
        told = parse_prompt(prompt(language, events)).said
        assert [(each.by, each.round) for each in told] == [(name(2, language), 1), (name(3, language), 2)]


def test_a_prompt_without_a_table_is_refused():
    empty = Prompt(
        player="Ann", request="r", purpose="test", language="en", system=(Part(text="Hello."),), user=()
    )
    with pytest.raises(UsageError, match="who plays One Night"):
        parse_prompt(empty)


# Beliefs


def test_before_anything_is_said_everybody_else_is_as_likely():
    for language in LANGUAGES:
        own = mind(language).own.chances
        assert own[name(1, language)] == 0
        assert {round(own[name(seat, language)], 9) for seat in range(2, 9)} == {round(1 / 7, 9)}
        assert sum(own.values()) == pytest.approx(1)


def test_a_seer_is_sure_of_what_it_learned():
    for language in LANGUAGES:
        for side, inside in (("werewolf", 0.5), ("village", 0.0)):
            seen = happened(event_kinds.CHECKED, language, 2, 5, actor=1, role=side)
            chances = mind(language, [seen], role="seer").own.chances
            assert [chances[name(seat, language)] for seat in (2, 5)] == pytest.approx([inside, inside])
            assert sum(chances.values()) == pytest.approx(1)


def test_a_mason_never_suspects_the_other_and_a_minion_may_be_certain():
    for language in LANGUAGES:
        assert mind(language, role="mason", fellow=4).own.chances[name(4, language)] == 0
        assert mind(language, role="minion", fellow=4).own.chances[name(4, language)] == 1
        assert mind(language, role="werewolf").own.chances[name(1, language)] == 1


def test_a_seer_without_a_rival_is_believed():
    for language in LANGUAGES:
        events = [began(1, language), claims(2, "seer", language), found(2, 3, 4, language)]
        chances = mind(language, events).own.chances
        inside, outside = chances[name(3, language)], chances[name(5, language)]
        assert inside == pytest.approx(chances[name(4, language)])
        assert inside > 3 * outside


def test_a_seer_with_a_rival_is_believed_less():
    for language in LANGUAGES:
        alone = [began(1, language), claims(2, "seer", language), found(2, 3, 4, language)]
        rival = [*alone, claims(6, "seer", language), cleared(6, 3, 4, language)]
        one, two = (mind(language, events).own.chances[name(3, language)] for events in (alone, rival))
        assert two < one


def test_masons_who_vouch_for_each_other_are_cleared():
    for language in LANGUAGES:
        events = [began(1, language), vouches(2, 3, language), vouches(3, 2, language)]
        chances = mind(language, events).own.chances
        assert max(chances[name(seat, language)] for seat in (2, 3)) < 0.01


def test_to_the_seer_whoever_else_is_the_seer_lies():
    for language in LANGUAGES:
        events = [began(1, language), claims(2, "seer", language)]
        chances = mind(language, events, role="seer").own.chances
        assert chances[name(2, language)] > chances[name(3, language)]
        assert chances[name(2, language)] > mind(language, events).own.chances[name(2, language)]


def test_whoever_changes_their_story_is_taken_for_the_tanner_before_the_werewolf():
    for language in LANGUAGES:
        events = [began(1, language), claims(2, "villager", language), claims(2, "seer", language)]
        own = mind(language, events).own
        assert own.tanners[name(2, language)] > own.chances[name(2, language)]
        assert own.tanners[name(2, language)] > 2 * own.tanners[name(3, language)]


def test_a_suspicion_counts_by_its_strength():
    for language in LANGUAGES:
        two, three = name(2, language), name(3, language)
        likely: list[float] = []
        for level in (Level.LITTLE, Level.SOME, Level.STRONG):
            facts = (RoleClaim(who=two, role="mason"), Suspicion(by=two, whom=three, level=level))
            likely.append(mind(language, [said(2, language, *facts)]).own.chances[three])
        assert likely == sorted(set(likely))


def test_whoever_speaks_and_says_nothing_of_themselves_is_suspected_more():
    for language in LANGUAGES:
        silent = happened(event_kinds.PASSED, language, actor=2)
        talk = happened(event_kinds.SPOKE, language, actor=3, text="…")
        chances = mind(language, [began(1, language), silent, talk]).own.chances
        assert chances[name(2, language)] == pytest.approx(chances[name(3, language)])
        assert chances[name(2, language)] > 1.5 * chances[name(4, language)]
