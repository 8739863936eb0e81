"""`parlour hear`: what the reader's characters would understand of what a person types."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from parlour.arena import GameHearing
from parlour.core import default_game, find_game
from parlour.errors import UsageError
from parlour.language.facts import Language
from parlour.language.hearing import HeardAct, TalkTable, as_typed, chip, hear, lacks, say_act
from parlour.views.terminal import AsJson, print_json, terminal

app = typer.Typer(help="Show what would be heard in what a person types, and why.")


@app.command("hear")
def hear_texts(
    texts: Annotated[list[str], typer.Argument(metavar="TEXT...", help="What somebody types.")],
    names: Annotated[
        str, typer.Option(metavar="A,B,C", help="Who sits at the table; the first of them types.")
    ],
    game: Annotated[str | None, typer.Option(help="What is played.", show_default="as for `play`")] = None,
    lang: Annotated[Language, typer.Option(help="The language of the table.")] = "en",
    dead: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Who was killed.")] = None,
    asked: Annotated[str, typer.Option(metavar="TEXT", help="The question that is open.")] = "",
    to: Annotated[str | None, typer.Option(metavar="NAME", help="Who is spoken to.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the readings offered of each text, those that are lit, and the clauses without any."""
    players = tuple(name.strip() for name in names.split(",") if name.strip())
    victims = tuple(dead or ())
    if not players:
        raise UsageError("--names must name somebody")
    table = TalkTable(
        language=lang,
        names=(*players, *victims),
        speaker=players[0],
        to=to,
        asked=asked,
        asker=to if asked else None,
        scope=_scope(game or default_game().name),
        victims=victims,
    )
    lines = [_line(text, table) for text in texts]
    if as_json:
        print_json(lines)
        return
    for line in lines:
        _show(line)


def _scope(game: str) -> str:
    part = find_game(game).find_part("reader.HEARING", GameHearing)
    if part is None:
        raise UsageError(
            f"{game} has no part `reader.HEARING`: the reader's characters hear nobody type in it"
        )
    return part.scope


def _line(text: str, table: TalkTable) -> dict[str, Any]:
    """Returns a text as `--json` prints it: what is lit, at most four readings, the rest, and the slips."""
    remark = hear(text, table)
    return {
        "text": text,
        "heard": [say_act(act, table) for act in remark.certain],
        "offered": [
            {
                "text": chip(reading, table).text,
                "lit": all(act.is_sure for act in reading),
                "acts": [_act(act, text, table) for act in reading],
            }
            for reading in remark.offered
        ],
        "unheard": list(remark.unheard),
        "slips": [f"{guess.typed} → {guess.meant}" for guess in remark.guesses],
    }


def _act(heard_act: HeardAct, text: str, table: TalkTable) -> dict[str, Any]:
    return {
        "act": heard_act.act.kind,
        "slots": {slot: str(getattr(value, "number", value)) for slot, value in heard_act.act.slots},
        "clause": as_typed(heard_act.clause, text),
        "lacks": lacks(heard_act.act, table),
    }


def _show(line: dict[str, Any]) -> None:
    console = terminal()
    console.print(escape(line["text"]), style="bold")
    for words in line["heard"]:
        console.print(f"  heard: {escape(words)}", style="green")
    for reading in line["offered"]:
        mark = "lit" if reading["lit"] else "off"
        console.print(f"  {mark}: {escape(reading['text'])}", style="green" if reading["lit"] else "yellow")
        for act in reading["acts"]:
            console.print(f"       {act['act']}: “{escape(act['clause'])}”", style="dim")
    for clause in line["unheard"]:
        console.print(f"  unheard: {escape(clause)}", style="yellow")
    for slip in line["slips"]:
        console.print(f"  taken for a slip: {escape(slip)}", style="dim")
