"""What the reader believes at a table of Werewolf, from prompts made by hand."""

from __future__ import annotations

import pytest

from parlour.core import Event, event_kinds
from parlour.games.werewolf.reader import Mind, parse_prompt
from parlour.games.werewolf.reader.beliefs import Course, weigh_echoes
from parlour.games.werewolf.reader.clues import Clue, Gone
from parlour.language.facts import Check, Level, RoleClaim, Suspicion
from parlour.llm import Language
from tests.games.werewolf.reader.nights import day, mind, prompt
from tests.reader.eight import LANGUAGES, happened, name, said


def claims(seat: int, language: Language, found: int, role: str = "werewolf") -> Event:
    by, whom = name(seat, language), name(found, language)
    return said(seat, language, RoleClaim(who=by, role="seer"), Check(by=by, whom=whom, role=role, night=1))


def test_before_anything_happens_all_others_are_equally_likely():
    for language in LANGUAGES:
        chances = mind(language).own.chances
        assert chances[name(1, language)] == 0
        assert [chances[name(seat, language)] for seat in range(2, 9)] == pytest.approx([3 / 7] * 7)


def test_own_checks_and_what_is_revealed_are_certain():
    for language in LANGUAGES:
        events = [
            happened(event_kinds.NIGHT, language),
            happened(event_kinds.CHECKED, language, 2, actor=1, role="werewolf"),
            happened(event_kinds.DAY, language),
            happened(event_kinds.ELIMINATED, language, 3),
            happened(event_kinds.REVEALED, language, 3, role="villager"),
            happened(event_kinds.NIGHT, language, round_=2),
            happened(event_kinds.CHECKED, language, 4, actor=1, role="good", round_=2),
        ]
        chances = mind(language, events, role="seer").own.chances
        assert [chances[name(seat, language)] for seat in (2, 3, 4)] == [1, 0, 0]


def test_of_more_checks_than_can_be_right_the_first_was_misread():
    for role, found in (("werewolf", [3, 4, 5]), ("good", [4, 5, 6, 7])):
        for language in LANGUAGES:
            seats = range(2, max(found) + 1)
            events = [*day(1, language), *(claims(1, language, seat, role) for seat in seats)]
            guise = mind(language, events, role="werewolf").guise.own
            is_wolf = role == "werewolf"
            told = {seat: guise.certain.get(name(seat, language)) for seat in seats}
            assert [seat for seat, found_so in told.items() if found_so is is_wolf] == found
            assert sum(guise.chances.values()) == pytest.approx(3)


def test_whoever_claims_what_the_dead_seer_was_is_a_werewolf():
    for language in LANGUAGES:
        dead = [
            happened(event_kinds.ELIMINATED, language, 3),
            happened(event_kinds.REVEALED, language, 3, role="seer"),
        ]
        claim = said(2, language, RoleClaim(who=name(2, language), role="seer"))
        chances = mind(language, [*day(1, language), claim, *dead]).own.chances
        assert chances[name(2, language)] > 0.99


def test_who_accused_a_werewolf_gains_and_who_accused_a_villager_loses():
    for language in LANGUAGES:
        for role in ("werewolf", "villager"):
            accusation = Suspicion(by=name(2, language), whom=name(5, language), level=Level.STRONG)
            events = [
                *day(1, language),
                said(2, language, accusation),
                happened(event_kinds.VOTED, language, 5, actor=3),
                happened(event_kinds.ELIMINATED, language, 5),
                happened(event_kinds.REVEALED, language, 5, role=role),
            ]
            chances = mind(language, events).own.chances
            for seat in (2, 3):
                is_gain = chances[name(seat, language)] < chances[name(6, language)]
                assert is_gain == (role == "werewolf")


def test_the_beliefs_of_a_werewolf_in_common_tell_nothing_of_its_fellows():
    for language in LANGUAGES:
        chances = mind(language, role="werewolf", fellows=(2, 3)).common.chances
        assert {round(chance, 9) for chance in chances.values()} == {0.375}


def test_a_clue_is_given_as_the_ground():
    for language in LANGUAGES:
        own = mind(language, [*day(1, language), claims(2, language, 5)]).own
        ground = own.grounds(name(5, language))
        assert ground is not None
        assert (ground.kind, ground.by) == ("found_wolf", name(2, language))
        assert mind(language).own.grounds(name(5, language)) is None


OMITTED = {"en": "3 earlier remarks by {} are left out here.", "zh": "这里略去了{}先前的3次发言。"}


def test_nobody_follows_a_claim_who_may_have_made_it_first_in_words_that_are_left_out():
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5), claims(3, language, 4)]
        heard = parse_prompt(prompt(language, events))
        followed = [clue.by for clue in Mind(prompt=heard).common.clues if clue.kind == "follows_claim"]
        assert followed == [name(3, language)]
        forgotten = parse_prompt(prompt(language, events, task=OMITTED[language].format(name(3, language))))
        assert forgotten.left_out == {name(3, language)}
        assert not [clue for clue in Mind(prompt=forgotten).common.clues if clue.kind == "follows_claim"]


def suspects(seat: int, whom: int, language: Language, level: Level = Level.STRONG) -> Suspicion:
    return Suspicion(by=name(seat, language), whom=name(whom, language), level=level)


def opinions(language: Language, *facts: Suspicion) -> list[Clue]:
    spoken = [said(seat, language, fact) for seat, fact in enumerate(facts, start=3)]
    events = [*day(1, language), claims(2, language, 5), *spoken]
    return [clue for clue in mind(language, events).common.clues if clue.kind == "suspects"]


def test_who_follows_a_seer_says_nothing_new_and_who_names_another_does():
    for language in LANGUAGES:
        follows, differs = opinions(language, suspects(3, 5, language), suspects(4, 6, language))
        assert follows.echo > 10
        assert differs.echo == 0
        good, hit, bad, both = follows.cells
        assert max(good, hit, bad, both) - min(good, hit, bad, both) < 0.1


def test_an_opinion_counts_once_however_often_it_is_told():
    for language in LANGUAGES:
        again = [suspects(3, 6, language), suspects(3, 6, language, Level.SOME)]
        events = [*day(1, language), *(said(3, language, fact) for fact in again)]
        assert [clue.kind for clue in mind(language, events).common.clues] == ["suspects"]


def test_talk_that_goes_on_is_weighed_as_if_it_were_read_from_its_beginning():
    players = ("Ada", "Bo", "Cy", "Di", "Eli", "Flo", "Gus")
    suspicions = [(by, about) for by in players[:4] for about in players[3:] if by != about]
    clues = [Clue(kind="suspects", by=by, about=about, weight=0.6) for by, about in suspicions]
    happened = (*clues[:5], Gone(name="Cy", is_wolf=False), *clues[5:], Gone(name="Gus", is_wolf=True))
    other = (Gone(name="Bo", is_wolf=True), *happened[1:])
    for events in (happened, other):
        whole = Course.begin(players, 2)
        for count, event in enumerate(events):
            whole.add(event)
            assert weigh_echoes(events[: count + 1], players, 2) == tuple(whole.clues.values())
