"""The distance between agents and people in talk, row by row.

A seat's words of a game are joined and cut into passages of equal length, so that no text is longer than
another; names of players give way to one word for all. The remainder is left out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from pydantic import BaseModel

from parlour.core import words_in
from parlour.evaluation import (
    SHARES_APART,
    Interval,
    Parts,
    Unit,
    interval_between,
    interval_of_mean,
    interval_of_ratio,
    ratio,
    share,
)
from parlour.evaluation.richness import (
    Embeds,
    RichEstimate,
    TableTalk,
    TableUtterance,
    shuffled_speakers,
    text_estimates,
    voices,
)
from parlour.experiments.likeness.talk import (
    Ballot,
    GameTalk,
    GroupSeats,
    LikenessGroup,
    SpokenLine,
    with_shuffled_speakers,
)
from parlour.lab.transcripts import without_names

WITHIN = 3
"""Among how many next speeches an answer counts."""
SHUFFLES = 10
"""The number of shuffles of speakers: a single one would be a guess of its own."""
Seats = frozenset[str]
TraitParts = Callable[[GameTalk, Seats], Parts]


@dataclass(frozen=True)
class TalkTrait:
    """Something in which talk can be alike.

    Attributes:
        by_chance: what they would if it were by chance; None where that has no meaning.
    """

    name: str
    label: str
    unit: Unit
    parts: TraitParts
    by_chance: TraitParts | None = None


def _speeches(talk: GameTalk, seats: Seats) -> Parts:
    return share(sum(1 for _ in talk.of(seats)), len(seats) if talk.lines else 0)


def _by_speech(read: Callable[[SpokenLine], float]) -> TraitParts:
    """Returns a trait that is the mean of a value of each speech."""

    def parts(talk: GameTalk, seats: Seats) -> Parts:
        values = [read(line) for line in talk.of(seats)]
        return share(sum(values), len(values))

    return parts


def _answers(talk: GameTalk, seats: Seats) -> Parts:
    answered: list[bool] = []
    for at, line in enumerate(talk.lines):
        if line.is_question and line.to in seats and line.to != line.by:
            next_ones = talk.lines[at + 1 : at + 1 + WITHIN]
            answered.append(any(reply.by == line.to and not reply.is_question for reply in next_ones))
    return share(sum(answered), len(answered))


def _mutual_naming(talk: GameTalk, seats: Seats) -> Parts:
    pairs = {(line.by, other) for line in talk.lines for other in line.others}
    own = [(by, other) for by, other in pairs if by in seats]
    return share(sum((other, by) in pairs for by, other in own), len(own))


def _spread(talk: GameTalk, seats: Seats) -> Parts:
    values: list[float] = []
    for seat in sorted(seats):
        counts = Counter(other for line in talk.of(frozenset({seat})) for other in line.others)
        total = sum(counts.values())
        if total > 1:
            entropy = -sum(count / total * math.log(count / total) for count in counts.values())
            values.append(math.exp(entropy) / (len(talk.game.players) - 1))
    return share(sum(values), len(values))


def _changes(talk: GameTalk, seats: Seats) -> Parts:
    changes: list[bool] = []
    for seat in seats:
        accusations = [(line.number, line.accused - {seat}) for line in talk.lines if line.by == seat]
        votes = [(ballot.number, frozenset({ballot.target})) for ballot in talk.ballots if ballot.by == seat]
        judgements = [
            targets for _, targets in sorted([*accusations, *votes], key=lambda entry: entry[0]) if targets
        ]
        changes += [earlier.isdisjoint(later) for earlier, later in pairwise(judgements)]
    return share(sum(changes), len(changes))


def _votes(talk: GameTalk, seats: Seats) -> Parts:
    hits = [ballot.target in talk.sought.seats for ballot in _judging(talk, seats)]
    return share(sum(hits), len(hits))


def _lot(talk: GameTalk, seats: Seats) -> Parts:
    chances = [len(talk.sought.seats & ballot.among) / len(ballot.among) for ballot in _judging(talk, seats)]
    return share(sum(chances), len(chances))


def _gain(talk: GameTalk, seats: Seats) -> Parts:
    hits, lot = _votes(talk, seats), _lot(talk, seats)
    return share(hits.reached - lot.reached, hits.n)


def _judging(talk: GameTalk, seats: Seats) -> Iterator[Ballot]:
    sought_team = {member.player for member in talk.game.cast if member.team in talk.sought.teams}
    for ballot in talk.ballots:
        if talk.sought.seats and ballot.among and ballot.by in seats - sought_team - talk.sought.seats:
            yield ballot


def _if_shuffled(parts: TraitParts) -> TraitParts:

    def mix_speakers(talk: GameTalk, seats: Seats) -> Parts:
        shuffled_parts = [parts(with_shuffled_speakers(talk, draw), seats) for draw in range(SHUFFLES)]
        return share(sum(part.reached for part in shuffled_parts), sum(part.n for part in shuffled_parts))

    return mix_speakers


TRAITS = (
    TalkTrait("speeches", "speeches a seat", "count", _speeches),
    TalkTrait("words", "words a speech", "count", _by_speech(lambda line: line.words)),
    TalkTrait("questions", "speeches that ask", "share", _by_speech(lambda line: line.is_question)),
    TalkTrait(
        "answers",
        f"questions to a seat that it answers within {WITHIN} speeches",
        "share",
        _answers,
        _if_shuffled(_answers),
    ),
    TalkTrait(
        "names", "speeches that name somebody else", "share", _by_speech(lambda line: bool(line.others))
    ),
    TalkTrait(
        "names.back",
        "those whom a seat names and who name it too",
        "share",
        _mutual_naming,
        _if_shuffled(_mutual_naming),
    ),
    TalkTrait(
        "names.spread",
        "others whom a seat names, each as far as it is named, of all others",
        "share",
        _spread,
        _if_shuffled(_spread),
    ),
    TalkTrait(
        "accuses",
        "speeches that accuse somebody",
        "share",
        _by_speech(lambda line: bool(line.accused - {line.by})),
    ),
    TalkTrait(
        "changes",
        "judgements (accusations, votes) of nobody whom the seat's last was of",
        "share",
        _changes,
        _if_shuffled(_changes),
    ),
    TalkTrait("votes", "votes that hit who is sought; by chance those of a lot", "share", _votes, _lot),
    TalkTrait("votes.gain", "the same less a lot's", "points", _gain),
)
"""The compared traits, in the order of the table."""


class LikenessRow(BaseModel, frozen=True, extra="forbid"):
    """A trait of a group.

    Attributes:
        value: None where there is nothing to measure.
        low: where its 95 % interval over games begins; None where there is none, as of fewer than five.
        by_chance: the value if others of the game had said the same, or of random votes; None where neither
            has a meaning.
        difference: the value less that of the people it is set beside; None for these people themselves.
    """

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
    return max(
        (group for group in groups if group.is_people), key=lambda group: len(group.games), default=None
    )


def likeness_rows(
    groups: Sequence[LikenessGroup], reference: LikenessGroup | None, vectors: Embeds | None
) -> list[LikenessRow]:
    """Returns a row for every trait of every group, traits in order."""
    by_group = {group.name: list(_rows(group, vectors)) for group in groups}
    reference_rows = {row.trait: row for row in by_group[reference.name]} if reference else {}
    names = list(dict.fromkeys(row.trait for rows in by_group.values() for row in rows))
    return [
        row if reference and row.group == reference.name else _beside(row, reference_rows)
        for name in names
        for rows in by_group.values()
        for row in rows
        if row.trait == name
    ]


def _rows(group: LikenessGroup, vectors: Embeds | None) -> Iterator[LikenessRow]:
    for trait in TRAITS:
        parts = [trait.parts(game.talk, game.seats) for game in group.games]
        parts = [part for part in parts if part.possible]
        bounds, by_chance = interval_of_ratio(parts, trait.unit), trait.by_chance
        yield LikenessRow(
            group=group.name,
            people=group.is_people,
            trait=trait.name,
            label=trait.label,
            unit=trait.unit,
            value=ratio(parts),
            low=bounds.low,
            high=bounds.high,
            n=sum(part.n for part in parts),
            games=len(parts),
            by_chance=ratio(by_chance(game.talk, game.seats) for game in group.games) if by_chance else None,
        )
    if vectors:
        yield from _text_rows(group, vectors)


def _beside(row: LikenessRow, beside_rows: Mapping[str, LikenessRow]) -> LikenessRow:
    other = beside_rows.get(row.trait)
    if other is None or row.value is None or other.value is None:
        return row
    own_interval, other_interval = (
        Interval(low=side.low, high=side.high, basis="t") for side in (row, other)
    )
    difference = interval_between((row.value, own_interval), (other.value, other_interval))
    least, most = SHARES_APART if row.unit == "share" else (None, None)
    low, high = difference.low, difference.high
    return row.model_copy(
        update={
            "difference": row.value - other.value,
            "difference_low": low if low is None or least is None else max(low, least),
            "difference_high": high if high is None or most is None else min(high, most),
        }
    )


PASSAGE = 40
"""Words of a passage."""
MOST_GAMES = 25
"""Games of a group whose texts are embedded: the first."""
SOMEBODY = {"en": "somebody", "zh": "某人"}


def passages(group: LikenessGroup) -> list[TableTalk]:
    """Returns a group's talk in passages of `PASSAGE` words, from its first games that have any."""
    talks = (_passages(game) for game in group.games)
    return [talk for talk in talks if talk.utterances][:MOST_GAMES]


def _text_rows(group: LikenessGroup, vectors: Embeds) -> Iterator[LikenessRow]:
    """Yields the text distance, and how much larger it is between two speakers than within one."""
    talks = passages(group)
    distance = text_estimates(talks, vectors).get("text.apart") or RichEstimate()
    row = LikenessRow(
        group=group.name,
        people=group.is_people,
        trait="text.distance",
        label=f"text distance of passages of {PASSAGE} words",
        unit="points",
        value=distance.value,
        low=distance.low,
        high=distance.high,
        n=sum(len(talk.utterances) for talk in talks),
        games=len(talks),
    )
    yield row
    own, mixed = _voices(talks, vectors), _voices(shuffled_speakers(talks), vectors)
    bounds = interval_of_mean(own, (-2.0, 2.0))
    yield row.model_copy(
        update={
            "trait": "text.voices",
            "label": "distance between speakers less that within one",
            "value": fmean(own) if own else None,
            "low": bounds.low,
            "high": bounds.high,
            "n": len(own),
            "games": len(own),
            "by_chance": fmean(mixed) if mixed else None,
        }
    )


def _voices(talks: Sequence[TableTalk], vectors: Embeds) -> list[float]:
    distances = (voices(talk, vectors([utterance.text for utterance in talk.utterances])) for talk in talks)
    return [distance for distance in distances if distance is not None]


def _passages(group_seats: GroupSeats) -> TableTalk:
    game = group_seats.talk.game
    language = "zh" if game.language == "zh" else "en"
    utterances: list[TableUtterance] = []
    for seat in sorted(group_seats.seats):
        texts = (line.text for line in group_seats.talk.of(frozenset({seat})))
        words = [
            word for text in texts for word in words_in(without_names(text, game.players, SOMEBODY[language]))
        ]
        for start in range(0, len(words) - PASSAGE + 1, PASSAGE):
            text = ("" if language == "zh" else " ").join(words[start : start + PASSAGE])
            utterances.append(TableUtterance(round=0, player=seat, text=text))
    return TableTalk(
        match=game.id, language=language, players=game.players, roles=(), utterances=tuple(utterances)
    )
