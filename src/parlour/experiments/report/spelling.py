"""Numbers as tables and figures write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from parlour.evaluation import MEASURES, METRICS, Unit
from parlour.evaluation.richness import RICHNESS, RichnessUnit

MISSING = "–"
DRAWN: Mapping[str, str] = {"mystery": "match", "werewolf": "table", "onenight": "game"}
"""What is drawn anew for an interval."""
TEAMS, ROLES = ("werewolf", "leader"), ("seer", "witch", "guard", "villager")
ONE_NIGHT = ("seer", "villager", "mason", "minion", "tanner", "werewolf")
SIDES = ("village", "werewolf", "tanner")
TEXTS = {
    "text.distance": "Text distance",
    "text.deviation": "Deviation of text distance",
    "text.apart": "Text distance, diagonal left out",
}
UNTIL = {"": "", **{f".round{number}": f", up to round {number}" for number in (1, 2, 3)}}
LABELS = {
    "twr": "Total win rate (TWR)",
    "wwr": "Werewolf win rate (WWR)",
    "lwr": "Leader win rate (LWR)",
    **{f"action.{name}": f"Action score of a {name}" for name in (*TEAMS, *ROLES)},
    **{f"right.{name}": f"Right deeds of a {name}" for name in (*TEAMS, *ROLES)},
    **{f"correct.{name}": f"Correct reasoning, {name}" for name in TEAMS},
    **{f"deception.{name}": f"Deception, {name}" for name in TEAMS},
    **{f"hallucination.{name}": f"Hallucination, {name}" for name in TEAMS},
    "update.seconds": "Seconds per update",
    "decision.seconds": "Seconds per retrieval or decision",
    "kept.megabytes": "Evidence kept, per seat and game",
    **{f"{key}{until}": name + ending for key, name in TEXTS.items() for until, ending in UNTIL.items()},
    "judgement.variation": "Judgement variation, 1/σ",
    "judgement.variation.sample": "Judgement variation, σ by n - 1",
    **{f"votes.{role}": f"Votes for a {role}, per seat" for role in ONE_NIGHT},
    **{f"votes.for.{side}": f"Votes that serve the {side}" for side in SIDES},
    **{f"wins.{side}": f"Games won by the {side}" for side in SIDES},
    "engagement": "Engagement, 1 to 10",
    "wonder": "Wonder, 1 to 10",
    "attraction": "Attraction, 1 to 10",
    "variation": "Variation, changes of mind",
    "memorability": "Memorability, of counts",
    "memorability.percent": "Memorability, of percent",
    **{name: told.replace("_", " ").capitalize() for name, told in MEASURES.items()},
    "survey.overall": "Mean of the five scales",
    "win_rate": "Win rate",
    "vote_accuracy": "Right votes",
    "overall": "Overall",
    "objective": "Objective",
    "reasoning": "Reasoning",
    "relations": "Relations",
    "calls": "Calls per match",
    "input_tokens": "Tokens read per match",
    "output_tokens": "Tokens written per match",
    "dollars": "Dollars per match",
    "hours": "Hours of calls per match",
    "fault_rate": "Faults per call",
    "play.calls": "Calls per game",
    "play.input_tokens": "Tokens read per game",
    "play.output_tokens": "Tokens written per game",
    "play.dollars": "Dollars per game",
    "play.hours": "Hours of calls per game",
    "evaluation.dollars": "Dollars per evaluation",
    "evaluation.input_tokens": "Tokens read per evaluation",
}
_STEPS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def plural(thing: str) -> str:
    """Several of a thing: matches, tables, stories."""
    if thing.endswith("y"):
        return f"{thing[:-1]}ies"
    return f"{thing}es" if thing.endswith("ch") else f"{thing}s"


def plain_name(metric: str) -> str:
    """A metric without its column: `overall (civilians)` is `overall`."""
    return metric.partition(" ")[0]


def label(metric: str) -> str:
    """A metric as a heading."""
    name, _, column = metric.partition(" ")
    return " ".join(filter(None, (LABELS.get(name, name), column)))


def unit(metric: str) -> Unit | RichnessUnit:
    """What a metric, a scale of the survey or a measure of richness is counted in."""
    name = plain_name(metric)
    if name in MEASURES:
        return "points"
    return RICHNESS[name] if name in RICHNESS else METRICS[name].unit


def spelled(value: float | None, metric: str, *, signed: bool = False) -> str:
    """A value of a metric: `.407`, `362k`, `$1.78`, `5.7 h`; a dash where there is none."""
    if value is None:
        return MISSING
    sign = "-" if value < 0 else "+" if signed else ""
    size, kind = abs(value), unit(metric)
    match kind:
        case "share" | "distance":
            return sign + f"{size:.3f}".removeprefix("0")
        case "count":
            return sign + counted(size)
        case "dollars":
            return f"{sign}${size:.3f}" if 0 < size < 1 else f"{sign}${size:,.2f}" if size else "$0"
        case "hours":
            return f"{sign}{size:.2f} h"
        case "seconds":
            return f"{sign}{size:.3f} s" if 0 < size < 0.1 else f"{sign}{size:.2f} s"
        case "points" | "reciprocal" | "changes":
            return f"{sign}{size:.2f}"
        case "megabytes":
            return f"{sign}{size:.3f} MB"
        case _:
            assert_never(kind)


def interval(low: float | None, high: float | None, metric: str) -> str:
    """Both ends of an interval, `.862–.971`; empty where there is none."""
    if low is None or high is None:
        return ""
    return f"{spelled(low, metric)}–{spelled(high, metric)}"


def counted(size: float) -> str:
    """A count in three digits or so: `189`, `5.6k`, `1.81M`."""
    for step, sign in _STEPS:
        if size >= step:
            told = size / step
            return f"{told:.0f}{sign}" if told >= 100 else f"{told:.1f}{sign}"
    return f"{size:.0f}" if size >= 100 or size == round(size) else f"{size:.1f}"
