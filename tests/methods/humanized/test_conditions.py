"""What a condition of table 3 adds to the prompts of One Night, and that nothing else sets two apart.

All matches here get the same replies, so that every seat hears the same in every condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from importlib import resources
from itertools import combinations

import pytest

from parlour.arena import Record, RecordedCall, events, faults
from parlour.core import Player, event_kinds
from parlour.experiments import Story, Suite
from parlour.games.onenight import OneNightSetup, Role
from parlour.games.onenight.arms import OneNightArm
from parlour.llm import READER, Language, Part
from parlour.methods.humanized.options import AgentCondition, HumanizedOptions
from parlour.methods.humanized.roles import read_role_words
from parlour.methods.humanized.statement import stated
from parlour.methods.humanized.suites import HUMANIZED_TABLE_1, HUMANIZED_TABLE_4
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.overheard import overheard
from tests.arena.playing import play, recorded
from tests.arena.replies import plain

ROUNDS, DEAL = 1, "smwmntvv"
LANGUAGES: tuple[Language, ...] = ("en", "zh")
DONE = ("check", "speak", "vote")
"""What every agent is asked to do, whatever it consists of."""
VOTED = (event_kinds.POLLED, event_kinds.VOTED)
HEADS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "favor": "How you feel about the others:",
        "judgement": "What you take the others for:",
        "strategy": "What you have made up your mind to do:",
    },
    "zh": {
        "favor": "你对其他人的感觉：",
        "judgement": "你对其他人身份的判断：",
        "strategy": "你打定的主意：",
    },
}
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_pair = pytest.mark.parametrize(("one", "other"), [*combinations(AgentCondition, 2)])


@cache
def match(condition: AgentCondition, language: Language) -> Record:
    game = one_night(DEAL, language, rounds=ROUNDS, coaching=False)
    return overheard(game, f"humanized:condition={condition}", plain).record


@cache
def prompts(condition: AgentCondition, language: Language) -> Mapping[tuple[str, str], RecordedCall]:
    """What each seat read before it did anything, by request and purpose."""
    calls = match(condition, language).calls
    return {(call.key.request, call.key.purpose): call for call in calls if call.key.purpose in DONE}


def system_of(part: Part, player: Player, language: Language) -> str:
    """By which of an agent's systems a part of its prompt is written; nothing for what all have."""
    persona = HumanizedOptions().persona_of(player, match(AgentCondition.FULL, language).setup.seed)
    if persona and part.text == stated(persona, player, language):
        return "persona"
    return next((name for name, head in HEADS[language].items() if part.text.startswith(head)), "")


def added(one: RecordedCall, other: RecordedCall, language: Language) -> tuple[set[str], set[str]]:
    """Which systems wrote the parts that only one of two prompts has; all others stand in one order."""
    first, second = (*one.system, *one.user), (*other.system, *other.user)
    words = [[part.text for part in parts] for parts in (first, second)]
    only: tuple[list[Part], list[Part]] = ([], [])
    for _, start, stop, begin, end in _unlike(*words):
        only[0].extend(first[start:stop])
        only[1].extend(second[begin:end])
    told = [{system_of(part, one.key.player, language) for part in parts} for parts in only]
    return told[0], told[1]


def _unlike(one: list[str], other: list[str]) -> Iterator[tuple[str, int, int, int, int]]:
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return (code for code in codes if code[0] != "equal")


def systems(condition: AgentCondition, purpose: str) -> set[str]:
    """Whose words table 3 lets a condition read before it points, speaks or votes."""
    has = {
        "persona": condition.has_persona,
        "favor": condition.has_favor,
        "strategy": condition.has_strategy and purpose == "speak",
        "judgement": condition.has_strategy and purpose == "vote",
    }
    return {name for name, told in has.items() if told}


@each_language
@each_pair
def test_two_conditions_differ_by_what_their_systems_write_and_by_nothing_else(
    one: AgentCondition, other: AgentCondition, language: Language
):
    these, those = prompts(one, language), prompts(other, language)
    assert these.keys() == those.keys()
    assert {purpose for _, purpose in these} == set(DONE)
    for key, call in these.items():
        mine, theirs = (systems(each, key[1]) for each in (one, other))
        assert added(call, those[key], language) == (mine - theirs, theirs - mine), key


@each_language
def test_the_ideas_of_a_role_are_read_where_a_strategy_is_decided_and_nowhere_else(language: Language):
    place = resources.files("parlour.games.onenight") / "words" / f"roles.{language}.yaml"
    words = read_role_words(place.read_text(encoding="utf-8"), ("villager", *sorted(set(Role))), place.name)
    told = [idea for role in words.values() for idea in role.ideas]
    for condition in AgentCondition:
        for call in match(condition, language).calls:
            text = "\n".join(part.text for part in (*call.system, *call.user))
            assert any(idea in text for idea in told) == (call.key.purpose == "strategy")


@each_language
@pytest.mark.parametrize("purpose", ["speak", "vote"])
def test_every_role_is_asked_in_the_same_words(purpose: str, language: Language):
    """Whom one may vote for differs by seat, and nothing else does."""
    asked = {
        part.text.replace(_others(call.key.player, language), "")
        for (_, each), call in prompts(AgentCondition.BASELINE, language).items()
        for part in call.user
        if each == purpose and part.source.origin == "request"
    }
    assert len(asked) == 1


def _others(player: Player, language: Language) -> str:
    names = (name for name in match(AgentCondition.BASELINE, language).setup.players if name != player)
    return {"en": ", ", "zh": "、"}[language].join(names)


@each_language
def test_a_coached_table_tells_each_role_how_to_play(language: Language):
    """As every table did before it could be chosen: the setup of such a record says nothing of it."""
    game = one_night(DEAL, language, rounds=ROUNDS)
    assert game.coaching
    calls = overheard(game, "humanized:condition=baseline", plain).record.calls
    tasks = {part.text for call in calls for part in call.user if part.source.origin == "request"}
    speaking = [text for text in tasks if (str(game.longest) in text)]
    assert len(speaking) == len(set(game.dealt(0)))


@pytest.mark.parametrize("suite", [HUMANIZED_TABLE_1, HUMANIZED_TABLE_4], ids=lambda each: each.name)
def test_no_arm_of_the_paper_is_coached_unless_it_is_asked_for(suite: Suite):
    story = Story(id="onenight", language="en", seed=1)
    setups = [arm.setup(story, 1) for arm in suite.conditions]
    assert all(isinstance(setup, OneNightSetup) and not setup.coaching for setup in setups)
    asked = OneNightArm(name="coached", method="humanized", options={"coaching": True})
    assert asked.setup(story, 1).coaching


@each_language
def test_the_reader_keeps_to_its_words_and_votes_whether_or_not_it_is_coached(language: Language):
    """It takes its limits from the request and its aims from its role."""
    for coaching in (True, False):
        game = one_night(DEAL, language, rounds=2, words=20, coaching=coaching)
        setup = laid(game, model=READER, method="humanized")
        record = recorded(setup, play(setup))
        assert not faults(record)
        assert all(event.chosen for event in events(record) if event.kind in VOTED)
