"""What a condition of table 3 adds to the prompts of a game, and that nothing else sets two apart.

One Night is the paper's game; whoever has the same agents play Werewolf compares the same conditions.

All matches here get the same replies, so that every seat hears the same in every condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.agents import MethodSpec, read_options
from parlour.arena import GameSetup, Record, RecordedCall
from parlour.core import Player, find_game
from parlour.errors import SetupError
from parlour.experiments import Story
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight.arms import OneNightArm
from parlour.games.werewolf import WerewolfSetup
from parlour.games.werewolf.arms import WerewolfArmForm
from parlour.llm import Language, Part
from parlour.methods.gratr.suites import GRATR_TABLE_1
from parlour.methods.humanized.attitudes import MemoryStream
from parlour.methods.humanized.method import AgentCondition, HumanizedOptions
from parlour.methods.humanized.persona import write_statement
from parlour.methods.humanized.suites import HUMANIZED_TABLE_1, HUMANIZED_TABLE_4
from parlour.methods.humanized.wording import read_role_words
from tests.arena.onenights import one_night
from tests.arena.overheard import overheard
from tests.arena.replies import plain
from tests.arena.werewolves import werewolves
from tests.cases import cases

ROUNDS, DEAL, SEED = 1, "smwmntvv", 1
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Game = Literal["onenight", "werewolf"]
GAMES: tuple[Game, ...] = ("onenight", "werewolf")
DONE: Mapping[Game, frozenset[str]] = {
    "onenight": frozenset({"check", "speak", "vote"}),
    "werewolf": frozenset({"check", "protect", "save", "whom", "confer", "kill", "speak", "vote"}),
}
"""What the agents are asked to do, whatever they consist of."""
TALK, CHOICES = {"speak", "whom", "confer"}, {"vote", "kill"}
"""Before what an agent with strategies decides on one, and what comes after it has judged the others."""
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


def table(game: Game, language: Language, *, coaching: bool = False) -> OneNightSetup | WerewolfSetup:
    if game == "onenight":
        return one_night(DEAL, language, rounds=ROUNDS, coaching=coaching)
    return werewolves("vwswxgv", language, days=ROUNDS, coaching=coaching)


@cache
def match(game: Game, condition: AgentCondition, language: Language) -> Record:
    return overheard(table(game, language), f"humanized:condition={condition}", plain).record


@cache
def prompts(
    game: Game, condition: AgentCondition, language: Language
) -> Mapping[tuple[str, str], RecordedCall]:
    """What each seat read before it did anything, by request and purpose."""
    calls = match(game, condition, language).calls
    return {(call.key.request, call.key.purpose): call for call in calls if call.key.purpose in DONE[game]}


def system_of(part: Part, player: Player, language: Language) -> str:
    """By which of an agent's systems a part of its prompt is written; nothing for what all have."""
    persona = HumanizedOptions().persona_of(player, SEED)
    if persona and part.text == write_statement(persona, player, language):
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
    """Whose words table 3 lets a condition read before it speaks, votes or does anything else."""
    has = {
        "persona": condition.has_persona,
        "favor": condition.has_favor,
        "strategy": condition.has_strategy and purpose in TALK,
        "judgement": condition.has_strategy and purpose in CHOICES,
    }
    return {name for name, told in has.items() if told}


def test_two_conditions_differ_by_what_their_systems_write_and_by_nothing_else():
    for game in GAMES:
        for language in LANGUAGES:
            for one, other in [*combinations(AgentCondition, 2)]:
                assert match(game, one, language).setup.seed == SEED
                these, those = prompts(game, one, language), prompts(game, other, language)
                assert these.keys() == those.keys()
                assert {purpose for _, purpose in these} == DONE[game]
                for key, call in these.items():
                    mine, theirs = (systems(each, key[1]) for each in (one, other))
                    assert added(call, those[key], language) == (mine - theirs, theirs - mine), key


def test_the_ideas_of_a_role_are_read_where_a_strategy_is_decided_and_nowhere_else():
    for game in GAMES:
        for language in LANGUAGES:
            place = resources.files(f"parlour.games.{game}") / "words" / f"roles.{language}.yaml"
            roles = tuple(find_game(game).roles)
            words = read_role_words(place.read_text(encoding="utf-8"), roles, place.name)
            told = [idea for role in words.values() for idea in role.ideas]
            for condition in AgentCondition:
                for call in match(game, condition, language).calls:
                    text = "\n".join(part.text for part in (*call.system, *call.user))
                    assert any(idea in text for idea in told) == (call.key.purpose == "strategy")


def test_a_coached_table_tells_each_role_how_to_play():
    for game in GAMES:
        for language in LANGUAGES:
            setup = table(game, language, coaching=True)
            calls = overheard(setup, "humanized:condition=baseline", plain).record.calls
            tasks = {
                part.text
                for call in calls
                for part in call.user
                if part.source.origin == "request" and call.key.purpose == "speak"
            }
            told = len(set(setup.dealt(SEED)))
            assert len(tasks) == {"onenight": told, "werewolf": 3}[game], (
                "a power is told alike, whichever it is"
            )


def test_no_arm_of_the_paper_is_coached_unless_it_is_asked_for():
    for suite in (HUMANIZED_TABLE_1, HUMANIZED_TABLE_4):
        story = Story(id="onenight", language="en", seed=1)
        setups = [arm.setup(story, 1) for arm in suite.conditions]
        assert all(isinstance(setup, OneNightSetup) and not setup.coaching for setup in setups)
        asked = OneNightArm(name="coached", method="humanized", options={"coaching": True})
        assert asked.setup(story, 1).coaching


def test_no_arm_at_tables_of_werewolf_is_coached_unless_it_is_asked_for():
    """Nor are GRATR's rivals told by the table what its own agents have to reason out."""
    story = Story(id="werewolf", language="en", seed=1)
    apart, coached = (
        {"name": "an arm", "method": "humanized", "setup": told} for told in ({}, {"coaching": True})
    )
    arms = [*GRATR_TABLE_1.conditions, WerewolfArmForm.model_validate(apart).arm("werewolf")]
    setups: list[GameSetup] = [arm.setup(story, 1) for arm in arms]
    assert all(isinstance(setup, WerewolfSetup) and not setup.coaching for setup in setups)
    for told in (coached, {**coached, "rival": "plain"}):
        setup = WerewolfArmForm.model_validate(told).arm("werewolf").setup(story, 1)
        assert isinstance(setup, WerewolfSetup)
        assert setup.coaching


def read(text: str) -> HumanizedOptions:
    return read_options(HumanizedOptions, "humanized", MethodSpec.read(f"humanized:{text}").options)


def test_personas_are_drawn_by_the_match_seed_seat_by_seat():
    drawn = [[read("").persona_of(name, seed) for name in ("Ann", "Ben")] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0][0] != drawn[0][1]


def test_a_persona_that_is_given_sits_in_every_seat():
    found = read("persona=c1o4n2e1a7").persona_of("Ann", 1)
    assert found
    assert found.code == "A7E1N2O4C1"
    assert read("condition=favor").persona_of("Ann", 1) is None


def test_what_it_does_not_take_is_refused():
    for told, problem in (
        ("condition=kind", "condition"),
        ("condition=strategy,fondness=shuffled", "likes nobody"),
        ("persona=A9E1N2O4C1", "from 1 to 7"),
        ("condition=favor,phrase=printed", "phrase=printed changes personas, and condition=favor has none"),
        ("condition=favor,items=parlour", "items=parlour changes personas, and condition=favor has none"),
        ("condition=favor,spread=true", "spread=true changes judgements, and condition=favor has none"),
        ("persona=A7", "such as A7E1N2O4C1"),
        ("condition=strategy,persona=A7E1N2O4C1", "has none"),
        ("memory=0", "memory"),
        ("mood=good", "mood"),
    ):
        with pytest.raises(SetupError, match=problem):
            read(told)


FAVORS = {"Ann": 79 / 99, "Ben": 19 / 99, "Cat": 49 / 99}
Heard = list[tuple[str, float]]


def stream(*heard: tuple[str, float]) -> MemoryStream:
    """What was said, speaker by speaker, with how much each was liked then."""
    told = MemoryStream()
    for number, (speaker, importance) in enumerate(heard):
        told = told.add(number, speaker, 1, importance)
    return told


def test_relevance_is_the_weighted_sum_of_the_paper():
    """A speaker of favor 80 then and 20 now, three utterances ago: 0.5 * 0.95^3 + 2 * 79/99 + 2 * 19/99."""
    told = stream(("Ann", 79 / 99), ("Ben", 0.5), ("Ben", 0.5), ("Ben", 0.5))
    assert told.relevance(told.utterances[0], 19 / 99) == pytest.approx(0.4286875 + 1.5959596 + 0.3838384)


def test_who_is_liked_is_remembered_before_who_spoke_last():
    told = stream(("Ann", 0.8), ("Ben", 0.2), ("Cat", 0.5))
    assert told.recall(FAVORS.__getitem__, 2)[1] == (0, 2)


def test_what_came_to_mind_is_recent_again():
    """Two utterances later the old one that came to mind has an age of 2, its equal beside it one of 3."""
    told, chosen = stream(("Ann", 0.5), ("Ben", 0.5)).recall({"Ann": 0.9, "Ben": 0.1}.__getitem__, 1)
    assert chosen == (0,)
    told = told.add(2, "Cat", 1, 0.5).add(3, "Cat", 1, 0.5)
    first, second = (told.relevance(each, 0.5) for each in told.utterances[:2])
    assert first == pytest.approx(0.5 * 0.95**2 + 2)
    assert second == pytest.approx(0.5 * 0.95**2 + 2)
    older, _ = told.recall({"Ann": 0.9, "Ben": 0.1, "Cat": 0.0}.__getitem__, 1)
    later = older.add(4, "Cat", 1, 0.5)
    first, second = (later.relevance(each, 0.5) for each in later.utterances[:2])
    assert first == pytest.approx(0.5 * 0.95 + 2)
    assert second == pytest.approx(0.5 * 0.95**3 + 2)


@cases("value", [-0.01, 1.01])
def test_what_is_not_mapped_to_0_to_1_is_refused(value: float):
    with pytest.raises(ValueError, match=r"not in \[0, 1\]"):
        MemoryStream().add(0, "Ann", 1, value)
    told = stream(("Ann", 0.5))
    with pytest.raises(ValueError, match=r"not in \[0, 1\]"):
        told.relevance(told.utterances[0], value)


units = st.floats(0, 1)


@given(st.lists(st.tuples(st.sampled_from(sorted(FAVORS)), units), max_size=30), st.integers(1, 20))
def test_to_call_to_mind_twice_gives_the_same_in_order_and_no_more_than_asked(heard: Heard, most: int):
    after, chosen = stream(*heard).recall(FAVORS.__getitem__, most)
    assert len(chosen) == min(most, len(heard))
    assert list(chosen) == sorted(chosen)
    assert after.recall(FAVORS.__getitem__, most) == (after, chosen)


@given(st.lists(st.tuples(st.sampled_from(sorted(FAVORS)), units), min_size=1, max_size=30), units)
def test_relevance_lies_between_nothing_and_the_sum_of_the_weights(heard: Heard, fondness: float):
    told = stream(*heard)
    assert all(0 < told.relevance(each, fondness) <= 4.5 for each in told.utterances)
