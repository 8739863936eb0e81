"""A match as the measures of richness need it, and the distance of its texts (Deng and Cai, appendix E).

Text distance cannot tell sense from nonsense and falls with length. So each condition stands beside its own
words in random order, beside itself at equal length, and its speakers beside shuffled ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.arena import Record
from parlour.core import Event, Player, chance, event_kinds, words_in
from parlour.errors import UsageError
from parlour.evaluation.scoring import ballots, dealt_roles, polls
from parlour.llm import Language

ALOUD = frozenset({event_kinds.SPOKE, event_kinds.INTRODUCED, event_kinds.ASKED, event_kinds.REPLIED})
"""The kinds of event that are said to all players."""


@dataclass(frozen=True, kw_only=True)
class TableUtterance:
    """Something said to the whole table.

    Attributes:
        round: in which, from 1; introductions come in round 0.
    """

    round: int
    player: Player
    text: str


@dataclass(frozen=True, kw_only=True)
class TableTalk:
    """A match as input of the measures of richness.

    Attributes:
        roles: what each of them is, in seat order; empty in a game that deals no roles.
        votes: the players for whom votes were cast, whether these decided anything or not.
    """

    match: str
    language: Language
    players: tuple[Player, ...]
    roles: tuple[str, ...]
    utterances: tuple[TableUtterance, ...]
    votes: tuple[Player, ...] = ()
    seed: int = 0

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds in which something was said, in order."""
        return tuple(sorted({utterance.round for utterance in self.utterances}))

    def role(self, player: Player) -> str:
        """Returns the role of a player."""
        return self.roles[self.players.index(player)]


def table_talk(record: Record) -> TableTalk:
    """A match, read from its record."""
    events = record.events
    dealt, players = dealt_roles(record), record.setup.players
    return TableTalk(
        match=record.match,
        language=record.setup.language,
        players=players,
        roles=tuple(dealt[player] for player in players) if dealt else (),
        utterances=tuple(_utterances(events)),
        votes=tuple(target for event in (*polls(record), *ballots(record)) for target in event.chosen),
        seed=record.setup.seed,
    )


def _utterances(events: list[Event]) -> Iterator[TableUtterance]:
    for event in events:
        if event.kind in ALOUD and event.actor and event.text and event.visible_to is None:
            yield TableUtterance(round=event.round, player=event.actor, text=event.text)


ROWS_AT_ONCE = 64
"""Rows of the matrix of distances that are held together."""


Embeds = Callable[[Sequence[str]], NDArray[np.float32]]
"""Turns texts into vectors, of shape (texts, dimensions), near where the meaning is alike; none is zero."""


@dataclass(frozen=True, kw_only=True)
class TextDistance:
    """Distances between texts, each in [0, 2]; opposite vectors are 2 apart.

    Attributes:
        mean: over the whole matrix, the zeros of its diagonal among them, as algorithm 3 writes it.
        deviation: over the same n² distances, divided by n² - 1.
        apart: the mean over pairs of different texts, mean · n / (n - 1); None of fewer than two.
    """

    n: int
    mean: float
    deviation: float | None
    apart: float | None


def text_distance(vectors: NDArray[np.floating]) -> TextDistance:
    """Mean and deviation of the cosine distances between all texts (eq. 12, algorithm 3).

    Every pair stands twice in the matrix, and every text is at distance 0 of itself, which lowers the mean of
    a few texts and hardly that of many: of table 4's 2,400 by a factor of 0.9996. The matrix is gone through
    some rows at a time and never held: O(n d) memory for n texts of d dimensions.

    Args:
        vectors: of shape (texts, dimensions), of any length but zero.

    Raises:
        UsageError: if there is no text, or a vector is zero.
    """
    unit = unit_vectors(vectors)
    total = squares = 0.0
    for start in range(0, len(unit), ROWS_AT_ONCE):
        distances = np.clip(1 - unit[start : start + ROWS_AT_ONCE] @ unit.T, 0, 2)
        np.fill_diagonal(distances[:, start:], 0)
        total += float(distances.sum())
        squares += float(np.square(distances).sum())
    return _distance(len(unit), total, squares)


def without_each(vectors: NDArray[np.floating], games: Sequence[int]) -> list[TextDistance]:
    """The text distances without one game after the other, in the order of their first texts.

    Of unit vectors u, Σ(1 - uᵢ·uⱼ) = n² - |s|² and Σ(1 - uᵢ·uⱼ)² = n² - 2|s|² + |M|², with s = Σu and
    M = Σuuᵀ. What a game takes away follows from its own texts, so that all games together take no longer
    than the matrix once: O(n d²) for n texts of d dimensions.

    Args:
        vectors: of shape (texts, dimensions).
        games: of each text, the game in which it was said; two or more different ones.

    Raises:
        UsageError: if there is no text, a vector is zero, or a game has all texts.
    """
    unit, of = unit_vectors(vectors), np.asarray(games)
    whole, products = unit.sum(axis=0), unit.T @ unit
    shared = np.einsum("td,td->t", unit @ products, unit)
    square = float(np.square(products).sum())
    distances: list[TextDistance] = []
    for game in dict.fromkeys(games):
        own = unit[of == game]
        left, rest = len(unit) - len(own), whole - own.sum(axis=0)
        if not left:
            raise UsageError("all texts are of one game, without which there is none")
        likeness = float(rest @ rest)
        removed = 2 * float(shared[of == game].sum()) - float(np.square(own @ own.T).sum())
        distances.append(_distance(left, left**2 - likeness, left**2 - 2 * likeness + square - removed))
    return distances


def unit_vectors(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """The vectors at length 1."""
    if not len(vectors):
        raise UsageError("there is no text whose distance could be measured")
    exact = vectors.astype(np.float64)
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    if not lengths.all():
        raise UsageError("a text has the vector zero, which is at no distance of anything")
    return exact / lengths


def _distance(n: int, total: float, squares: float) -> TextDistance:
    total = max(0.0, total)
    return TextDistance(
        n=n,
        mean=total / n**2,
        deviation=sqrt(max(0.0, squares - (total / n) ** 2) / (n**2 - 1)) if n > 1 else None,
        apart=total / (n * (n - 1)) if n > 1 else None,
    )


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
        sorted(len(words_in(utterance.text)) for talk in talks for utterance in talk.utterances)
        for talks in conditions
    )
    shortest = [counts[int(SHORT * len(counts))] for counts in lengths if counts]
    return min(LONGEST, *shortest) if shortest else 0


def equal_length(talks: Sequence[TableTalk], words: int) -> list[TableTalk]:
    """The first so many words of every text that has as many; what is shorter is left out."""

    def cut(talk: TableTalk, utterance: TableUtterance) -> TableUtterance | None:
        words_said = words_in(utterance.text)
        return (
            replace(utterance, text=_join(words_said[:words], talk.language))
            if len(words_said) >= words > 0
            else None
        )

    return _told_anew(talks, cut)


def word_salad(talks: Sequence[TableTalk]) -> list[TableTalk]:
    """Texts as long as these, of words drawn by the match seed from all that these hold."""
    pool = [word for talk in talks for utterance in talk.utterances for word in words_in(utterance.text)]
    lots = {talk.match: chance(talk.seed, talk.match, "word salad") for talk in talks}

    def mix(talk: TableTalk, utterance: TableUtterance) -> TableUtterance:
        drawn = (
            lots[talk.match].choices(pool, k=len(words_in(utterance.text)) or 1) if pool else [utterance.text]
        )
        return replace(utterance, text=_join(drawn, talk.language))

    return _told_anew(talks, mix)


def shuffled_speakers(talks: Sequence[TableTalk]) -> list[TableTalk]:
    """The same texts in the same order, and by the match seed as if others of the game had said them."""
    shuffled: list[TableTalk] = []
    for talk in talks:
        speakers = [utterance.player for utterance in talk.utterances]
        chance(talk.seed, talk.match, "shuffled speakers").shuffle(speakers)
        pairs = zip(talk.utterances, speakers, strict=True)
        shuffled.append(
            replace(talk, utterances=tuple(replace(utterance, player=by) for utterance, by in pairs))
        )
    return shuffled


def voices(talk: TableTalk, vectors: NDArray[np.floating]) -> float | None:
    """Returns how much further apart texts of different speakers lie than texts of one speaker.

    With shuffled speakers it is 0 but for chance, whatever is said, since every pair of texts is then as
    likely one speaker's as two speakers'. Text distance itself does not see who speaks.

    Args:
        talk: the game.
        vectors: of its texts, in their order: (texts, dimensions).

    Returns:
        None if no player speaks twice, or only one player speaks.
    """
    unit = unit_vectors(vectors)
    speakers = [utterance.player for utterance in talk.utterances]
    own = [unit[[by == player for by in speakers]] for player in dict.fromkeys(speakers)]
    pairs, total = _pairs(unit)
    within, inside = (sum(column) for column in zip(*map(_pairs, own), strict=True))
    if not within or within == pairs:
        return None
    return float((total - inside) / (pairs - within) - inside / within)


def _pairs(unit: NDArray[np.float64]) -> tuple[int, float]:
    """Returns the number of pairs of texts, and the sum of their distances: (n² - |Σu|²)/2."""
    n, whole = len(unit), unit.sum(axis=0)
    return n * (n - 1) // 2, float(n**2 - whole @ whole) / 2


def _told_anew(
    talks: Sequence[TableTalk], put: Callable[[TableTalk, TableUtterance], TableUtterance | None]
) -> list[TableTalk]:
    return [
        replace(
            talk,
            utterances=tuple(changed for utterance in talk.utterances if (changed := put(talk, utterance))),
        )
        for talk in talks
    ]


def _join(words: Sequence[str], language: Language) -> str:
    return ("" if language == "zh" else " ").join(words)
