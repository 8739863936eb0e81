"""Writes the tables of a kept run into a page: `python -m bench.page RUN.json docs/bench.md`.

The table of a part stands between `<!-- table: PART -->` and `<!-- end -->`. A part that the run has not is
left as it stands; one for which the page has no place yet comes last, under its name.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bench.growth.drawing import draw
from bench.kept import Kept, MeasuredPart, read

PLACE = re.compile(r"(?P<head><!-- table: (?P<part>[a-z-]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)
MET = {True: "met", False: "**missed**", None: ""}


def written(page: str, kept: Kept) -> str:
    """The page with the tables of the run."""

    def placed(found: re.Match[str]) -> str:
        part = kept.get(found["part"])
        return found[0] if part is None else f"{found['head']}{table(part)}{found['end']}"

    known = {found["part"] for found in PLACE.finditer(page)}
    new = [part for part in kept if part not in known]
    places = "".join(f"\n### {part}\n<!-- table: {part} -->\n<!-- end -->\n" for part in new)
    return PLACE.sub(placed, page + places)


def table(part: MeasuredPart) -> str:
    """A part as Markdown: its figures whole, and below them when and on what they were measured."""
    rows = ["| figure | bar | measured | |", "|---|---|---|---|"]
    rows += [
        f"| {_cell(each.name)} | {_cell(each.bar)} | {_cell(each.measured)} | {MET[each.is_met]} |"
        for each in part.figures
    ]
    machine = part.machine
    facts = f"{machine.processor}, {machine.cores} cores, {machine.memory:.0f} GB, {machine.system}"
    when = f"{part.date:%Y-%m-%d %H:%M} UTC"
    return "\n".join([*rows, "", f"*{when}, {part.seconds:.0f} s; {facts}, Python {machine.python}.*", ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _write(run: Path, page: Path) -> None:
    kept = read(run)
    page.write_text(written(page.read_text(encoding="utf-8"), kept), encoding="utf-8")
    if "growth" in kept:
        draw(kept["growth"].figures, page.with_name(f"{page.stem}-growth.svg"))


if __name__ == "__main__":
    _write(Path(sys.argv[1]), Path(sys.argv[2]))
