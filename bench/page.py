"""Writes the tables of a saved run into a page: `python -m bench.page RUN.json docs/bench.md`.

The figures with a bar follow `<!-- goals -->`; a table of those of a part, named "row: column", follows
`<!-- matrix: PART -->`, and `<!-- end -->` ends both.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.growth.drawing import draw
from bench.kept import Kept, MeasuredPart, read

PLACE = re.compile(
    r"(?P<head><!-- (?:goals|matrix: (?P<part>[a-z-]+)) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)
MET = {True: "yes", False: "**no**"}


def written(page: str, kept: Kept) -> str:
    """Returns the page with the tables of the run."""

    def placed(place: re.Match[str]) -> str:
        if place["part"] and place["part"] not in kept:
            return place[0]
        lines = _matrix(kept[place["part"]]) if place["part"] else _goals(kept)
        return "\n".join((place["head"].rstrip(), *lines, place["end"]))

    return PLACE.sub(placed, page)


def _goals(kept: Kept) -> Iterator[str]:
    yield "| part | figure | goal | measured | met |"
    yield "|---|---|---|---|---|"
    for name, part in kept.items():
        for figure in part.figures:
            if figure.is_met is not None:
                cells = map(_cell, (name, figure.name, figure.bar, figure.measured))
                yield f"| {' | '.join(cells)} | {MET[figure.is_met]} |"


def _matrix(part: MeasuredPart) -> Iterator[str]:
    """Yields a table of the figures' values, and a line that says when and on what they were measured."""
    values: dict[str, dict[str, str]] = {}
    for figure in part.figures:
        row, is_of_matrix, column = figure.name.partition(": ")
        if is_of_matrix:
            values.setdefault(row, {})[column] = (
                figure.measured if figure.value is None else f"{figure.value:.3g}"
            )
    columns = list(dict.fromkeys(column for row in values.values() for column in row))
    yield f"| | {' | '.join(map(_cell, columns))} |"
    yield f"|---|{'---|' * len(columns)}"
    for row, cells in values.items():
        yield f"| {_cell(row)} | {' | '.join(_cell(cells.get(column, '')) for column in columns)} |"
    machine = part.machine
    facts = f"{machine.processor}, {machine.cores} cores, {machine.memory:.0f} GB, {machine.system}"
    yield ""
    yield f"*{part.date:%Y-%m-%d %H:%M} UTC, {part.seconds:.0f} s; {facts}, Python {machine.python}.*"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _write(run: Path, page: Path) -> None:
    kept = read(run)
    page.write_text(written(page.read_text(encoding="utf-8"), kept), encoding="utf-8")
    if "growth" in kept:
        draw(kept["growth"].figures, page.with_name(f"{page.stem}-growth.svg"))


if __name__ == "__main__":
    _write(Path(sys.argv[1]), Path(sys.argv[2]))
