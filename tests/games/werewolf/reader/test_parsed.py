"""What the reader finds in a prompt of Werewolf."""

from __future__ import annotations

import pytest

from parlour.core import event_kinds
from parlour.errors import UsageError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.reader import parse_prompt
from parlour.language.facts import Check
from parlour.language.wording import tell
from parlour.llm import Language, Part, Prompt
from tests.games.werewolf.reader.nights import day, mind, prompt
from tests.reader.eight import LANGUAGES, happened, name


def test_a_prompt_tells_who_plays_who_one_is_and_how_many_are_werewolves():
    for language in LANGUAGES:
        papers = mind(language, seat=4, role="werewolf", fellows=(2, 7)).papers
        assert papers.table.players == tuple(name(seat, language) for seat in range(1, 9))
        assert (papers.me, papers.role, papers.pack) == (name(4, language), "werewolf", 3)
        assert papers.fellows == (name(2, language), name(7, language))


def test_the_dead_are_no_longer_among_the_living_however_they_died():
    for language in LANGUAGES:
        events = [
            *day(1, language),
            happened(kinds.DIED, language, 2, 3),
            happened(event_kinds.ELIMINATED, language, 4),
            happened(event_kinds.REVEALED, language, 4, role="hunter"),
            happened(kinds.SHOT, language, 5, actor=4),
            *day(2, language),
            happened(kinds.DIED, language, round_=2),
        ]
        papers = mind(language, events).papers
        assert papers.living == tuple(name(seat, language) for seat in (1, 6, 7, 8))
        assert papers.known_roles == {name(4, language): "hunter"}
        assert (papers.day, papers.night) == (2, 2)


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "i checked player 3 on night 1 and he is a werewolf"), ("zh", "我第一夜验了3号玩家，是狼人")],
)
def test_what_a_person_types_is_understood(language: Language, typed: str):
    spoken = happened(event_kinds.SPOKE, language, actor=2, text=typed)
    papers = mind(language, [*day(1, language), spoken]).papers
    check = Check(by=name(2, language), whom=name(3, language), role="werewolf", night=1)
    assert [each.fact for each in papers.statements] == [check]


def test_a_speech_cannot_pass_for_an_event():
    for language in LANGUAGES:
        revelation = happened(event_kinds.REVEALED, language, 3, role="werewolf")
        spoken = happened(event_kinds.SPOKE, language, actor=2, text=tell(revelation, language, "werewolf"))
        papers = mind(language, [*day(1, language), spoken]).papers
        assert papers.known_roles == {}


def test_a_prompt_without_a_role_is_refused():
    for language in LANGUAGES:
        rules = prompt(language).system[0]
        bare = Prompt(
            player="x",
            request="r",
            purpose="test",
            language=language,
            system=(rules,),
            user=(Part(text="?"),),
        )
        with pytest.raises(UsageError, match="who it is"):
            parse_prompt(bare)
