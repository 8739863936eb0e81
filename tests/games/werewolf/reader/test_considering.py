"""What the reader answers to a method's own forms at a table of Werewolf."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import BaseModel

from parlour.core import Event, event_kinds
from parlour.games.werewolf.reader import Mind, WerewolfSeat, parse_prompt
from parlour.language.facts import Level as HowMuch
from parlour.language.facts import Suspicion, Trust
from parlour.llm import About, Language, Part
from parlour.methods.player_star.reader import Sensed
from parlour.reader import Blank
from tests.games.werewolf.reader.nights import day, mind, prompt
from tests.games.werewolf.reader.test_beliefs import claims
from tests.reader.eight import LANGUAGES, happened, name, said

each_language = pytest.mark.parametrize("language", LANGUAGES)


def accuses(seat: int, whom: int, language: Language) -> Event:
    fact = Suspicion(by=name(seat, language), whom=name(whom, language), level=HowMuch.STRONG)
    return said(seat, language, fact)


def defends(seat: int, whom: int, language: Language) -> Event:
    fact = Trust(by=name(seat, language), whom=name(whom, language), level=HowMuch.STRONG)
    return said(seat, language, fact)


def considering(language: Language, *events: Event, role: str = "villager") -> WerewolfSeat:
    return WerewolfSeat(mind=mind(language, [*day(1, language), *events], role=role))


def listing(language: Language, lines: list[str], *events: Event) -> WerewolfSeat:
    asked = prompt(language, [*day(1, language), *events])
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    task = Part(text=numbered)
    return WerewolfSeat(mind=Mind(papers=parse_prompt(replace(asked, user=(*asked.user, task)))))


@each_language
def test_sensors_read_words_votes_and_claims(language: Language):
    events = [
        accuses(2, 1, language),
        defends(3, 1, language),
        claims(4, language, 5),
        claims(6, language, 4),
        happened(event_kinds.VOTED, language, 7, actor=8),
        happened(event_kinds.ELIMINATED, language, 7),
        happened(event_kinds.REVEALED, language, 7, role="villager"),
    ]
    read = considering(language, *events)

    def sensed(sensor: str, suspect: str) -> str:
        about = Blank(form=BaseModel, name=sensor, about=About(suspect=suspect, case="werewolf"))
        return Sensed(sensor=sensor).fill(read, about)

    assert [sensed("emotion", name(seat, language)) for seat in (2, 3)] == ["negative", "positive"]
    assert sensed("motivation", name(8, language)) == "yes"
    assert sensed("motivation", name(3, language)) == "no"
    assert sensed("opportunity", name(7, language)) == "no"
    assert sensed("opportunity", name(8, language)) == "yes"
    assert [sensed("background", name(seat, language)) for seat in (4, 8, 3)] == ["yes", "yes", "no"]


def test_of_a_list_those_questions_are_chosen_that_nobody_has_answered():
    for language in LANGUAGES:
        lines = {"en": ["Whom do you suspect?", "Whom do you trust?"], "zh": ["你怀疑谁？", "你信任谁？"]}
        free = {"en": "What has changed your mind?", "zh": "什么改变了你的看法？"}
        events = [accuses(seat, 1, language) for seat in range(2, 9)]
        assert listing(language, [free[language], *lines[language]], *events).topics("werewolf", 1) == [3]


def test_timelines_are_told_so_that_anybody_can_tell_them_again():
    """A claim and a check: only the check is of the one who is suspected."""
    for language in LANGUAGES:
        claim = claims(2, language, 5)
        remembered = considering(language, claim).timelines("werewolf")
        assert len(remembered) == 2
        again = listing(language, remembered, claim)
        is_of_suspect = [name(5, language) in line for line in remembered]
        assert [again.is_needed(number) for number in (1, 2)] == is_of_suspect
        assert sum(is_of_suspect) == 1


def test_a_timeline_is_told_where_the_draft_tells_it():
    for language in LANGUAGES:
        draft = {"en": 'You mean to say: "{}"', "zh": "你打算说：“{}”"}
        [line] = considering(language, accuses(2, 5, language)).timelines("werewolf")
        assert listing(language, [f"{line}\n\n{draft[language].format(line)}"]).is_told(1)
        assert not listing(language, [f"{line}\n\n{draft[language].format('-')}"]).is_told(1)
