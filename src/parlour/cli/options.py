"""What several verbs share: options and exit codes."""

from typing import Annotated

import typer

FAILED, ASKED_WRONGLY = 1, 2
"""Exit codes; 0 is done."""

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
    str, typer.Argument(help="A match's id, or an unambiguous beginning of it.", metavar="MATCH")
]
