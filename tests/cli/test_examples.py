"""`parlour examples` lists what comes with Parlour, and copies it out whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.runs import Done

ROOT = Path(__file__).parents[2]
Parlour = Callable[..., Done]


def test_every_example_is_listed_with_what_it_says_of_itself(parlour: Parlour):
    told = {each["name"]: each["says"] for each in json.loads(parlour("examples", "--json").out)}
    assert set(told) == {path.name for path in (ROOT / "examples").iterdir()}
    assert all(told.values())
    shown = parlour("examples").out
    assert all(name in shown for name in told)


def test_a_package_is_copied_without_what_only_the_checkout_has(parlour: Parlour, tmp_path: Path):
    done = parlour("examples", "bandwagon", "--to", str(tmp_path))
    assert (done.code, done.out.strip()) == (0, str(tmp_path / "bandwagon"))
    source = ROOT / "examples" / "bandwagon"
    copied = {path.relative_to(tmp_path / "bandwagon") for path in tmp_path.rglob("*") if path.is_file()}
    assert {Path("pyproject.toml"), Path("LICENSE"), Path("src/parlour_bandwagon/__init__.py")} <= copied
    assert Path("ruff.toml") not in copied
    assert all(
        (source / path).read_bytes() == (tmp_path / "bandwagon" / path).read_bytes() for path in copied
    )


def test_nothing_is_overwritten_and_an_unknown_name_is_asked_wrongly(parlour: Parlour, tmp_path: Path):
    assert parlour("examples", "remote_agent.py", "--to", str(tmp_path)).code == 0
    again = parlour("examples", "remote_agent.py", "--to", str(tmp_path))
    assert again.code == 2
    assert "is there already" in again.err
    unknown = parlour("examples", "chess", "--to", str(tmp_path))
    assert unknown.code == 2
    assert "avalon, bandwagon" in unknown.err
