"""Rules for people: the words that agents are told, and when they matter, at every game."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from parlour.core import GameSetup, find_game, request_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.language.wording import Rulebook, rulebook, rules
from parlour.llm import Language
from tests.cases import cases

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def tables(language: Language) -> dict[str, GameSetup]:
    five = tuple(f"P{n}" for n in range(1, 6))
    return {
        "mystery": MysterySetup(script=generate(3, players=4, lang=language)),
        "werewolf": WerewolfSetup(language=language, players=tuple(f"P{n}" for n in range(1, 10))),
        "paper": OneNightSetup(language=language, players=five),
        "people": OneNightSetup(language=language, players=five, rules="people"),
    }


def every_word(book: Rulebook) -> str:
    points = (piece for rule in book.rules for piece in (rule.words, *rule.points))
    return "".join((*book.opening, *points, *book.closing))


@cases("language", LANGUAGES)
@cases("table", ["mystery", "werewolf", "paper", "people"])
def test_people_read_word_for_word_what_agents_are_told(table: str, language: Language):
    setup = tables(language)[table]
    told = rules(setup)
    assert "<!--" not in told
    bare = re.sub(r"^(\d+\. |[一二三四五六七八九十]+、|- )", "", told, flags=re.MULTILINE)
    assert every_word(rulebook(setup)) == re.sub(r"\n+", "", bare)
    assert len(rulebook(setup).rules) >= 6


@cases("language", LANGUAGES)
@cases("table", ["mystery", "werewolf", "paper", "people"])
def test_what_is_said_at_a_moment_is_of_the_rules_and_of_requests_that_the_game_makes(
    table: str, language: Language
):
    setup = tables(language)[table]
    book, kinds = rulebook(setup), {kind.name for kind in find_game(setup.name).requests}
    assert book.moments.keys() <= kinds
    assert all(words in every_word(book) for told in book.moments.values() for words in told)
    assert book.at(request_kinds.VOTE.name)


@given(st.sampled_from(LANGUAGES), st.text(st.sampled_from("<!->ab, \u4e00、1. "), min_size=1, max_size=12))
def test_a_name_is_no_mark(language: Language, name: str):
    setups = [
        WerewolfSetup(language=language, players=(first, *(f"P{n}" for n in range(4))))
        for first in (f"x{name}x", "plain")
    ]
    assert setups[0].players[0] in rules(setups[0])
    assert rulebook(setups[0]).moments == rulebook(setups[1]).moments
