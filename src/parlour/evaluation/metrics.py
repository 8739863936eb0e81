"""Named metrics over matches, each as a ratio of two sums, so that any set of matches can be pooled.

They come in families: the one here is of any game, others come with a game or a method and are found as
plug-ins. All columns but the default leave answers and votes out; a case is won by the whole table, and what
a match took is the match's, so that these are the same in every column.

Of seats' beliefs about other players, where they were asked at each vote (`agents.beliefs`), only seats that
seek count, and only votes at which both sought players and others could be voted for: a seat that was told at
the deal has nothing to infer. A ballot is one seat's answer at one vote.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from itertools import product

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Item, Note, Record, RecordedCall, item
from parlour.core import CaseOutcome, Player, Registry
from parlour.errors import UsageError
from parlour.evaluation.intervals import Interval, interval_of_ratio
from parlour.evaluation.parts import Column, Cut, Metric, Parts, Unit, sampling_units, share
from parlour.evaluation.score import HeldBeliefs, MatchScore, Spent

SECONDS_PER_HOUR = 3600


@dataclass(frozen=True, kw_only=True)
class MetricFamily:
    """The metrics that a game or a method brings."""

    metrics: tuple[Metric, ...]


METRIC_FAMILIES: Registry[MetricFamily] = Registry(
    group="parlour.metrics", noun="family of metrics", kind=MetricFamily
)
"""Every installed family, by the name of what it is about."""


@cache
def metrics() -> Mapping[str, Metric]:
    """All metrics by name; of several of one name, that of the family that is found first."""
    families = reversed(list(METRIC_FAMILIES.load_all().values()))
    return {measured.name: measured for family in families for measured in family.metrics}


def metric(name: str) -> Metric:
    """The metric of that name."""
    if name not in metrics():
        nearest = ", ".join(get_close_matches(name, metrics(), n=3, cutoff=0))
        raise UsageError(f"no metric {name!r}; the nearest are {nearest}")
    return metrics()[name]


def _vote_accuracy(score: MatchScore, cut: Cut) -> Parts:
    votes = [vote for vote in score.votes if cut.has(vote.team)]
    return share(sum(vote.right for vote in votes), sum(vote.asked for vote in votes))


def _fault_rate(score: MatchScore, cut: Cut) -> Parts:
    return share(sum(score.faults.values()), score.play.calls + score.answering.calls)


def _repair_rate(score: MatchScore, cut: Cut) -> Parts:
    repaired = score.play.repaired + score.answering.repaired
    return share(repaired, score.play.calls + score.answering.calls)


def _amounts(
    prefix: str, per: str, stages: Callable[[MatchScore], tuple[Sequence[Spent], int]]
) -> Iterator[Metric]:
    """Yields metrics of a match's mean cost; `stages` returns the costs to add and their divisor."""

    def amount(name: str, label: str, unit: Unit, of: Callable[[Spent], float]) -> Metric:
        def parts(score: MatchScore, cut: Cut) -> Parts:
            spent, among = stages(score)
            return Parts(reached=sum(of(tally) for tally in spent) / among, possible=1, n=1)

        return Metric(
            name=prefix + name,
            label=f"{label} per {per}",
            unit=unit,
            parts=parts,
            better="less",
            tells_outcome=False,
        )

    yield amount("calls", "Calls", "count", lambda spent: spent.calls)
    yield amount("input_tokens", "Tokens read", "count", lambda spent: spent.input_tokens)
    yield amount("cached_tokens", "Tokens cached", "count", lambda spent: spent.cached_tokens)
    yield amount("output_tokens", "Tokens written", "count", lambda spent: spent.output_tokens)
    yield amount("dollars", "Dollars", "dollars", lambda s: math.nan if s.dollars is None else s.dollars)
    yield amount("hours", "Hours of calls", "hours", lambda spent: spent.seconds / SECONDS_PER_HOUR)


def _all() -> Iterator[Metric]:
    """`fault_rate` and `repair_rate` are per call, `fallback_rate` of the actions asked for.

    `calls` and what follows it are per match; with `play.`, up to the vote; with `evaluation.`, for putting
    the questions once (Zhu et al. 2025, table 7 splits costs likewise); with `beliefs.`, for asking seats
    what they hold.
    """
    yield Metric(
        name="win_rate",
        label="Win rate",
        unit="share",
        parts=lambda score, cut: share(score.won, score.won + score.lost),
    )
    yield Metric(
        name="vote_accuracy",
        label="Right votes",
        unit="share",
        parts=_vote_accuracy,
        columns=(Column.CIVILIANS,),
    )
    yield Metric(
        name="vote_accuracy.seekers",
        label="Right votes of those who seek",
        unit="share",
        parts=lambda score, cut: _vote_accuracy(score, replace(cut, column=Column.CIVILIANS)),
    )
    rates: tuple[tuple[str, str, Callable[[MatchScore, Cut], Parts]], ...] = (
        ("fault_rate", "Faults per call", _fault_rate),
        ("repair_rate", "Repaired replies per call", _repair_rate),
        ("fallback_rate", "", lambda score, cut: share(score.fallbacks, score.actions)),
    )
    for name, label, parts in rates:
        yield Metric(name=name, label=label, unit="share", parts=parts, better="less", tells_outcome=False)
    yield from _amounts("", "match", lambda score: ((score.play, score.answering), 1))
    yield from _amounts("play.", "game", lambda score: ((score.play,), 1))
    yield from _amounts("evaluation.", "evaluation", lambda score: ((score.answering,), score.evaluations))
    yield from _amounts("beliefs.", "game, to be asked", lambda score: ((score.eliciting,), 1))
    yield from belief_metrics()


LEAST = 0.001
"""The bound of probabilities in log loss: at 0 and 1 a single error would outweigh everything."""
DAYS = (1, 2, 3, 4)
"""The rounds of play that have metrics of their own."""
PRIMARY = ("beliefs.brier", "beliefs.log_loss", "beliefs.auc")
"""The primary metrics of suites on hidden roles: wins depend on many players and on luck."""
BINS = 10
Loss = Callable[[float], float]
"""The loss of a probability that was given to the truth."""


@dataclass(frozen=True, kw_only=True)
class CalibrationBin:
    """The frequency of the truth among beliefs of about the same probability.

    Attributes:
        round: of play; 0 for all together.
    """

    round: int
    low: float
    n: int
    held: float
    true: float


def held_beliefs(
    record: Record, cases: Iterable[CaseOutcome], without: Collection[Player] = ()
) -> tuple[HeldBeliefs, ...]:
    """Returns the beliefs of seeking seats at each vote beside the truth, without unreadable answers."""
    truth = {case.case: case.truth for case in cases}
    beliefs: list[HeldBeliefs] = []
    for player, case, belief in _notes(record):
        if player not in without and player not in truth.get(case, (player,)):
            beliefs.append(
                HeldBeliefs(
                    player=player,
                    case=case,
                    round=belief.round,
                    is_read=belief.by != "unreadable",
                    is_aside=belief.by == "aside",
                    probabilities=tuple(belief.probabilities.values()),
                    sought=tuple(name in truth[case] for name in belief.probabilities),
                )
            )
    return tuple(beliefs)


def _notes(record: Record) -> Iterator[tuple[Player, str, ElicitedBeliefs]]:
    for note in record.items:
        if isinstance(note, Note) and note.thought.kind == BELIEFS:
            yield note.player, note.thought.case or "", ElicitedBeliefs.model_validate(note.thought.body)


def held_by_seats(record: Record) -> Iterator[tuple[Player, ElicitedBeliefs]]:
    """Yields the recorded answers of seats at each vote."""
    return ((player, belief) for player, _, belief in _notes(record))


def is_of_beliefs(metric: str) -> bool:
    """Returns true if a metric is one of beliefs, which has a value only where they were elicited."""
    return metric.startswith(f"{BELIEFS}.")


def is_eliciting(call: RecordedCall) -> bool:
    """Returns true if a call only elicited beliefs: it is no cost of playing."""
    return call.key.purpose.startswith(BELIEFS)


def without_beliefs(record: Record) -> Record:
    """Returns the record without elicited beliefs, from which all other metrics are scored."""
    game = record.setup.game.name

    def is_held(recorded: Item) -> bool:
        return isinstance(recorded, Note) and recorded.thought.kind == BELIEFS

    entries = (entry for entry in record.entries if entry.kind != "thought" or not is_held(item(entry, game)))
    calls = (call for call in record.calls if not is_eliciting(call))
    return replace(record, entries=tuple(entries), calls=tuple(calls))


def calibration(scores: Iterable[MatchScore], *, is_whole: bool = False) -> list[CalibrationBin]:
    """Returns, by round and in all, tenths of probability with the frequency of the truth in each.

    Args:
        scores: of the matches.
        is_whole: whether ballots on players of one kind only count too: a watcher does not know of them.
    """
    scores = list(scores)
    rounds = sorted(
        {ballot.round for score in scores for ballot in score.beliefs if is_whole or ballot.tells}
    )
    bins: list[CalibrationBin] = []
    for of in (0, *filter(None, rounds)):
        ballots = list(_iterate_ballots(scores, of, is_whole=is_whole))
        for place in range(BINS):
            if within := [ballot_pair for ballot_pair in ballots if _place(ballot_pair[0]) == place]:
                p, sought = zip(*within, strict=True)
                n = len(within)
                bins.append(
                    CalibrationBin(round=of, low=place / BINS, n=n, held=sum(p) / n, true=sum(sought) / n)
                )
    return bins


def _iterate_ballots(
    scores: Iterable[MatchScore], of: int, *, is_whole: bool
) -> Iterator[tuple[float, bool]]:
    for score in scores:
        for ballot in score.beliefs:
            if (is_whole or ballot.tells) and of in (0, ballot.round):
                yield from zip(ballot.probabilities, ballot.sought, strict=True)


def truth_interval(
    scores: Sequence[MatchScore], within: CalibrationBin, *, is_whole: bool = False
) -> Interval:
    """Returns the interval of the frequency of the truth in a bin, over `sampling_units` of matches."""
    place, contributions = _place(within.low), list[Parts]()
    for unit in sampling_units(scores):
        ballots = _iterate_ballots(unit, within.round, is_whole=is_whole)
        if true := [is_sought for p, is_sought in ballots if _place(p) == place]:
            contributions.append(share(sum(true), len(true)))
    return interval_of_ratio(contributions, "share")


def calibration_error(bins: Iterable[CalibrationBin], of: int = 0) -> float | None:
    """Returns the calibration error of a round: Σ n |held - true| / Σ n over its bins.

    That is the expected calibration error (Naeini et al. 2015) of ten bins of equal width; 0 is perfect, and
    few probabilities never come to 0.
    """
    of_round = [bin_ for bin_ in bins if bin_.round == of]
    n = sum(bin_.n for bin_ in of_round)
    return sum(bin_.n * abs(bin_.held - bin_.true) for bin_ in of_round) / n if n else None


def _place(p: float) -> int:
    return min(int(p * BINS), BINS - 1)


def belief_metrics() -> Iterator[Metric]:
    """Brier's score, log loss and AUC over all votes and by round; `beliefs.unread` of all ballots.

    Brier's score is the mean of (p - y)², log loss that of -ln p of the truth, each over all players that are
    asked about. AUC is how often, within a ballot, a sought player is held likelier than one who
    is not; of equal ones it is half.
    """
    for of, ending, suffix in ((0, "", ""), *((day, f".day{day}", f", round {day}") for day in DAYS)):
        yield Metric(
            name=f"beliefs.brier{ending}",
            label=f"Brier score of beliefs{suffix}",
            unit="share",
            parts=_losses(lambda of_truth: (1 - of_truth) ** 2, of),
            better="less",
        )
        yield Metric(
            name=f"beliefs.log_loss{ending}",
            label=f"Log loss of beliefs{suffix}",
            unit="points",
            parts=_losses(_log_loss, of),
            better="less",
        )
        yield Metric(
            name=f"beliefs.auc{ending}",
            label=f"AUC of beliefs{suffix}",
            unit="share",
            parts=_auc(of),
            chance=0.5,
        )
    yield Metric(
        name="beliefs.unread",
        unit="share",
        parts=lambda score, cut: share(
            sum(not belief.is_read for belief in score.beliefs), len(score.beliefs)
        ),
        better="less",
        tells_outcome=False,
    )


def _losses(loss: Loss, of: int) -> Callable[[MatchScore, Cut], Parts]:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        losses = [
            loss(p if is_sought else 1 - p) for p, is_sought in _iterate_ballots([score], of, is_whole=False)
        ]
        return share(sum(losses), len(losses))

    return parts


def _log_loss(of_truth: float) -> float:
    return -math.log(min(1 - LEAST, max(LEAST, of_truth)))


def _auc(of: int) -> Callable[[MatchScore, Cut], Parts]:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        wins = [
            1.0 if guilty > innocent else 0.5 if guilty == innocent else 0.0
            for ballot in score.beliefs
            if ballot.tells and of in (0, ballot.round)
            for guilty, innocent in product(ballot.of(is_sought=True), ballot.of(is_sought=False))
        ]
        return share(sum(wins), len(wins))

    return parts


MATCH = MetricFamily(metrics=tuple(_all()))
