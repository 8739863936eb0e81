"""Trust graphs in the paper's form, drawn with matplotlib (GRATR, figures 1 and 2; extra `report`)."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

import math
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch

from parlour.core import Player
from parlour.methods.gratr import TrustGraph
from parlour.methods.gratr.views.arithmetic import format_trust
from parlour.methods.gratr.views.history import PHRASES, TrustHistory
from parlour.views import chinese_fonts

INK, MUTED, PAPER = "#22242b", "#5f626c", "#ffffff"
TRUST, DISTRUST, MID = "#0067a5", "#c25400", "#eceef1"
"""Blue to orange, which the colour-blind tell apart; the page's colours."""
NO_FONT = "no font here has its Chinese signs; install one, such as Noto Sans CJK, or write an .svg"
PANEL, TOP, BOTTOM, HEAD = 3.3, 0.75, 0.62, 0.45
"""In inches: a panel's side; above, below, and over each row."""
BEND, STRONG, MOST_PANELS = 0.14, 0.55, 3
Place = tuple[float, float]


def draw(histories: Sequence[TrustHistory], rounds: Sequence[int] | None, file: Path) -> None:
    """Draws a row for each history: the start, and the ends of the rounds.

    Where no font here has the signs of a picture, one warning says so. An SVG holds its words as words.
    """
    is_svg = file.suffix.lower() == ".svg"
    with mpl.rc_context(), _missing_signs() as missing:
        mpl.rcdefaults()
        mpl.rcParams.update(_style())  # pyright: ignore[reportCallIssue, reportArgumentType]
        figure = _figure(histories, rounds)
        figure.savefig(file, dpi=200, metadata={"Date": None} if is_svg else None)
    if missing and not is_svg:
        warnings.warn(f"{file}: {NO_FONT}", stacklevel=3)


@contextmanager
def _missing_signs() -> Generator[list[str]]:
    messages: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield messages
    for warning in caught:
        text = str(warning.message)
        if text.startswith("Glyph"):
            messages.append(text)
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)


def _style() -> dict[str, object]:
    return {
        "font.family": ["DejaVu Sans", *chinese_fonts()],
        "font.size": 9,
        "text.color": INK,
        "text.parse_math": False,
        "svg.fonttype": "none",
        "svg.hashsalt": "parlour",
    }


def _figure(histories: Sequence[TrustHistory], rounds: Sequence[int] | None) -> Figure:
    first = histories[0]
    columns = [_spread(history.rounds) if rounds is None else tuple(rounds) for history in histories]
    across, down = 1 + max(map(len, columns)), len(histories)
    width, height = PANEL * across, TOP + BOTTOM + (PANEL + HEAD) * down
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    say = PHRASES.say
    figure.text(
        0.15 / width,
        1 - 0.2 / height,
        say("figure_heading", first.language),
        size=13,
        weight="bold",
        va="top",
    )
    caption = "\n".join(wrap(say("figure_caption", first.language), round(width * 17)))
    figure.text(0.15 / width, 0.1 / height, caption, size=7.5, color=MUTED, va="bottom", linespacing=1.4)
    for row, (history, chosen) in enumerate(zip(histories, columns, strict=True)):
        above = height - TOP - row * (PANEL + HEAD)
        key = "figure_case" if history.case else "figure_title"
        title = say(key, history.language, owner=history.teller, source=history.source, case=history.case)
        figure.text(0.15 / width, above / height, title, size=10, weight="bold", va="top")
        graphs = [(say("start", history.language), history.start)]
        graphs += [(_after(history, played), history.at_end_of(played)) for played in chosen]
        for column, (name, graph) in enumerate(graphs):
            box = (column / across, (above - HEAD - PANEL) / height, 1 / across, PANEL / height)
            _panel(figure.add_axes(box), graph, name, history)
    return figure


def _spread(rounds: Sequence[int]) -> tuple[int, ...]:
    if len(rounds) <= MOST_PANELS:
        return tuple(rounds)
    return tuple(rounds[round(n * (len(rounds) - 1) / (MOST_PANELS - 1))] for n in range(MOST_PANELS))


def _after(history: TrustHistory, played: int) -> str:
    round_name = history.round_names.get(played)
    return round_name or PHRASES.say("round_end" if played else "round_0", history.language, round=played)


def _panel(axes: Axes, graph: TrustGraph, name: str, history: TrustHistory) -> None:
    players = [player for player in graph.players if history.shows_owner or player != graph.me]
    size = min(0.16, 1.3 / max(4, len(players)))
    places = {player: _place(seat, len(players)) for seat, player in enumerate(players)}
    axes.set(xlim=(-1.45, 1.45), ylim=(-1.35, 1.55), aspect="equal")
    axes.set_axis_off()
    axes.text(-1.32, 1.54, name, size=9, color=MUTED, va="top")
    for about, by, value in _edges(graph):
        if about in places and by in places and about != by:
            axes.add_patch(_arrow(places[by], places[about], value, size))
    for player, place in places.items():
        _node(axes, player, place, size, None if player == graph.me else graph.nodes[player].trust)


def _place(seat: int, seats: int) -> Place:
    turn = math.pi / 2 - 2 * math.pi * seat / seats
    return math.cos(turn), math.sin(turn)


def _edges(graph: TrustGraph) -> list[tuple[Player, Player, float]]:
    edges = [
        (about, by, edge.value(graph.parameters))
        for about, node in graph.nodes.items()
        for by, edge in node.heard.items()
    ]
    return sorted(edges, key=lambda edge: abs(edge[2]))


def _arrow(start: Place, end: Place, value: float, size: float) -> FancyArrowPatch:
    return FancyArrowPatch(
        start,
        end,
        connectionstyle=f"arc3,rad={BEND}",
        arrowstyle=f"-|>,head_length={3 + 2.5 * abs(value)},head_width={1.6 + 1.4 * abs(value)}",
        color=(TRUST if value > 0 else DISTRUST if value < 0 else MUTED),
        linestyle="-" if value >= 0 else (0, (3, 1.6)),
        linewidth=0.5 + 1.9 * abs(value),
        alpha=0.8,
        shrinkA=size * 82,
        shrinkB=size * 82,
        zorder=2,
    )


def _node(axes: Axes, player: Player, place: Place, size: float, trust: float | None) -> None:
    across, up = place
    colour = INK if trust is None else _mix(trust)
    axes.add_patch(Circle(place, size, facecolor=colour, edgecolor=PAPER, linewidth=1.2, zorder=3))
    if trust is not None:
        light = PAPER if abs(trust) > STRONG else INK
        axes.text(
            across,
            up,
            format_trust(trust),
            size=45 * size,
            weight="bold",
            color=light,
            ha="center",
            va="center",
            zorder=4,
        )
    away = size + 0.07
    above = up > 0.1
    name = axes.text(across, up + (away if above else -away), player, size=8, ha="center", zorder=4)
    name.set(
        va="bottom" if above else "top", bbox={"facecolor": PAPER, "alpha": 0.75, "linewidth": 0, "pad": 0.5}
    )


def _mix(trust: float) -> str:
    end, share = (TRUST if trust > 0 else DISTRUST), abs(trust)
    parts = zip(_parts(MID), _parts(end), strict=True)
    return "#" + "".join(f"{round(mid + (to - mid) * share):02x}" for mid, to in parts)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))
