"""Favor, judgement and memory of an agent (Humanized Agents, sections 2.3 to 2.5, eq. 6 to 9).

An utterance in memory counts by how lately it was thought of and by how much its speaker is liked, then and
now:

    relevance = a_r * 0.95 ** age + a_i * importance + a_f * fondness
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

from parlour.agents import SeatContext
from parlour.core import Player, Request

LEAST, NEUTRAL, MOST = 1.0, 50.0, 100.0
WORST_RATING, BEST_RATING = 1, 10
LARGEST_CHANGE = 30.0
_WIDTH = 20.0


class Band(IntEnum):
    """The five levels of favor: half-open intervals of 20, the last one closed."""

    LOATHED = 0
    DISLIKED = 1
    INDIFFERENT = 2
    LIKED = 3
    CHERISHED = 4

    @staticmethod
    def of(favor: float) -> Band:
        """Returns the band of a favor in [1, 100]: [1, 20), [20, 40), [40, 60), [60, 80) or [80, 100]."""
        return Band(min(int(favor // _WIDTH), Band.CHERISHED))


def remap(rating: float) -> float:
    """Returns F_remap of eq. 6: a rating from 1 to 10 as a change from -30 to +30, linearly; 0 for 5.5.

    Raises:
        ValueError: if the rating is not from 1 to 10.
    """
    if not WORST_RATING <= rating <= BEST_RATING:
        raise ValueError(f"a rating is from {WORST_RATING} to {BEST_RATING}, not {rating}")
    middle = (WORST_RATING + BEST_RATING) / 2
    return (rating - middle) / (BEST_RATING - middle) * LARGEST_CHANGE


def unit(favor: float) -> float:
    """Returns a favor in [1, 100] as a number in [0, 1], linearly; the memory uses it."""
    return (favor - LEAST) / (MOST - LEAST)


@dataclass(frozen=True, kw_only=True)
class Favors:
    """F_ij of one agent i, for all others j.

    Attributes:
        levels: by player, in [1, 100].
    """

    levels: Mapping[Player, float]

    @staticmethod
    def towards(players: Sequence[Player]) -> Favors:
        """Returns the favors at the start: all players are neutral."""
        return Favors(levels=dict.fromkeys(players, NEUTRAL))

    def apply_ratings(self, ratings: Mapping[Player, float]) -> Favors:
        """Returns the favors after a round of ratings (eq. 6), clipped to [1, 100].

        Args:
            ratings: from 1 to 10, of some of the others; the favor of a player without a rating stays.

        Raises:
            ValueError: if a rating is not from 1 to 10.
            KeyError: if a rated player is none of the others.
        """
        changed = {
            name: min(max(self.levels[name] + remap(rating), LEAST), MOST) for name, rating in ratings.items()
        }
        return Favors(levels={**self.levels, **changed})

    def of(self, name: Player) -> float:
        """Returns the favor towards a player; neutral if it is none of the others."""
        return self.levels.get(name, NEUTRAL)

    def bands(self, names: Sequence[Player]) -> Mapping[Player, Band]:
        """Returns the band of each of those players."""
        return {name: Band.of(self.levels[name]) for name in names}


@dataclass(frozen=True, kw_only=True)
class Guess:
    """One role for one player, and its probability, as a model guesses them (table 13).

    Attributes:
        probability: in [0, 1].
    """

    role: str
    probability: float


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The matrix p_jr of one agent.

    Attributes:
        rows: p_j for each player j, adding up to 1; of shape (players, roles).
    """

    roles: tuple[str, ...]
    rows: Mapping[Player, tuple[float, ...]]
    guesses: Mapping[Player, Guess | None]
    spread: bool = False

    @staticmethod
    def of(
        guesses: Mapping[Player, Guess | None], roles: Sequence[str], *, spread: bool = False
    ) -> Judgement:
        """Returns the matrix of some guesses.

        `guesses`: one per player; None gives each role the same probability.

        Raises:
            ValueError: if a guess is of another role or not in [0, 1], or there are fewer than two roles.
        """
        if len(roles) < 2:
            raise ValueError("a judgement needs at least two roles")
        rows = {name: _row(guess, tuple(roles)) for name, guess in guesses.items()}
        return Judgement(roles=tuple(roles), rows=rows, guesses=dict(guesses), spread=spread)

    def likeliest(self, name: Player) -> Guess:
        """Returns r_max and its probability (algorithm 1, lines 4 to 7, and eq. 8).

        The model names one role per player (table 13), and table 14 prints that role at 5 % and 10 %: the
        guess is r_max. Without a guess it is the ordinary role (line 4). With `spread` it is the largest
        entry of the row, in which the other roles share the rest: a guess below 1 / R gives way to another.
        """
        guess = self.guesses[name]
        if guess is not None and not self.spread:
            return guess
        row = self.rows[name]
        best = max(range(len(row)), key=lambda n: (row[n], -n))
        return Guess(role=self.roles[best], probability=row[best])


def _row(guess: Guess | None, roles: tuple[str, ...]) -> tuple[float, ...]:
    if guess is None:
        return (1 / len(roles),) * len(roles)
    if guess.role not in roles or not 0 <= guess.probability <= 1:
        raise ValueError(f"{guess} is no guess among {', '.join(roles)}")
    rest = (1 - guess.probability) / (len(roles) - 1)
    return tuple(guess.probability if role == guess.role else rest for role in roles)


def is_mindful(request: Request) -> bool:
    """Returns True if a request is about other players, so that favor and judgement bear on it."""
    return request.kind.speech or request.kind.target or request.kind.judges


@dataclass(kw_only=True)
class SocialAttitudes:
    """Favor and judgement of one agent."""

    favors: Favors
    judgements: dict[str, Judgement] = field(default_factory=dict[str, Judgement])

    @staticmethod
    def at_first(seat: SeatContext) -> SocialAttitudes:
        """Returns the attitudes of a seat at the start."""
        others = [name for name in seat.players if name != seat.player]
        return SocialAttitudes(favors=Favors.towards(others))

    def fondness(self, name: Player) -> float:
        """Returns the favor towards a player in [0, 1]; neutral towards itself."""
        return unit(self.favors.of(name))

    def judgement(self, seat: SeatContext, request: Request) -> Judgement | None:
        """Returns the last judgement of the case that a request is about."""
        case = case_of(seat, request)
        return None if case is None else self.judgements.get(case)


def case_of(seat: SeatContext, request: Request) -> str | None:
    """Returns the hidden question that a request is about; None if it is about none of several."""
    if request.case or not seat.cases:
        return request.case or ""
    return seat.cases[0].name if len(seat.cases) == 1 else None


DECAY = 0.95
"""The factor by which recency decays with each later utterance."""
RECENCY, IMPORTANCE, FONDNESS = 0.5, 2.0, 2.0
"""The paper's weights of the three scores: alpha of each."""


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """Something that was said, as it is remembered.

    Attributes:
        event: its number, which says what was said.
        speaker: who said it.
        round: when.
        importance: how much its speaker was liked then, in [0, 1].
        accessed: how many utterances had been heard, it among them, when it last came to mind.
    """

    event: int
    speaker: str
    round: int
    importance: float
    accessed: int


@dataclass(frozen=True, kw_only=True)
class MemoryStream:
    """The utterances that an agent has heard, in order; time is counted in utterances."""

    utterances: tuple[Utterance, ...] = ()

    @property
    def turn(self) -> int:
        """The number of utterances so far."""
        return len(self.utterances)

    def add(self, event: int, speaker: str, round: int, importance: float) -> MemoryStream:  # noqa: A002 - the paper's word
        """Returns the stream with one more utterance; its importance is the liking of its speaker, in [0, 1].

        Raises:
            ValueError: if the importance is not in [0, 1].
        """
        _check(importance)
        latest = Utterance(
            event=event, speaker=speaker, round=round, importance=importance, accessed=self.turn + 1
        )
        return replace(self, utterances=(*self.utterances, latest))

    def relevance(self, utterance: Utterance, fondness: float) -> float:
        """Returns the relevance of an utterance, in [0, sum of the weights].

        `fondness`: how much its speaker is liked now, in [0, 1].

        Raises:
            ValueError: if the fondness is not in [0, 1].
        """
        _check(fondness)
        recency = DECAY ** (self.turn - utterance.accessed)
        return RECENCY * recency + IMPORTANCE * utterance.importance + FONDNESS * fondness

    def recall(self, fondness: Callable[[str], float], most: int) -> tuple[MemoryStream, tuple[int, ...]]:
        """Returns the events of the most relevant utterances, and the stream after that access.

        To call to mind twice without hearing anything between gives the same again: what was chosen has only
        become more recent.

        `most`: how many utterances, K of the paper; of equals the later ones.
        """
        ranked = sorted(
            self.utterances,
            key=lambda utterance: (-self.relevance(utterance, fondness(utterance.speaker)), -utterance.event),
        )
        chosen = {utterance.event for utterance in ranked[:most]}
        after = tuple(
            replace(utterance, accessed=self.turn) if utterance.event in chosen else utterance
            for utterance in self.utterances
        )
        return replace(self, utterances=after), tuple(sorted(chosen))


def _check(value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{value} is not in [0, 1]")
