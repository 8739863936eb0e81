"""Suites of methods beside recorded games: their beliefs on players at each quarter, against the truth."""

from __future__ import annotations

from dataclasses import replace

from parlour.experiments import Suite
from parlour.games.watched.arms import CHAIRS, WatchArm

METHODS = ("plain", "gratr", "humanized")
LABELLED = "gratr, labels"
GAMES = 1000
"""As many as there are."""
BY_QUARTER = tuple(f".at{percent}" for percent in (0, 25, 50, 75, 100))
METRICS = (
    *("watch.log_loss", "watch.brier", "watch.auc", "watch.accuracy"),
    *(f"watch.{measure}{ending}" for measure in ("hit", "brier") for ending in BY_QUARTER),
    *("watch.vote.hit", "watch.vote.log_loss", "watch.vote.hit.at100"),
    *("watch.win.hit", "watch.win.log_loss", "watch.win.hit.at100"),
    *("watch.aside", "beliefs.unread", "fault_rate", "watch.reused"),
)
MACHINE_METRICS = (
    *(f"watch.auc{ending}" for ending in BY_QUARTER[::-1]),
    *("watch.hit.at100", "watch.brier.at100", "watch.log_loss.at100"),
    *("watch.aside", "beliefs.unread", "fault_rate", "watch.reused"),
)
CHAIR_METRICS = (*METRICS, "watch.same_vote", "watch.pick", "watch.their_pick")


def _watching(kind: str, title: str) -> Suite:
    game = f"watched-{kind}"
    return Suite(
        name=f"watch-{kind}",
        title=f"What methods hold of recorded games of {title}, quarter by quarter",
        source="ours; no paper has these numbers",
        conditions=tuple(WatchArm(name=method, method=method, game=game) for method in METHODS),
        metrics=METRICS,
        stories=kind,
        games=GAMES,
        published={},
        reference="plain",
        elicits=True,
    )


def _in_chairs(suite: Suite, title: str) -> Suite:
    return replace(
        suite,
        name=f"{suite.name}{CHAIRS}",
        title=f"The same in the chair of somebody who played: what they knew, and what they did ({title})",
        conditions=tuple(
            WatchArm(name=method, method=method, game=suite.game, in_chair=True) for method in METHODS
        ),
        metrics=CHAIR_METRICS,
        stories=f"{suite.stories}{CHAIRS}",
    )


def _with_labels(suite: Suite) -> Suite:
    """Adds an arm that sees annotators' labels of each utterance, which players never have."""
    arm = WatchArm(
        name=LABELLED,
        method="gratr",
        game=suite.game,
        labels=True,
        note="shown annotators' persuasion labels, which nobody at the table had",
    )
    return replace(suite, conditions=(*suite.conditions, arm))


WATCH_ONENIGHT = _with_labels(_watching("onenight", "One Night"))
WATCH_WEREWOLF = _watching("werewolf", "Werewolf and Mafia")
WATCH_AVALON = _with_labels(_watching("avalon", "Avalon"))
WATCH_MACHINES = Suite(
    name="watch-machines",
    title="Whether methods tell machines from people who sat at one table",
    source="ours; the social Turing score from a seat",
    conditions=tuple(
        WatchArm(name=method, method=method, game="watched-machines", note="who is a machine is asked alone")
        for method in METHODS
    ),
    metrics=MACHINE_METRICS,
    stories="machines",
    games=GAMES,
    published={},
    reference="plain",
    elicits=True,
)
WATCH_MACHINES_SHUFFLED = replace(
    WATCH_MACHINES,
    name="watch-machines-shuffled",
    title="The same at tables put together from people's and machines' games of one kind",
    stories="machines-shuffled",
)
WATCH_ONENIGHT_CHAIRS = _in_chairs(WATCH_ONENIGHT, "One Night")
WATCH_WEREWOLF_CHAIRS = _in_chairs(WATCH_WEREWOLF, "Werewolf and Mafia")
WATCH_AVALON_CHAIRS = _in_chairs(WATCH_AVALON, "Avalon")
