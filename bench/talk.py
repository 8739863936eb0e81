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
_WORD = {"en": r"[a-z']+", "zh": "[\u4e00-\u9fff]"}
_SENTENCE = r"[^.!?。！？]+[.!?。！？]+"


def talk_figures(folder: Path) -> Iterator[Figure]:
    """Of thirty games of One Night in each language: words (Chinese: characters), questions, repetitions."""
    for language in get_args(Language):
        game = OneNightSetup(language=language, players=seat_names(8, language))
        played = (play_game(game, "reader", folder, method="plain", seed=seed) for seed in range(GAMES))
        talks = [table_talk(each.record) for each in played]
        texts = [speech.text for talk in talks for speech in talk.utterances]
        title = f"reader: {GAMES} games of One Night, {language}"
        yield at_least(f"{title}: different words", LEAST_WORDS[language], float(len(_words(talks))))
        asking = sum("?" in text or "？" in text for text in texts)
        yield at_least(f"{title}: speeches with a question", LEAST_ASKING, asking / len(texts))
        said = Counter(each.strip() for text in texts for each in re.findall(_SENTENCE, text))
        once = sum(number for number in said.values() if number == 1)
        yield at_least(f"{title}: sentences said once", 1 - MOST_AGAIN, once / said.total())


def _words(talks: list[TableTalk]) -> set[str]:
    """Every word but names."""
    found: set[str] = set()
    for talk in talks:
        names = "|".join(map(re.escape, sorted(talk.players, key=len, reverse=True)))
        for speech in talk.utterances:
            found.update(re.findall(_WORD[talk.language], re.sub(names, " ", speech.text).lower()))
    return found
