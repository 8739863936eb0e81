"""`parlour examples`: what to begin one's own work from, copied out of the installed package."""

from __future__ import annotations

import ast
import shutil
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from parlour.errors import UsageError
from parlour.views.terminal import ListColumn, check_folder, print_json, print_list

_LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", ".*_cache", "*.egg-info", "ruff.toml")

app = typer.Typer()


@app.command()
def examples(
    name: Annotated[
        str | None, typer.Argument(help="Which to copy; all are listed without it.", show_default=False)
    ] = None,
    to: Annotated[Path, typer.Option(help="The folder to copy it into.")] = Path(),
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list for programs to read.")] = False,
) -> None:
    """List what comes with Parlour to begin from, or copy it: a game, a method, a program in a seat."""
    there = _there()
    if name is None:
        _list(there, as_json=as_json)
        return
    source = there.get(name)
    if source is None:
        raise UsageError(f"there is no example {name!r}; there are: {', '.join(there)}")
    target = to / source.name
    if target.exists():
        raise UsageError(f"{target} is there already: choose another folder with --to")
    check_folder(to)
    to.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=_LEFT_OUT)
    else:
        shutil.copyfile(source, target)
    typer.echo(str(target))


def _list(there: Mapping[str, Path], *, as_json: bool) -> None:
    told = {name: _described(path) for name, path in there.items()}
    if as_json:
        listed = [{"name": name, "says": says} for name, says in told.items()]
        print_json(listed, indent=None)
        return
    columns = (ListColumn(head="example", is_typed=True), ListColumn(head="what it is"))
    print_list(columns, list(told.items()))


def _there() -> Mapping[str, Path]:
    """The examples by name: of the wheel, or of the checkout that Parlour runs from."""
    package = Path(str(files("parlour")))
    folders = (package / "_examples", package.parents[1] / "examples")
    folder = next((each for each in folders if each.is_dir()), None)
    if folder is None:
        return {}
    return {path.name: path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "_"))}


def _described(path: Path) -> str:
    """What an example says of itself: a package in its metadata, a program in its first line."""
    if path.is_dir():
        told = tomllib.loads((path / "pyproject.toml").read_text(encoding="utf-8"))
        return str(told["project"]["description"])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    return text.partition("\n")[0].lstrip("# ")
