"""What the reader makes of a table of One Night: who it is, what it knows, whom it takes for the werewolf."""

from __future__ import annotations

import re
from functools import cache

import pytest

from parlour.arena import Record
from parlour.core import Event, event_kinds
from parlour.games.onenight import OF_PEOPLE, OneNightSetup, Role, seat_names
from parlour.games.onenight.reader import Mind, parse_prompt
from parlour.games.onenight.reader.clues import Clue, clues
from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.language.facts import Level, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, Trust
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.onenight.reader.rounds import began, mind, prompt
from tests.reader.eight import LANGUAGES, happened, name, said


def claims(seat: int, role: str, language: Language) -> Event:
    return said(seat, language, RoleClaim(who=name(seat, language), role=role))


def found(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(seat, language, OneOfTwo(by=by, whom=whom, other=third, role="werewolf"))


def cleared(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(seat, language, NeitherOfTwo(by=by, whom=whom, other=third, role="werewolf"))


# Papers


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


def test_a_seer_with_a_rival_is_believed_less():
    for language in LANGUAGES:
        alone = [began(1, language), claims(2, "seer", language), found(2, 3, 4, language)]
        rival = [*alone, claims(6, "seer", language), cleared(6, 3, 4, language)]
        one, two = (mind(language, events).own.chances[name(3, language)] for events in (alone, rival))
        assert two < one


def test_whoever_changes_their_story_is_taken_for_the_tanner_before_the_werewolf():
    for language in LANGUAGES:
        events = [began(1, language), claims(2, "villager", language), claims(2, "seer", language)]
        own = mind(language, events).own
        assert own.tanners[name(2, language)] > own.chances[name(2, language)]
        assert own.tanners[name(2, language)] > 2 * own.tanners[name(3, language)]


def test_a_player_who_admits_to_be_the_werewolf_is_suspected_whatever_was_claimed_before():
    for language in LANGUAGES:
        for before in ([], [claims(2, "seer", language)]):
            events = [began(1, language), claims(3, "villager", language), *before]
            for admitted in (events, [*events, claims(2, "werewolf", language)]):
                own = mind(language, admitted).own
                is_suspected = own.chances[name(2, language)] > 1.2 * own.chances[name(4, language)]
                assert is_suspected == (admitted is not events)


def test_whoever_speaks_and_says_nothing_of_themselves_is_suspected_more():
    for language in LANGUAGES:
        silent = happened(event_kinds.PASSED, language, actor=2)
        talk = happened(event_kinds.SPOKE, language, actor=3, text="…")
        chances = mind(language, [began(1, language), silent, talk]).own.chances
        assert chances[name(2, language)] == pytest.approx(chances[name(3, language)])
        assert chances[name(2, language)] > 1.5 * chances[name(4, language)]


def test_somebody_is_against_the_reader_who_spoke_against_it_and_for_it_who_spoke_for_it():
    for language in LANGUAGES:
        one, two, three, four = (name(seat, language) for seat in range(1, 5))
        against = said(2, language, Suspicion(by=two, whom=one, level=Level.STRONG))
        for_it = said(3, language, Trust(by=three, whom=one, level=Level.STRONG))
        elsewhere = said(4, language, Suspicion(by=four, whom=two, level=Level.STRONG))
        reader = OneNightSeat(mind=mind(language, [began(1, language), against, for_it, elsewhere]))
        stances = [reader.impression(name(seat, language)).stance for seat in range(2, 6)]
        assert stances == ["negative", "positive", "neutral", "neutral"]


ROLES = tuple(role.value for role in Role if role not in OF_PEOPLE)


def test_a_minion_likes_the_werewolf_that_it_knows():
    for language in LANGUAGES:
        attitudes = OneNightSeat(mind=mind(language, role="minion", fellow=4))
        assert attitudes.rating(name(4, language)) > attitudes.rating(name(5, language))
        assert attitudes.role(name(4, language), ROLES) == ("werewolf", pytest.approx(1))


def test_a_claim_is_believed_as_far_as_nothing_speaks_against_it():
    for language in LANGUAGES:
        two = name(2, language)
        role, chance = OneNightSeat(
            mind=mind(language, [began(1, language), said(2, language, RoleClaim(who=two, role="mason"))])
        ).role(two, ROLES)
        assert role == "mason"
        assert 0.5 < chance < 1


def test_what_repeats_another_and_what_is_said_weakly_tells_less():
    whole, weak, echo = (
        Clue(kind="suspects", by="Ann", about=("Bo",), weight=weight, echo=echo)
        for weight, echo in ((1.0, 0.0), (0.2, 0.0), (1.0, 3.0))
    )
    full, *less = (wolf / innocent for innocent, wolf, _ in (each.cells[0] for each in (whole, weak, echo)))
    assert full > max(less)
    assert min(less) > 1
    assert Clue(kind="suspects", by="Ann", about=("Bo",), weight=0.0).cells[0] == (1, 1, 1)


MEMORY = 5
SEEDS = range(1, 6)
LEFT_OUT = {
    "en": re.compile(r"(?P<number>\d+) earlier remarks? by (?P<names>.+) (?:is|are) left out here\."),
    "zh": re.compile(r"这里略去了(?P<names>.+)先前的(?P<number>\d+)次发言。"),
}
OMITTED = {"en": "7 earlier remarks by {} and {} are left out here.", "zh": "这里略去了{}和{}先前的7次发言。"}
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def forgetful(seed: int, language: Language) -> Record:
    game = OneNightSetup(language=language, players=seat_names(8, language))
    methods = dict.fromkeys(game.players, f"humanized:condition=favor,memory={MEMORY}")
    setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
    record = recorded(setup, play(setup))
    assert not list(record.faults)
    return record


def spoken(record: Record) -> dict[int, Event]:
    return {event.number: event for event in record.events if event.kind is event_kinds.SPOKE}


def heard_before(record: Record) -> dict[str, list[int]]:
    heard, before = list[int](), dict[str, list[int]]()
    for item in record.items:
        if isinstance(item, Event):
            heard += [item.number] if item.kind is event_kinds.SPOKE else []
        else:
            before.setdefault(item.request, [*heard])
    return before


@pytest.mark.parametrize("seed", SEEDS)
@each_language
def test_a_prompt_says_how_many_remarks_it_leaves_out_and_whose(seed: int, language: Language):
    record, told = forgetful(seed, language), 0
    said_aloud, known = spoken(record), heard_before(record)
    for call in record.calls:
        shown = {number for part in call.user for number in part.source.events}
        hidden = [said_aloud[number] for number in known[call.key.request] if number not in shown]
        notes = [found for part in call.user if (found := LEFT_OUT[language].fullmatch(part.text))]
        assert len(notes) == bool(hidden)
        for note in notes:
            assert int(note["number"]) == len(hidden)
            assert set(re.split("、|和|, | and ", note["names"])) == {event.actor for event in hidden}
            told += 1
    assert told > 0


def test_who_is_known_to_have_said_nothing_of_themselves_counts_as_silent_and_nobody_else():
    for language in LANGUAGES:
        suspects = [
            said(seat, language, Suspicion(by=name(seat, language), whom=name(1, language), level=Level.SOME))
            for seat in (2, 3)
        ]
        heard = [began(1, language), *suspects]
        assert silent(Mind(prompt=parse_prompt(prompt(language, heard)))) == {
            name(2, language),
            name(3, language),
        }
        omitted = OMITTED[language].format(name(3, language), name(4, language))
        forgotten = prompt(language, heard, task=f"{omitted}\n")
        assert silent(Mind(prompt=parse_prompt(forgotten))) == {name(2, language)}


def silent(mind: Mind) -> set[str]:
    return {clue.by for clue in clues(mind.prompt) if clue.kind == "claims_nothing"}
