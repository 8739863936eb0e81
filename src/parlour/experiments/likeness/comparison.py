"""The distance between agents and people in talk, row by row.

A seat's words of a game are joined and cut into passages of equal length, so that no text is longer than
another; names of players give way to one word for all. The remainder is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pydantic import BaseModel, ConfigDict

from parlour.core import words_in
from parlour.evaluation import (
    SHARES_APART,
    Interval,
    Unit,
    interval_between,
    interval_of_mean,
    interval_of_ratio,
    ratio,
)
from parlour.evaluation.richness import (
    TableTalk,
    TableUtterance,
    shuffled_speakers,
    text_estimates,
    voices,
)
from parlour.experiments.likeness.groups import GroupSeats, LikenessGroup
from parlour.experiments.likeness.traits import TRAITS, TalkTrait
from parlour.experiments.report import TextVectors
from parlour.lab.transcripts import without_names


class LikenessRow(BaseModel):
    """A trait of a group.

    Attributes:
        value: None where there is nothing to measure.
        low: where its 95 % interval over games begins; None where there is none, as of fewer than five.
        by_chance: the value if others of the game had said the same, or of random votes; None where neither
            has a meaning.
        difference: the value less that of the people it is set beside; None for these people themselves.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    group: str
    people: bool
    trait: str
    label: str
    unit: Unit
    value: float | None
    low: float | None
    high: float | None
    n: int
    games: int
    by_chance: float | None = None
    difference: float | None = None
    difference_low: float | None = None
    difference_high: float | None = None


def reference_people(groups: Sequence[LikenessGroup]) -> LikenessGroup | None:
    """Returns the people that all others are compared with: those of most games; None without people."""
    return max((each for each in groups if each.is_people), key=lambda each: len(each.games), default=None)


def likeness_rows(
    groups: Sequence[LikenessGroup], beside: LikenessGroup | None, vectors: TextVectors | None
) -> list[LikenessRow]:
    """Returns a row for every trait of every group, traits in order."""
    told = {each.name: list(_rows(each, vectors)) for each in groups}
    theirs = {row.trait: row for row in told[beside.name]} if beside else {}
    names = list(dict.fromkeys(row.trait for rows in told.values() for row in rows))
    return [
        row if beside and row.group == beside.name else _beside(row, theirs)
        for name in names
        for rows in told.values()
        for row in rows
        if row.trait == name
    ]


def _rows(group: LikenessGroup, vectors: TextVectors | None) -> Iterator[LikenessRow]:
    for trait in TRAITS:
        yield _row(group, trait)
    if vectors:
        for found in text_traits(passages(group), vectors):
            yield _text_row(group, found)


def _row(group: LikenessGroup, trait: TalkTrait) -> LikenessRow:
    told = [trait.parts(each.talk, each.seats) for each in group.games]
    told = [each for each in told if each.possible]
    found = interval_of_ratio(told, trait.unit)
    by_chance = trait.by_chance
    lots = [by_chance(each.talk, each.seats) for each in group.games] if by_chance else []
    return LikenessRow(
        group=group.name,
        people=group.is_people,
        trait=trait.name,
        label=trait.label,
        unit=trait.unit,
        value=ratio(told),
        low=found.low,
        high=found.high,
        n=sum(each.n for each in told),
        games=len(told),
        by_chance=ratio(lots),
    )


def _text_row(group: LikenessGroup, found: TextTrait) -> LikenessRow:
    return LikenessRow(
        group=group.name,
        people=group.is_people,
        trait=found.name,
        label=found.label,
        unit="points",
        value=found.value,
        low=found.interval.low,
        high=found.interval.high,
        n=found.n,
        games=found.games,
        by_chance=found.shuffled,
    )


def _beside(row: LikenessRow, theirs: Mapping[str, LikenessRow]) -> LikenessRow:
    other = theirs.get(row.trait)
    if other is None or row.value is None or other.value is None:
        return row
    apart = interval_between((row.value, _interval(row)), (other.value, _interval(other)))
    least, most = SHARES_APART if row.unit == "share" else (None, None)
    low, high = apart.low, apart.high
    return row.model_copy(
        update={
            "difference": row.value - other.value,
            "difference_low": low if low is None or least is None else max(low, least),
            "difference_high": high if high is None or most is None else min(high, most),
        }
    )


def _interval(row: LikenessRow) -> Interval:
    return Interval(low=row.low, high=row.high, basis="few" if row.low is None else "t")


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
        value: None where there is too little text.
        interval: the 95 % interval.
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
    """Returns a group's talk in passages of `PASSAGE` words, from its first games that have any."""
    found = (_passages(each) for each in group.games)
    return [each for each in found if each.utterances][:MOST_GAMES]


def text_traits(talks: Sequence[TableTalk], vectors: TextVectors) -> Iterator[TextTrait]:
    """Yields the text distance, and how much larger it is between two speakers than within one."""
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
