"""What is told before a match begins: what is played, and who sits how in which seat."""

from __future__ import annotations

from collections import defaultdict

from rich.console import Console
from rich.markup import escape

from parlour.arena import Setup
from parlour.core import Player
from parlour.errors import UsageError
from parlour.games.mystery import MysterySetup
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.wording import word

SMOLLM2 = "smollm2"


def announce(setup: Setup, console: Console) -> None:
    """Prints the story or the roles, and who plays how."""
    language = setup.language
    match setup.game:
        case MysterySetup() as game:
            _announce_mystery(game, console)
        case WerewolfSetup() as game:
            _announce_roles("table_of", game, console)
        case OneNightSetup() as game:
            _announce_roles("one_night_of", game, console)
        case _:
            raise UsageError(f"{setup.game.name} is not known here")
    console.print()
    comma = word("comma", language)
    for filling, players in _fillings(setup).items():
        seats = word("seats", language, players=comma.join(players), filling=filling)
        console.print(escape(seats), highlight=False)
    if language == "zh" and any(seat.model == SMOLLM2 for seat in setup.seats):
        console.print(f"[yellow]{word('english_only', language, model=SMOLLM2)}[/]")


def _announce_mystery(game: MysterySetup, console: Console) -> None:
    script = game.script
    console.print(f"\n[bold]{escape(script.title)}[/]")
    if script.warning:
        warning = word("content_warning", script.language, warning=script.warning)
        console.print(f"[dim]{escape(warning)}[/]")
    if script.synopsis:
        console.print(f"\n{escape(script.synopsis)}", highlight=False)


def _announce_roles(title: str, game: WerewolfSetup | OneNightSetup, console: Console) -> None:
    language, dealt = game.language, game.table.roles
    roles = [
        word("counted_role", language, count=dealt.count(role), role=word(f"role_{role}", language))
        for role in dict.fromkeys(dealt)
    ]
    told = word(title, language, roles=word("comma", language).join(roles))
    console.print(f"\n[bold]{escape(told)}[/]", highlight=False)


def _fillings(setup: Setup) -> dict[str, list[Player]]:
    """Who plays in the same way on the same model."""
    told: dict[str, list[Player]] = defaultdict(list)
    for seat in setup.seats:
        on_model = word("by_model", setup.language, method=seat.method, model=seat.model)
        told[on_model if seat.model else seat.method].append(seat.player)
    return told
