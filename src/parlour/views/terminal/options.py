"""Options that several verbs have."""

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program, and nothing else.")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        help="Where matches are kept: a path or URL; the user's data folder by default.",
        show_default=False,
    ),
]
MatchId = Annotated[
    str, typer.Argument(help="A match's id, an unambiguous beginning of it, or latest.", metavar="MATCH")
]
