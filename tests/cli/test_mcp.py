"""`parlour mcp`: what it does not heed, it refuses."""

from __future__ import annotations

from tests.cases import cases
from tests.cli.runs import Parlour


@cases("option", [("--budget", "0.01"), ("--concurrency", "2"), ("--db", "other.db")])
def test_what_is_of_own_tables_is_refused_where_a_server_has_them(parlour: Parlour, option: tuple[str, str]):
    done = parlour("mcp", "--server", "http://127.0.0.1:9", *option)
    assert done.code == 2
    assert option[0] in done.err
    assert "--server" in done.err


def test_a_port_is_refused_where_nothing_listens(parlour: Parlour):
    done = parlour("mcp", "--port", "8082")
    assert done.code == 2
    assert "--http" in done.err
