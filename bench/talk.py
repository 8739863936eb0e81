"""How the reader talks: how many words it has, how often it asks, and how often it says the same again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from bench.figure import Figure, at_least
from bench.matches import play_game
from parlour.evaluation.richness import TableTalk, table_talk
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.llm import Language

GAMES = 30
LEAST_WORDS, LEAST_ASKING, MOST_AGAIN = {"en": 340, "zh": 368}, 0.7, 0.65
"""Four times what there was when the reader only claimed; about as many questions as people put."""
LEAST_IN_CHARACTER = {"en": 2152, "zh": 6568}
"""Four times as well; in Chinese of pairs of characters, since of single ones people use some 2500 at all."""
_WORD = {"en": r"[a-z']+", "zh": "[\u4e00-\u9fff]"}
_PAIR = "(?=([\u4e00-\u9fff]{2}))"
_SENTENCE = r"[^.!?。！？]+[.!?。！？]+"


def talk_figures(folder: Path) -> Iterator[Figure]:
    """Of thirty games of One Night in each language: words (Chinese: characters), questions, repetitions."""
    for language in get_args(Language):
        talks = _talks("plain", language, folder)
        texts = [speech.text for talk in talks for speech in talk.utterances]
        title = f"reader: {GAMES} games of One Night, {language}"
        yield at_least(
            f"{title}: different words", LEAST_WORDS[language], float(len(_found(_WORD[language], talks)))
        )
        asking = sum("?" in text or "？" in text for text in texts)
        yield at_least(f"{title}: speeches with a question", LEAST_ASKING, asking / len(texts))
        said = Counter(each.strip() for text in texts for each in re.findall(_SENTENCE, text))
        once = sum(number for number in said.values() if number == 1)
        yield at_least(f"{title}: sentences said once", 1 - MOST_AGAIN, once / said.total())
        yield _in_character(title, language, _talks("humanized", language, folder))


def _in_character(title: str, language: Language, talks: list[TableTalk]) -> Figure:
    """How many words there are where everybody is told what they are like."""
    kind, pattern = ("words", _WORD["en"]) if language == "en" else ("pairs of characters", _PAIR)
    number = float(len(_found(pattern, talks)))
    return at_least(f"{title}, in character: different {kind}", LEAST_IN_CHARACTER[language], number)


def _talks(method: str, language: Language, folder: Path) -> list[TableTalk]:
    game = OneNightSetup(language=language, players=seat_names(8, language))
    played = (play_game(game, "reader", folder, method=method, seed=seed) for seed in range(GAMES))
    return [table_talk(each.record) for each in played]


def _found(pattern: str, talks: list[TableTalk]) -> set[str]:
    """Everything of a kind in the talk, such as its words, but names."""
    found: set[str] = set()
    for talk in talks:
        names = "|".join(map(re.escape, sorted(talk.players, key=len, reverse=True)))
        for speech in talk.utterances:
            found.update(re.findall(pattern, re.sub(names, " ", speech.text).lower()))
    return found
