"""Every figure, drawn from made-up numbers, as a digest: `python -m tests.golden.drawings` writes them all.

What a figure means, the tests beside its code say; this says that no line is thinner, no label smaller and
nothing moved unless a commit says so. Digests hold for the versions that `constraints.txt` names.
"""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from matplotlib.figure import Figure

from parlour.evaluation.richness import TableTalk, TableUtterance
from parlour.experiments import StrengthPoint
from parlour.experiments.league.figure import ladder_svg
from parlour.experiments.league.rows import RatingRow
from parlour.experiments.report import CalibrationRow, Row
from parlour.experiments.report.figures.bars import CHANCE, Looks, draw_bars
from parlour.experiments.report.figures.boxes import draw_boxes
from parlour.experiments.report.figures.calibration import draw_calibration
from parlour.experiments.report.figures.clouds import draw_clouds
from parlour.experiments.report.figures.curves import draw_curves
from parlour.experiments.report.figures.drawing import styled
from parlour.experiments.report.figures.radar import draw_radar
from parlour.experiments.report.figures.strengths import draw_strengths
from parlour.methods.gratr.views import trust_figure
from tests.experiments.report.made import SUITE
from tests.methods.gratr.views.histories import by_hand

DIGESTS = Path(__file__).with_name("drawings.json")
CAPTION = "What is drawn here was made up, so that every kind of mark is in it."


@dataclass(frozen=True)
class Point:
    """A condition on a curve."""

    rounds: int
    questions: int


def _row(condition: str, ours: float | None, metric: str = "win_rate", **told: object) -> Row:
    return Row.model_validate(
        {"suite": "made", "condition": condition, "script": "all", "metric": metric, "published": None}
        | {"ours": ours, "n": 12, "note": ""}
        | told
    )


def _rows(metric: str, names: Sequence[str], top: float = 1.0) -> list[Row]:
    """One row with an interval, one with points, one beside a published number, and one of nothing."""
    kinds: tuple[dict[str, object], ...] = (
        {"low": 0.2 * top, "high": 0.7 * top},
        {"points": (0.1 * top, 0.4 * top, 0.45 * top), "n": 3},
        {"published": 0.55 * top, "low": 0.3 * top, "high": 0.9 * top},
        {},
    )
    shares = (0.5, 0.3, 0.625, 0.0)
    return [_row(name, shares[n % 4] * top, metric, **kinds[n % 4]) for n, name in enumerate(names)]


def _bars() -> Figure:
    metrics = {"win_rate": 1.0, "overall": 1.0, "play.calls": 240.0, "play.dollars": 0.02}
    told = [
        row
        for metric, top in metrics.items()
        for row in _rows(metric, ("PP", "OP", "Werewolf", "PLAYER*"), top)
    ]
    looks = Looks(unplayed=("PP",), has_lines=True)
    return draw_bars([*told, _row(CHANCE, 0.25, "overall")], "Bars", CAPTION, looks)


def _boxes(*, priced: bool) -> Figure:
    parts = ("a", "b", "c", "a + b", "a + c", "b + c", "a + b + c")
    told = [*_rows("overall", parts), *_rows("play.input_tokens", parts, 9000.0)]
    if priced:
        told += _rows("play.dollars", (*parts, "Werewolf"), 0.4)
    told += [_row("Werewolf", 0.4, "overall"), _row("Werewolf", 4000.0, "play.input_tokens")]
    return draw_boxes(
        told, replace(SUITE, proposed="a + b + c", parts="Parts", added={"Werewolf": ("Werewolf",)}), CAPTION
    )


def _calibration() -> Figure:
    rows = [
        CalibrationRow(
            suite="made",
            condition="",
            round=0,
            low=low,
            n=n,
            held=low + 0.0625,
            true=low * 0.8,
            true_low=low / 2 if low else None,
            true_high=low,
        )
        for low, n in ((0.0, 1200), (0.5, 40), (0.75, 3))
    ]
    return draw_calibration(
        [(name, rows) for name in ("PLAYER*", "plain", "o-cot", "PP", "OP")], "Calibration", CAPTION
    )


def _clouds() -> Figure | None:
    words = "the wolf is the seer and the vote goes to the wolf while the guard and the seer talk of the wolf"
    talk = TableTalk(
        match="one",
        language="en",
        players=("Ann", "Ben"),
        roles=(),
        utterances=tuple(
            TableUtterance(round=1, player="Ann", text=" ".join(words.split()[n:])) for n in range(6)
        ),
    )
    return draw_clouds({"plain": [talk], "humanized": [talk, talk]}, "Clouds", CAPTION)


def _curves() -> Figure:
    arms = {f"{rounds} rounds, {asks}": Point(rounds, asks) for asks in (1, 2, 3) for rounds in (1, 2, 4)}
    told = [*_rows("win_rate", tuple(arms)), *_rows("overall", tuple(arms)), _row(CHANCE, 0.25, "overall")]
    return draw_curves(told, arms, {}, "Curves", CAPTION)


def _radar() -> Figure | None:
    names, metrics = ("Werewolf", "PLAYER*", "PP"), ("win_rate", "overall", "reasoning", "suspect")
    told = [row for n, metric in enumerate(metrics) for row in _rows(metric, names[n % 2 :] + names[: n % 2])]
    return draw_radar(told, "PLAYER*", "Radar", CAPTION)


def _strengths() -> Figure:
    points = {
        f"{curve} {value} {limit}": StrengthPoint(curve=curve, limit=limit, value=value)
        for limit in ("attention", "depth")
        for curve in ("plain", "PLAYER*", "placebo")
        for value in (".5", ".75", "1")
    }
    return draw_strengths(_rows("win_rate", tuple(points)), points, "PLAYER*", "Strengths", CAPTION)


def _ladder() -> str:
    def panel(camp: str, *at: float) -> list[RatingRow]:
        return [
            RatingRow(
                game="",
                camp=camp,
                entrant=name,
                rating=rating,
                low=rating - 60,
                high=rating + 45,
                share=0.5,
                matches=20,
            )
            for name, rating in zip(("player-star@reader", "plain@reader", "random $x$"), at, strict=True)
        ]

    return ladder_svg([("all", panel("", 1620, 1500, 1380)), ("wolves", panel("wolves", 1500, 1610, 1390))])


def _trust() -> str:
    with tempfile.TemporaryDirectory() as folder:
        return trust_figure([by_hand(), by_hand(source="another")], Path(folder) / "graph.svg").read_text(
            "utf-8"
        )


def _svg(draw: Callable[[], Figure | None]) -> str:
    """A figure in the style of all."""
    with styled():
        figure = draw()
        assert figure
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None})
    return written.getvalue()


CASES: Mapping[str, Callable[[], str]] = {
    "bars": lambda: _svg(_bars),
    "boxes": lambda: _svg(lambda: _boxes(priced=False)),
    "boxes with prices": lambda: _svg(lambda: _boxes(priced=True)),
    "calibration": lambda: _svg(_calibration),
    "clouds": lambda: _svg(_clouds),
    "curves": lambda: _svg(_curves),
    "radar": lambda: _svg(_radar),
    "strengths": lambda: _svg(_strengths),
    "ladder": _ladder,
    "trust": _trust,
}


def digest(name: str) -> str:
    """Of a figure."""
    return hashlib.sha256(CASES[name]().encode()).hexdigest()[:24]


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps({name: digest(name) for name in CASES}, indent=1) + "\n")
