"""`parlour hear`: what the reader's characters would understand of what a person types."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.markup import escape

from parlour.core import chance, default_game, find_game
from parlour.facts import Language, Understanding, ask_back, render, understand
from parlour.views.terminal import AsJson, print_json, terminal

app = typer.Typer(help="Show what would be heard in what a person types, and why.")

_EVENING = frozenset(range(36, 48))


@dataclass(frozen=True, kw_only=True)
class HeardLine:
    """A text as `parlour hear --json` prints it.

    Attributes:
        heard: sentences of the grammar.
        unheard: the clauses that say nothing known.
        why: what was taken for a slip, and what a clause lacks.
    """

    text: str
    heard: list[str]
    unheard: list[str]
    why: list[str]


@app.command()
def hear(
    texts: Annotated[list[str], typer.Argument(metavar="TEXT...", help="What somebody types.")],
    names: Annotated[
        str, typer.Option(metavar="A,B,C", help="Who sits at the table; the first of them types.")
    ],
    game: Annotated[str | None, typer.Option(help="What is played.", show_default="the mystery")] = None,
    lang: Annotated[Language, typer.Option(help="The language of the table.")] = "en",
    dead: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Who was killed.")] = None,
    to: Annotated[str | None, typer.Option(metavar="NAME", help="Who is spoken to.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what would be heard in each text: sentences of the grammar, and the clauses that say nothing."""
    find_game(game or default_game().name)
    players = tuple(name.strip() for name in names.split(",") if name.strip())
    victims = tuple(dead or ())
    told = [_line(text, lang, players, victims, to) for text in texts]
    if as_json:
        print_json([asdict(line) for line in told])
        return
    for line in told:
        _show(line)


def _line(
    text: str, lang: Language, players: tuple[str, ...], victims: tuple[str, ...], to: str | None
) -> HeardLine:
    speaker = players[0]
    got = understand(
        text,
        lang,
        (*players, *victims),
        speaker=speaker,
        reader=to,
        victims=victims,
        hours=_EVENING,
    )
    heard = [
        render(each, lang, chance(0, "heard", str(each)), speaker=speaker, reader=to) for each in got.meanings
    ]
    return HeardLine(text=text, heard=heard, unheard=[each.text for each in got.unclear], why=_why(got, lang))


def _why(got: Understanding, lang: Language) -> list[str]:
    """What was taken for a slip, and what a clause lacks."""
    slips = [f"{each.typed} → {each.meant}" for each in got.guesses]
    return slips + [ask_back(each, lang) for each in got.unclear]


def _show(line: HeardLine) -> None:
    console = terminal()
    console.print(escape(line.text), style="bold")
    shown = (("heard", line.heard, "green"), ("unheard", line.unheard, "yellow"), ("why", line.why, "dim"))
    for head, rows, style in shown:
        for row in rows:
            console.print(f"  {head}: {escape(row)}", style=style)
