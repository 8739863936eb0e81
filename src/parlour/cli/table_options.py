"""The options of `parlour play` that belong to the games without a script."""

from typing import Annotated, Literal

import typer

_ROLES, _WEREWOLF, _ONE_NIGHT = "Werewolf and One Night", "Werewolf", "One Night"

Roles = Annotated[
    str | None,
    typer.Option(
        help="How many of each, such as werewolf=3,seer=1,witch=1,guard=1,villager=2.",
        rich_help_panel=_ROLES,
        show_default=False,
    ),
]
Words = Annotated[
    int | None,
    typer.Option(
        help="Words of a speech; 100 in Werewolf and 120 in One Night if left out.", rich_help_panel=_ROLES
    ),
]
Discussions = Annotated[
    int | None, typer.Option(help="Speeches of each before a vote; 1 if left out.", rich_help_panel=_WEREWOLF)
]
Confers = Annotated[
    int | None,
    typer.Option(help="How often the werewolves talk by night; 1 if left out.", rich_help_panel=_WEREWOLF),
]
SelfSave = Annotated[
    bool | None,
    typer.Option(
        "--self-save/--no-self-save",
        help="Whether the witch may save herself; she may if left out.",
        rich_help_panel=_WEREWOLF,
        show_default=False,
    ),
]
DoublySaved = Annotated[
    Literal["dies", "lives"] | None,
    typer.Option(
        help="What becomes of who is protected and saved; dies if left out.", rich_help_panel=_WEREWOLF
    ),
]
Opens = Annotated[
    Literal["first", "next", "lot"] | None,
    typer.Option(
        help="Who speaks first by day; first, the first living seat, if left out.", rich_help_panel=_WEREWOLF
    ),
]
Ties = Annotated[
    Literal["nobody", "lot", "runoff"] | None,
    typer.Option(help="What a tie does; eliminates nobody if left out.", rich_help_panel=_WEREWOLF),
]
Reveal = Annotated[
    Literal["none", "eliminated", "all"] | None,
    typer.Option(
        help="Whose role is told at death; the eliminated's if left out.", rich_help_panel=_WEREWOLF
    ),
]
Days = Annotated[
    int | None, typer.Option(help="After how many it is a draw; 20 if left out.", rich_help_panel=_WEREWOLF)
]
MinionKnowsWolf = Annotated[
    bool | None,
    typer.Option(
        "--minion-knows-wolf",
        help="The minion is told who the werewolf is, as at most tables.",
        rich_help_panel=_ONE_NIGHT,
        show_default=False,
    ),
]
