"""Text distance of what a group says, at equal length: people speak in scraps, and agents in paragraphs.

A seat's words of a game are put one after another and cut into passages of as many words each, so that no
text is longer than another; names of the table give way to one word for all. What is left over is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from parlour.core import words_in
from parlour.evaluation import Interval, interval_of_mean
from parlour.evaluation.richness import (
    TableTalk,
    TableUtterance,
    shuffled_speakers,
    text_estimates,
    voices,
)
from parlour.experiments.likeness.groups import GroupSeats, LikenessGroup
from parlour.experiments.report import TextVectors
from parlour.lab.transcripts import without_names

PASSAGE = 40
"""Words of a passage."""
MOST_GAMES = 25
"""Games of a group whose texts are embedded: the first."""
SOMEBODY = {"en": "somebody", "zh": "某人"}
_APART, _VOICES = (-2.0, 2.0), "text.voices"


@dataclass(frozen=True, kw_only=True)
class TextTrait:
    """A measure of passages.

    Attributes:
        name: as tables call it.
        label: what it is, in a line.
        value: None where there is too little text.
        interval: the 95 % interval.
        n: how many passages, or games, it is of.
        games: how many.
        shuffled: the value if others of the game had said the same; None where speakers make no difference.
    """

    name: str
    label: str
    value: float | None
    interval: Interval
    n: int
    games: int
    shuffled: float | None = None


def passages(group: LikenessGroup) -> list[TableTalk]:
    """What a group says, in passages of `PASSAGE` words, of its first games that have any."""
    found = (_passages(each) for each in group.games)
    return [each for each in found if each.utterances][:MOST_GAMES]


def text_traits(talks: Sequence[TableTalk], vectors: TextVectors) -> Iterator[TextTrait]:
    """Text distance, and by how much further apart two speakers are than one is from himself."""
    apart = text_estimates(talks, vectors).get("text.apart")
    yield TextTrait(
        name="text.distance",
        label=f"text distance of passages of {PASSAGE} words",
        value=apart.value if apart else None,
        interval=Interval(
            low=apart.low if apart else None,
            high=apart.high if apart else None,
            basis="t" if apart and apart.low is not None else "few",
        ),
        n=sum(len(talk.utterances) for talk in talks),
        games=len(talks),
    )
    own, mixed = _voices(talks, vectors), _voices(shuffled_speakers(talks), vectors)
    yield TextTrait(
        name=_VOICES,
        label="distance between speakers less that within one",
        value=fmean(own) if own else None,
        interval=interval_of_mean(own, _APART),
        n=len(own),
        games=len(own),
        shuffled=fmean(mixed) if mixed else None,
    )


def _voices(talks: Sequence[TableTalk], vectors: TextVectors) -> list[float]:
    told = (voices(talk, vectors([each.text for each in talk.utterances])) for talk in talks)
    return [each for each in told if each is not None]


def _passages(of: GroupSeats) -> TableTalk:
    game = of.talk.game
    language = "zh" if game.language == "zh" else "en"
    told: list[TableUtterance] = []
    for seat in sorted(of.seats):
        said = (each.text for each in of.talk.of(frozenset({seat})))
        words = [word for text in said for word in words_in(_nameless(text, game.players, language))]
        for start in range(0, len(words) - PASSAGE + 1, PASSAGE):
            text = ("" if language == "zh" else " ").join(words[start : start + PASSAGE])
            told.append(TableUtterance(round=0, player=seat, text=text))
    return TableTalk(match=game.id, language=language, players=game.players, roles=(), utterances=tuple(told))


def _nameless(text: str, players: Sequence[str], language: str) -> str:
    return without_names(text, players, SOMEBODY[language])
