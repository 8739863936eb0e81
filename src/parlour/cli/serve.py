"""`parlour serve`: the table in a browser."""

from __future__ import annotations

import ipaddress
import socket
import sys
from typing import Annotated

import typer

from parlour.errors import MissingExtra, UsageError
from parlour.views.terminal import Concurrency, Db, ModelFile, read_model_options

LOOPBACK = "127.0.0.1"
_LOCAL_NAMES = (LOOPBACK, "localhost", "::1")
_FEWEST_LETTERS = 8
"""Of a password."""

app = typer.Typer(help="Open the table in a browser.")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port; 0 for any that is free.", min=0, max=65535)] = 8080,
    password: Annotated[
        str | None,
        typer.Option(
            help="What the host must say to open tables; needed wherever others can reach the server.",
            envvar="PARLOUR_HOST_PASSWORD",
            show_default=False,
        ),
    ] = None,
    opens: Annotated[bool, typer.Option("--open", help="Open a browser there.")] = False,
    budget: Annotated[
        float | None, typer.Option(help="Stop before this many dollars are spent, over all tables.", min=0)
    ] = None,
    models_file: ModelFile = None,
    concurrency: Concurrency = None,
    pace: Annotated[
        float | None,
        typer.Option(
            help="Seconds per word that the reader says where somebody watches; 0 for all at once.",
            min=0,
            show_default="0.06",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address or network of a proxy before the server, which alone is believed when it says "
            "where a request came from; may be given again.",
            envvar="PARLOUR_PROXY",
            show_default=False,
        ),
    ] = None,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            help="What opens /metrics, for Prometheus, and nothing else; the host's password does so too.",
            envvar="PARLOUR_METRICS_TOKEN",
            show_default=False,
        ),
    ] = None,
    db: Db = None,
) -> None:
    """Open tables in a browser: play with agents and friends, watch, replay.

    Every match is on record as it happens. The server may be stopped at any moment: the next one goes on.
    A table is entered by its links alone. On this machine nobody is asked for more; where the server can be
    reached from others, whoever opens a table must know the password.
    """
    read_model_options(models_file)
    host_password = _password(host, password)
    for address in proxy or ():
        try:
            ipaddress.ip_network(address)
        except ValueError as error:
            raise UsageError(
                f"{address} is no address of a proxy, such as 127.0.0.1 or 10.0.0.0/8"
            ) from error
    if metrics_token is not None and len(metrics_token) < _FEWEST_LETTERS:
        raise UsageError(f"the token for /metrics has at least {_FEWEST_LETTERS} letters")
    with _listen(host, port) as listening:
        try:
            from parlour.cli.serving import run
            from parlour.web.gate import Gate, kept_secret
            from parlour.web.server import USUAL_PACE, Serving
        except ImportError as error:
            raise MissingExtra(
                "the table in a browser is not installed: pip install 'parlour[web]'"
            ) from error
        gate = Gate(
            password=host_password,
            secret=kept_secret() if host_password else "",
            hosts=() if host_password else (*_LOCAL_NAMES, host),
            metrics_token=metrics_token or "",
        )
        serving = Serving(
            gate=gate,
            db=db,
            budget=budget,
            concurrency=concurrency,
            pace=USUAL_PACE if pace is None else pace,
        )
        run(serving, listening, opens=opens, proxies=proxy or ())


def _password(host: str, password: str | None) -> str:
    if password is None and not _is_loopback(host):
        if not sys.stdin.isatty():
            raise UsageError(
                f"others can reach {host}: set a password for the host of tables with PARLOUR_HOST_PASSWORD"
            )
        password = typer.prompt(
            "A password for the host of tables", hide_input=True, confirmation_prompt=True
        )
    if password is not None and len(password) < _FEWEST_LETTERS:
        raise UsageError(f"the host's password has at least {_FEWEST_LETTERS} letters")
    return password or ""


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"there is no address {host} here: {error.strerror}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise UsageError(
            f"port {port} of {host} cannot be had ({error.strerror}): choose another with --port"
        ) from error
    return listening
