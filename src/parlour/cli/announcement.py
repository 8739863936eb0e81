"""What is told before a match begins: what is played, and who sits how in which seat."""

from __future__ import annotations

from collections import defaultdict

from rich.console import Console

from parlour.arena import Setup
from parlour.core import Player
from parlour.language.wording import word
from parlour.views import MatchStory

SMOLLM2 = "smollm2"


def announce(setup: Setup, story: MatchStory, console: Console) -> None:
    """Prints the story or the roles, and who plays how."""
    language = setup.language
    story.announce()
    console.print()
    comma = word("comma", language)
    for filling, players in _fillings(setup).items():
        seats = word("seats", language, players=comma.join(players), filling=filling)
        console.print(seats)
    if language == "zh" and any(seat.model == SMOLLM2 for seat in setup.seats):
        console.print(word("english_only", language, model=SMOLLM2), style="yellow")


def _fillings(setup: Setup) -> dict[str, list[Player]]:
    """Who plays in the same way on the same model."""
    told: dict[str, list[Player]] = defaultdict(list)
    for seat in setup.seats:
        on_model = word("by_model", setup.language, method=seat.method, model=seat.model)
        told[on_model if seat.model else seat.method].append(seat.player)
    return told
