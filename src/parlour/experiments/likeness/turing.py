"""The social Turing score: how well a classifier tells agents from people in the same games.

It is trained on other tables than it classifies. Seats are compared with those of their own table alone,
since tables differ in their talk. So .5 is what telling nothing apart gives, and 1 is what a shibboleth does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean
from typing import Any, Literal, cast

import numpy as np

from parlour.core import words_in
from parlour.evaluation import Interval, interval_of_mean
from parlour.experiments.likeness.talk import GameTalk, with_shuffled_speakers
from parlour.lab.transcripts import without_names

FEWEST_TABLES = 10
"""The fewest mixed tables for which a classifier is trained."""
FOLDS = 5
FEWEST_WORDS = 20
"""The fewest words of a seat that is classified."""
NEEDED = "telling agents from people needs scikit-learn: pip install 'parlour[report]'"
Features = Mapping[str, float]
SeenBy = Literal["habits and words", "words at equal length", "speakers shuffled"]


@dataclass(frozen=True, kw_only=True)
class TuringScore:
    """The score of a classifier that tells agents from people.

    Attributes:
        auc: how often it ranks an agent above a person of the same table, averaged over tables; None where
            nothing was learned.
        tables: the number of mixed tables in which both talk enough.
        note: why there is no score; empty where there is one.
    """

    seen: SeenBy
    auc: float | None
    interval: Interval
    tables: int
    people: int
    agents: int
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class _Seat:
    table: int
    is_agent: bool
    features: Features


def turing_scores(talks: Sequence[GameTalk]) -> tuple[TuringScore, ...]:
    """Returns the scores over mixed games: of all features, of words alone, and of the random control."""
    mixed = [talk for talk in talks if _is_mixed(talk)]
    shuffled = [with_shuffled_speakers(talk) for talk in mixed]
    return (
        _score("habits and words", [_seats(at, talk, is_equal=False) for at, talk in enumerate(mixed)]),
        _score("words at equal length", [_seats(at, talk, is_equal=True) for at, talk in enumerate(mixed)]),
        _score("speakers shuffled", [_seats(at, talk, is_equal=False) for at, talk in enumerate(shuffled)]),
    )


def _is_mixed(talk: GameTalk) -> bool:
    holders = {member.holder for member in talk.game.cast}
    return {"person", "model"} <= holders


def _score(seen_by: SeenBy, all_tables: Sequence[Sequence[_Seat]]) -> TuringScore:
    tables = [table for table in all_tables if len({seat.is_agent for seat in table}) > 1]
    seats = [seat for table in tables for seat in table]
    agents = sum(seat.is_agent for seat in seats)
    aucs: list[float] = []
    note = f"too few: {len(tables)} mixed tables of {FEWEST_TABLES}" if len(tables) < FEWEST_TABLES else ""
    if not note and not find_spec("sklearn"):
        note = NEEDED
    if not note:
        scores = _agent_scores(seats)
        aucs = [_auc(seats, scores, table[0].table) for table in tables]
    return TuringScore(
        seen=seen_by,
        auc=fmean(aucs) if aucs else None,
        interval=interval_of_mean(aucs, (0.0, 1.0)),
        tables=len(tables),
        people=len(seats) - agents,
        agents=agents,
        note=note,
    )


def _agent_scores(seats: Sequence[_Seat]) -> list[float]:
    vectors = cast("Any", import_module("sklearn.feature_extraction")).DictVectorizer()
    scaler = cast("Any", import_module("sklearn.preprocessing")).MaxAbsScaler
    logistic = cast("Any", import_module("sklearn.linear_model")).LogisticRegression
    folds = cast("Any", import_module("sklearn.model_selection")).GroupKFold(FOLDS)
    rows = vectors.fit_transform([dict(seat.features) for seat in seats])
    is_agent = np.array([seat.is_agent for seat in seats], dtype=bool)
    scores = np.zeros(len(seats))
    for train, test in folds.split(rows, is_agent, [seat.table for seat in seats]):
        scaled = scaler().fit(rows[train])
        fitted = logistic(C=1.0, max_iter=400, class_weight="balanced")
        fitted.fit(scaled.transform(rows[train]), is_agent[train])
        scores[test] = fitted.decision_function(scaled.transform(rows[test]))
    return [float(score) for score in scores]


def _auc(seats: Sequence[_Seat], scores: Sequence[float], table: int) -> float:
    own = [(seat.is_agent, score) for seat, score in zip(seats, scores, strict=True) if seat.table == table]
    agents, people = ([score for is_agent, score in own if is_agent == side] for side in (True, False))
    return fmean((1 + np.sign(round(agent - person, 9))) / 2 for agent in agents for person in people)


def _seats(table: int, talk: GameTalk, *, is_equal: bool) -> list[_Seat]:
    """Returns the seats of a table that talk enough, with their features."""
    speeches = {
        member.player: [
            without_names(line.text, talk.game.players, "@") for line in talk.of(frozenset({member.player}))
        ]
        for member in talk.game.cast
        if member.holder != "unknown"
    }
    words = {
        player: [word.casefold() for text in texts for word in words_in(text)]
        for player, texts in speeches.items()
    }
    enough = {player: own_words for player, own_words in words.items() if len(own_words) >= FEWEST_WORDS}
    least = min(map(len, enough.values()), default=0)
    holders = {member.player: member.holder for member in talk.game.cast}
    return [
        _Seat(
            table=table,
            is_agent=holders[player] == "model",
            features=_vocabulary(own_words[:least] if is_equal else own_words)
            | ({} if is_equal else _habits(talk, player)),
        )
        for player, own_words in enough.items()
    ]


def _vocabulary(words: Sequence[str]) -> dict[str, float]:
    return {f"word {word}": count / len(words) for word, count in Counter(words).items()}


def _habits(talk: GameTalk, player: str) -> dict[str, float]:
    lines = list(talk.of(frozenset({player})))
    text = "".join(line.text for line in lines)
    letters = [letter for letter in text if letter.isalpha()]
    return {
        "speeches": len(lines) / len(talk.lines),
        "words a speech": fmean(line.words for line in lines) / 20,
        "asks": fmean(line.is_question for line in lines),
        "names": fmean(bool(line.others) for line in lines),
        "capitals": fmean(letter.isupper() for letter in letters) if letters else 0.0,
        "full stops": fmean(line.text.rstrip().endswith((".", "。", "!", "！")) for line in lines),
    }
