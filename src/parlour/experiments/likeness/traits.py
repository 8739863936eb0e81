"""The traits of talk and votes that are compared, each a ratio of two sums over games.

A trait is taken of some seats of a game: its people, or the agents of one condition. What all of them do by
themselves (length, questions, names) needs nothing of the rest; what they do to each other (answers, naming
back) stands beside its value with the speakers shuffled, which is what the table's talk alone would give.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from parlour.evaluation import Parts, Unit, share
from parlour.experiments.likeness.talk import Ballot, GameTalk, with_shuffled_speakers

WITHIN = 3
"""Among how many next speeches an answer counts."""
SHUFFLES = 10
"""The number of shuffles of speakers: a single one would be a guess of its own."""
Seats = frozenset[str]
TraitParts = Callable[[GameTalk, Seats], Parts]


@dataclass(frozen=True, kw_only=True)
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


def _words(talk: GameTalk, seats: Seats) -> Parts:
    told = [each.words for each in talk.of(seats)]
    return share(sum(told), len(told))


def _questions(talk: GameTalk, seats: Seats) -> Parts:
    told = [each.is_question for each in talk.of(seats)]
    return share(sum(told), len(told))


def _answers(talk: GameTalk, seats: Seats) -> Parts:
    """Counts questions to one of the seats, and those that it follows with a line without a question."""
    told: list[bool] = []
    for at, each in enumerate(talk.lines):
        if each.is_question and each.to in seats and each.to != each.by:
            next_ones = talk.lines[at + 1 : at + 1 + WITHIN]
            told.append(any(line.by == each.to and not line.is_question for line in next_ones))
    return share(sum(told), len(told))


def _names(talk: GameTalk, seats: Seats) -> Parts:
    told = [bool(each.others) for each in talk.of(seats)]
    return share(sum(told), len(told))


def _mutual_naming(talk: GameTalk, seats: Seats) -> Parts:
    """Counts the pairs in which a seat names another, and those in which the other names it too."""
    pairs = {(each.by, other) for each in talk.lines for other in each.others}
    own = [(by, other) for by, other in pairs if by in seats]
    return share(sum((other, by) in pairs for by, other in own), len(own))


def _spread(talk: GameTalk, seats: Seats) -> Parts:
    """Returns the effective number of others that a seat names, as a share of all others: e^H / (n - 1)."""
    values: list[float] = []
    for seat in sorted(seats):
        counts = Counter(other for each in talk.of(frozenset({seat})) for other in each.others)
        total = sum(counts.values())
        if total > 1:
            entropy = -sum(count / total * math.log(count / total) for count in counts.values())
            values.append(math.exp(entropy) / (len(talk.game.players) - 1))
    return share(sum(values), len(values))


def _accuses(talk: GameTalk, seats: Seats) -> Parts:
    told = [bool(each.accused - {each.by}) for each in talk.of(seats)]
    return share(sum(told), len(told))


def _changes(talk: GameTalk, seats: Seats) -> Parts:
    """Counts judgements (accusations, votes) after a seat's first that share no target with the last one."""
    told: list[bool] = []
    for seat in seats:
        said = [(each.number, each.accused - {seat}) for each in talk.lines if each.by == seat]
        cast = [(each.number, frozenset({each.target})) for each in talk.ballots if each.by == seat]
        judged = [whom for _, whom in sorted([*said, *cast], key=lambda each: each[0]) if whom]
        told += [one.isdisjoint(other) for one, other in pairwise(judged)]
    return share(sum(told), len(told))


def _votes(talk: GameTalk, seats: Seats) -> Parts:
    told = [each.target in talk.sought.seats for each in _judging(talk, seats)]
    return share(sum(told), len(told))


def _lot(talk: GameTalk, seats: Seats) -> Parts:
    told = [len(talk.sought.seats & each.among) / len(each.among) for each in _judging(talk, seats)]
    return share(sum(told), len(told))


def _gain(talk: GameTalk, seats: Seats) -> Parts:
    """Returns the hits of votes above those of random votes, comparable across numbers of players."""
    hits, lot = _votes(talk, seats), _lot(talk, seats)
    return share(hits.reached - lot.reached, hits.n)


def _judging(talk: GameTalk, seats: Seats) -> Iterator[Ballot]:
    """Yields the votes of seats outside the sought sides, in games with a sought seat."""
    beside = {each.player for each in talk.game.cast if each.team in talk.sought.teams}
    for each in talk.ballots:
        if talk.sought.seats and each.among and each.by in seats - beside - talk.sought.seats:
            yield each


def _if_shuffled(parts: TraitParts) -> TraitParts:

    def mix_speakers(talk: GameTalk, seats: Seats) -> Parts:
        told = [parts(with_shuffled_speakers(talk, draw), seats) for draw in range(SHUFFLES)]
        return share(sum(each.reached for each in told), sum(each.n for each in told))

    return mix_speakers


TRAITS: tuple[TalkTrait, ...] = (
    TalkTrait(name="speeches", label="speeches a seat", unit="count", parts=_speeches),
    TalkTrait(name="words", label="words a speech", unit="count", parts=_words),
    TalkTrait(name="questions", label="speeches that ask", unit="share", parts=_questions),
    TalkTrait(
        name="answers",
        label=f"questions to a seat that it answers within {WITHIN} speeches",
        unit="share",
        parts=_answers,
        by_chance=_if_shuffled(_answers),
    ),
    TalkTrait(name="names", label="speeches that name somebody else", unit="share", parts=_names),
    TalkTrait(
        name="names.back",
        label="those whom a seat names and who name it too",
        unit="share",
        parts=_mutual_naming,
        by_chance=_if_shuffled(_mutual_naming),
    ),
    TalkTrait(
        name="names.spread",
        label="others whom a seat names, each as far as it is named, of all others",
        unit="share",
        parts=_spread,
        by_chance=_if_shuffled(_spread),
    ),
    TalkTrait(name="accuses", label="speeches that accuse somebody", unit="share", parts=_accuses),
    TalkTrait(
        name="changes",
        label="judgements (accusations, votes) of nobody whom the seat's last was of",
        unit="share",
        parts=_changes,
        by_chance=_if_shuffled(_changes),
    ),
    TalkTrait(
        name="votes",
        label="votes that hit who is sought; by chance those of a lot",
        unit="share",
        parts=_votes,
        by_chance=_lot,
    ),
    TalkTrait(name="votes.gain", label="the same less a lot's", unit="points", parts=_gain),
)
"""The compared traits, in the order of the table."""
