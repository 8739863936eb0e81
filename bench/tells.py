"""Whether the reader gives itself away: a classifier over the surface of speeches, and wins by seat.

The surface of a speech is its words and pairs of words without names, its length, its degrees, its place in
the round, and whom it names, by the seats between. What only a role can tell (claims, checks, what the night
showed) is taken out first, and a speech is compared only with others of its match and round whose speakers
claimed the same so far, and against whom as many have spoken: like with like. For who is accused answers, and
culprits are accused more often wherever a table reasons at all: that is others' reasoning, and no tell of
theirs. What is left should not tell culprits from the innocent. How far they are told apart among all who
claimed the same, and by how many spoke against them and nothing else, is reported beside it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bench.figure import Figure
from bench.matches import play_game
from parlour.arena import Record
from parlour.core import Player, event_kinds
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as night_names
from parlour.games.werewolf import WerewolfSetup
from parlour.games.werewolf import seat_names as wolf_names
from parlour.language.facts import (
    Check,
    Fact,
    Fellow,
    Language,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    VoteFor,
    read,
)

LANGUAGES: tuple[Language, ...] = get_args(Language)
MOST_TELLING, LEAST_EVEN, TRIED = 0.55, 0.01, 400
FOLDS, MOST_ACCUSED = 5, 3
STRICTNESS = 0.3
"""The inverse strength of the classifier's penalty, which is on absolute weights: a tell is a word or a few
among some two thousand, and squares would share its weight out among all that stand beside it."""
CULPRITS = {"onenight": ("werewolf", "minion", "tanner"), "werewolf": ("werewolf",)}
_INNOCENT = {"onenight": ("villager", "seer", "mason"), "werewolf": ("villager",)}
"""With whom culprits are compared: in Werewolf with those who know as little as a culprit pretends to."""
_T, _CHI2 = cast("Any", stats.t), cast("Any", stats.chi2)
_OF_A_ROLE = RoleClaim | Check | OneOfTwo | NeitherOfTwo | Fellow


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """A speech, and what a classifier may see of it.

    Attributes:
        accused: how many others have spoken against its speaker so far, up to `MOST_ACCUSED`; no feature.
    """

    match: int
    round: int
    role: str
    standing: tuple[str, ...]
    surface: Mapping[str, float]
    accused: int = 0


@dataclass(frozen=True, kw_only=True)
class Tell:
    """How often a culprit's speech is told from an innocent's of the same match, with its 95 % interval."""

    auc: float
    low: float
    high: float
    matches: int


def spoken(match: int, record: Record) -> Iterator[Spoken]:
    """The speeches of a match."""
    setup = record.setup
    names = setup.players
    roles = dict(zip(names, _roles(record), strict=True))
    claims: defaultdict[Player, tuple[str, ...]] = defaultdict(tuple)
    against: defaultdict[Player, set[Player]] = defaultdict(set)
    places = Counter[int]()
    for event in record.events:
        if event.kind is event_kinds.SPOKE and event.actor:
            by, text = event.actor, event.text
            found = read(text, setup.language, speaker=by, names=names).found
            told = [_claim(each.fact) for each in found if isinstance(each.fact, _OF_A_ROLE)]
            claims[by] = tuple(dict.fromkeys((*claims[by], *told)))
            for each in found:
                text = text.replace(each.sentence, "") if isinstance(each.fact, _OF_A_ROLE) else text
            facts = [each.fact for each in found if not isinstance(each.fact, _OF_A_ROLE)]
            seen = surface(text, setup.language, facts, names, by) | {f"place {places[event.round]}": 1.0}
            places[event.round] += 1
            yield Spoken(
                match=match,
                round=event.round,
                role=roles[by],
                standing=claims[by],
                surface=seen,
                accused=min(len(against[by]), MOST_ACCUSED),
            )
            for fact in facts:
                if isinstance(fact, Suspicion | VoteFor):
                    against[fact.whom].add(by)


def equally_accused(speeches: Sequence[Spoken]) -> list[Spoken]:
    """The speeches, each to be compared with those alone against whose speakers as many have spoken."""
    return [replace(each, standing=(*each.standing, f"accused {each.accused}")) for each in speeches]


def by_accusers_alone(speeches: Sequence[Spoken]) -> list[Spoken]:
    """The speeches where nothing is seen of them but how many have spoken against their speakers."""
    return [replace(each, surface={"accused": float(each.accused)}) for each in speeches]


def tell(speeches: Sequence[Spoken], culprits: Sequence[str], innocent: Sequence[str]) -> Tell | None:
    """How far culprits give themselves away; None where too few of like speeches are there to compare."""
    both = [each for each in speeches if each.role in culprits or each.role in innocent]
    sides = [{each.standing for each in both if (each.role in culprits) == side} for side in (True, False)]
    like = [each for each in both if each.standing in sides[0] & sides[1]]
    is_culprit = np.array([each.role in culprits for each in like], dtype=bool)
    matches = np.array([each.match for each in like])
    if min(is_culprit.sum(), (~is_culprit).sum(), len(set(matches))) < 2 * FOLDS:
        return None
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold

    vectors, folds = cast("Any", DictVectorizer()), cast("Any", GroupKFold(FOLDS))
    rows = vectors.fit_transform([dict(each.surface) for each in like])
    scores = np.zeros(len(like))
    for known, new in folds.split(rows, is_culprit, matches):
        fitted = cast("Any", LogisticRegression)(
            C=STRICTNESS, l1_ratio=1, solver="liblinear", class_weight="balanced", random_state=0
        )
        scores[new] = fitted.fit(rows[known], is_culprit[known]).decision_function(rows[new])
    return _within(like, is_culprit, scores)


def _within(
    like: Sequence[Spoken], is_culprit: NDArray[np.bool_], scores: NDArray[np.float64]
) -> Tell | None:
    """The share of pairs ranked right, match by match, with the t interval over matches."""
    shares: defaultdict[int, list[float]] = defaultdict(list)
    beside: defaultdict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
    for two in map(int, np.flatnonzero(~is_culprit)):
        beside[like[two].match, like[two].standing].append(two)
    for one in map(int, np.flatnonzero(is_culprit)):
        for two in beside[like[one].match, like[one].standing]:
            shares[like[one].match].append((1 + np.sign(round(scores[one] - scores[two], 9))) / 2)
    means = [float(np.mean(each)) for each in shares.values()]
    if len(means) < 2 * FOLDS:
        return None
    half = float(_T.ppf(0.975, len(means) - 1) * np.std(means, ddof=1) / len(means) ** 0.5)
    middle = float(np.mean(means))
    return Tell(auc=middle, low=middle - half, high=middle + half, matches=len(means))


def evenness(seats: NDArray[np.float64], wins: NDArray[np.float64]) -> float:
    """The p of the hypothesis that it does not matter for who wins where the culprits sit.

    n R² of wins on seats is chi-square with as many degrees of freedom as seats less one; for a single
    culprit it is Pearson's. With several, seats of one match need not be independent of each other.

    Args:
        seats: whether a culprit sits there: (matches, seats), of 0 and 1, as many in each row.
        wins: whether the innocent won: (matches,), of 0 and 1.
    """
    total = float(((wins - wins.mean()) ** 2).sum())
    if not total:
        return 1.0
    fit = np.column_stack([np.ones(len(wins)), seats])
    left = wins - fit @ np.linalg.lstsq(fit, wins)[0]
    score = len(wins) * (1 - float((left**2).sum()) / total)
    return float(_CHI2.sf(score, np.linalg.matrix_rank(fit) - 1))


def tell_figures(folder: Path) -> Iterator[Figure]:
    """Tells by game, side, round and language, and whether seats decide."""
    for game, language in product(CULPRITS, LANGUAGES):
        setup = (
            OneNightSetup(language=language, players=night_names(8, language))
            if game == "onenight"
            else WerewolfSetup(language=language, players=wolf_names(8, language))
        )
        records = [play_game(setup, "reader", folder, method="plain", seed=n).record for n in range(TRIED)]
        said = [each for number, record in enumerate(records) for each in spoken(number, record)]
        for culprit in CULPRITS[game]:
            for number in (1, 2, 3):
                speeches = [each for each in said if each.round == number]
                name = f"{game}, {language}, round {number}: AUC of a {culprit}'s tell"
                yield from tell_figures_of(name, speeches, (culprit,), _INNOCENT[game])
        yield _even(f"{game}, {language}: p that seats do not decide", records)


def tell_figures_of(
    name: str, speeches: Sequence[Spoken], culprits: Sequence[str], innocent: Sequence[str]
) -> Iterator[Figure]:
    """The tell among those who are equally accused, which the bar is of; among all; and of being accused."""
    yield tell_figure(name, tell(equally_accused(speeches), culprits, innocent))
    among_all = tell(speeches, culprits, innocent)
    yield tell_figure(f"{name}, however often accused", among_all, is_bound=False)
    alone = tell(by_accusers_alone(speeches), culprits, innocent)
    yield tell_figure(f"{name}, by being accused alone", alone, is_bound=False)


def tell_figure(name: str, found: Tell | None, *, is_bound: bool = True) -> Figure:
    """What was found beside what is allowed, or only what was found."""
    bar = f"low ≤ {MOST_TELLING}" if is_bound else ""
    if found is None:
        return Figure(name=name, bar=bar, measured="too few alike", is_met=None)
    measured = f"{found.auc:.3f} ({found.low:.3f}-{found.high:.3f})"
    return Figure(
        name=name, bar=bar, measured=measured, is_met=found.low <= MOST_TELLING if is_bound else None
    )


def _even(name: str, records: Sequence[Record]) -> Figure:
    seats = [[role == "werewolf" for role in _roles(record)] for record in records]
    won = [event.chosen for record in records for event in record.events if event.kind is event_kinds.WON]
    wins = [bool({"village", "good"}.intersection(each)) for each in won]
    p = evenness(np.array(seats, dtype=float), np.array(wins, dtype=float))
    return Figure(name=name, bar=f"> {LEAST_EVEN}", measured=f"{p:.3f}", is_met=p > LEAST_EVEN)


def _roles(record: Record) -> tuple[str, ...]:
    """What was dealt, in seat order; nothing in a game that deals no roles."""
    game = record.setup.game
    if not isinstance(game, OneNightSetup | WerewolfSetup):
        return ()
    return tuple(role.value for role in game.dealt(record.setup.seed))


def _claim(fact: Fact) -> str:
    return f"{type(fact).__name__} {getattr(fact, 'role', '')}"


def surface(
    text: str, language: Language, facts: Sequence[Fact], names: Sequence[Player], by: Player
) -> dict[str, float]:
    """What a classifier sees of a text: words, pairs of words, length, what is said and of whom."""
    marks = sorted(names, key=len, reverse=True)
    bare = re.sub("|".join(map(re.escape, marks)), "@", text)
    tokens = re.findall(r"[\w@]+", bare) if language == "en" else list(re.sub(r"\s", "", bare))
    pairs = pairwise(tokens)
    seen = {f"word {each}": 1.0 for each in (*tokens, *map(" ".join, pairs))}
    for fact in facts:
        kind, whom = type(fact).__name__, getattr(fact, "whom", "")
        seen[f"{kind} {getattr(fact, 'level', '')}"] = 1.0
        if whom in names:
            seen[f"{kind} +{(names.index(whom) - names.index(by)) % len(names)}"] = 1.0
    return seen | {"length": len(tokens) / 20}
