"""Controls of text distance, made of the very texts that are measured: what words, length and lot alone give.

Text distance cannot tell sense from its absence, and falls with length. So each condition stands beside its
own words in no order, beside itself at equal length, and its speakers beside shuffled ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parlour.core import chance, words_in
from parlour.evaluation.richness.table_talk import TableTalk, TableUtterance
from parlour.evaluation.richness.text_distance import unit_vectors
from parlour.llm import Language

LONGEST = 40
"""Words at which texts are compared, unless one condition's are shorter."""
SHORT = 0.1
"""The share of a condition's texts that may be too short to be compared."""


def common_length(conditions: Sequence[Sequence[TableTalk]]) -> int:
    """At how many words the texts of several conditions are compared: all but a tenth of each have so many.

    Returns:
        At most `LONGEST`; 0 where nothing is said.
    """
    lengths = (
        sorted(len(words_in(each.text)) for talk in talks for each in talk.utterances) for talks in conditions
    )
    shortest = [told[int(SHORT * len(told))] for told in lengths if told]
    return min(LONGEST, *shortest) if shortest else 0


def equal_length(talks: Sequence[TableTalk], words: int) -> list[TableTalk]:
    """The first so many words of every text that has as many; what is shorter is left out."""

    def cut(talk: TableTalk, told: TableUtterance) -> TableUtterance | None:
        found = words_in(told.text)
        return replace(told, text=_joined(found[:words], talk.language)) if len(found) >= words > 0 else None

    return _told_anew(talks, cut)


def word_salad(talks: Sequence[TableTalk]) -> list[TableTalk]:
    """Texts as long as these, of words drawn by the match seed from all that these hold."""
    pool = [word for talk in talks for each in talk.utterances for word in words_in(each.text)]
    lots = {talk.match: chance(talk.seed, talk.match, "word salad") for talk in talks}

    def mixed(talk: TableTalk, told: TableUtterance) -> TableUtterance:
        drawn = lots[talk.match].choices(pool, k=len(words_in(told.text)) or 1) if pool else [told.text]
        return replace(told, text=_joined(drawn, talk.language))

    return _told_anew(talks, mixed)


def shuffled_speakers(talks: Sequence[TableTalk]) -> list[TableTalk]:
    """The same texts in the same order, and by the match seed as if others of the game had said them."""
    told: list[TableTalk] = []
    for talk in talks:
        speakers = [each.player for each in talk.utterances]
        chance(talk.seed, talk.match, "shuffled speakers").shuffle(speakers)
        said = zip(talk.utterances, speakers, strict=True)
        told.append(replace(talk, utterances=tuple(replace(each, player=by) for each, by in said)))
    return told


def voices(talk: TableTalk, vectors: NDArray[np.floating]) -> float | None:
    """How much further apart texts of different speakers of a game lie than texts of the same one.

    With shuffled speakers it is 0 but for chance, whatever is said, since every pair of texts is then as
    likely one speaker's as two speakers'. Text distance itself does not see who speaks.

    Args:
        talk: the game.
        vectors: of its texts, in their order: (texts, dimensions).

    Returns:
        None where nobody speaks twice, or only one does.
    """
    unit = unit_vectors(vectors)
    speakers = [each.player for each in talk.utterances]
    own = [unit[[by == player for by in speakers]] for player in dict.fromkeys(speakers)]
    pairs, total = _pairs(unit)
    within, inside = (sum(each) for each in zip(*map(_pairs, own), strict=True))
    if not within or within == pairs:
        return None
    return float((total - inside) / (pairs - within) - inside / within)


def _pairs(unit: NDArray[np.float64]) -> tuple[int, float]:
    """How many pairs of different texts there are, and the sum of their distances: (n² - |Σu|²)/2."""
    n, whole = len(unit), unit.sum(axis=0)
    return n * (n - 1) // 2, float(n**2 - whole @ whole) / 2


def _told_anew(
    talks: Sequence[TableTalk], put: Callable[[TableTalk, TableUtterance], TableUtterance | None]
) -> list[TableTalk]:
    return [
        replace(talk, utterances=tuple(told for each in talk.utterances if (told := put(talk, each))))
        for talk in talks
    ]


def _joined(words: Sequence[str], language: Language) -> str:
    return ("" if language == "zh" else " ").join(words)
