"""The proof of who it was on a terminal, when a match is over."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from parlour.arena import HUMAN, Record, Status
from parlour.language.wording import word
from parlour.views import FinaleStep, ScreenPage, finale


def print_finale(console: Console, record: Record) -> None:
    """Tells why it was nobody else, with the eyes of whoever played it.

    Nothing is told of a match that can go on, nor of a game without a proof.
    """
    if record.status is not Status.FINISHED:
        return
    people = [seat.player for seat in record.setup.seats if seat.method == HUMAN]
    told = finale(record, people[0] if len(people) == 1 else None)
    if told is None:
        return
    setup = record.setup
    page = ScreenPage(console=console, game=setup.game.name, language=setup.language, players=setup.players)
    page.head(word("finale", setup.language))
    console.print(Text(told.opening), style="dim")
    for number, step in enumerate(told.steps, start=1):
        _print_step(page, step, f"{number}. ")
    console.print()
    console.print(Text(told.verdict, style="bold"))
    for step in told.lies:
        _print_step(page, step, "")


def _print_step(page: ScreenPage, step: FinaleStep, number: str) -> None:
    console = page.console
    console.print()
    console.print(Text(f"{number}{step.title}", style="bold"))
    for line in step.lines:
        name = f"{page.name(line.speaker)}: " if line.speaker else ""
        console.print(Text("   ").append_text(Text.from_markup(name, emoji=False)).append(line.text))
        console.print(Text(f"      {line.note}"), style="dim")
    if step.conclusion:
        console.print(Text(f"   {step.conclusion}"))
