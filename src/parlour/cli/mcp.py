"""`parlour mcp`: a seat for a chat program, by the Model Context Protocol."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.errors import MissingExtra, UsageError
from parlour.views.terminal import Concurrency, Db, ModelFile, read_model_options

if TYPE_CHECKING:
    from parlour.integrations.mcp import Tables

LOOPBACK = "127.0.0.1"
PORT = 8081

app = typer.Typer(help="Give chat programs a seat, by the Model Context Protocol.")


@app.command()
def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Listen on this machine instead of speaking by stdin and stdout.")
    ] = False,
    port: Annotated[
        int | None, typer.Option(help="Of --http.", min=1, max=65535, show_default=str(PORT))
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(help="A parlour serve that is running, such as http://127.0.0.1:8080, and its tables."),
    ] = None,
    password: Annotated[
        str,
        typer.Option(
            help="Of the host of --server, where opening a table needs it.",
            envvar="PARLOUR_HOST_PASSWORD",
            show_default=False,
        ),
    ] = "",
    budget: Annotated[
        float | None, typer.Option(help="Stop before this many dollars are spent, over all tables.", min=0)
    ] = None,
    models_file: ModelFile = None,
    concurrency: Concurrency = None,
    db: Db = None,
) -> None:
    """Let a chat program open tables and play: it learns what its seat may know, and nothing else.

    A program that starts its servers itself is told the command `parlour mcp`; one that is told an address
    gets that of --http. Matches are on record like all others.
    """
    if port is not None and not http:
        raise UsageError("--port is where --http listens: say --http, or leave --port out")
    if server is not None:
        own = {"budget": budget, "models": models_file, "concurrency": concurrency, "db": db}
        if unused := [f"--{name}" for name, value in own.items() if value is not None]:
            reason = "with --server the tables are that server's; say it there"
            raise UsageError(f"{', '.join(unused)}: {reason}")
    read_model_options(models_file)
    try:
        from parlour.cli.joining import open_to_programs
        from parlour.integrations.mcp import Tables, open_server
        from parlour.web.hosting import TableServer
    except ImportError as error:
        raise MissingExtra(
            "the Model Context Protocol is not installed: pip install 'parlour[mcp]'"
        ) from error

    async def speak(tables: Tables) -> None:
        speaker = open_server(tables)
        if not http:
            await speaker.run_stdio_async()
            return
        listens = port or PORT
        typer.echo(f"Parlour speaks MCP: http://{LOOPBACK}:{listens}/mcp  (Ctrl-C closes it)", err=True)
        await speaker.run_streamable_http_async(host=LOOPBACK, port=listens)

    async def alone() -> None:
        from parlour.llm import ModelPool, open_approved
        from parlour.store import Store

        secret = secrets.token_urlsafe()
        with Store.open(db) as store:
            async with (
                ModelPool(budget=budget, concurrency=concurrency, opener=open_approved) as models,
                TableServer(store, models) as tables,
                open_to_programs(tables, secret) as url,
            ):
                await speak(Tables(url=url, password=secret))

    try:
        asyncio.run(alone() if server is None else speak(Tables(url=server.rstrip("/"), password=password)))
    except KeyboardInterrupt:
        typer.echo("Closed.", err=True)
