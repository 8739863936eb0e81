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

from parlour.arena import GameSetup, Record, RecordedCall
from parlour.core import Player, find_game
from parlour.experiments import Story
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight.arms import OneNightArm
from parlour.games.werewolf import WerewolfSetup
from parlour.games.werewolf.arms import WerewolfArmForm
from parlour.llm import Language, Part
from parlour.methods.gratr.suites import GRATR_TABLE_1
from parlour.methods.humanized.method import AgentCondition, HumanizedOptions
from parlour.methods.humanized.persona import write_statement
from parlour.methods.humanized.suites import HUMANIZED_TABLE_1, HUMANIZED_TABLE_4
from parlour.methods.humanized.wording import read_role_words
from tests.arena.onenights import one_night
from tests.arena.overheard import overheard
from tests.arena.replies import plain
from tests.arena.werewolves import werewolves

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
