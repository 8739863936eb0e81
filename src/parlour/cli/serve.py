"""`parlour serve`: the table in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.options import Db
from parlour.cli.spending import Concurrency
from parlour.errors import MissingExtra

LOOPBACK = "127.0.0.1"

app = typer.Typer(help="Open the table in a browser.")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port.", min=0, max=65535)] = 8080,
    budget: Annotated[
        float | None, typer.Option(help="Stop before this many dollars are spent, over all tables.", min=0)
    ] = None,
    concurrency: Concurrency = None,
    db: Db = None,
) -> None:
    """Open tables in a browser: play with agents and friends, watch, replay.

    Every match is on record as it happens. The server may be stopped at any moment: the next one goes on.
    """
    try:
        import uvicorn

        from parlour.web.server import Serving, application
    except ImportError as error:
        raise MissingExtra("the table in a browser is not installed: pip install 'parlour[web]'") from error
    serving = Serving(db=db, budget=budget, concurrency=concurrency)
    typer.echo(f"Parlour is open: http://{host}:{port}/")
    uvicorn.run(application(serving), host=host, port=port, log_level="warning")
