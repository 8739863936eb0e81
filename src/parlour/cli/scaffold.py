"""`parlour new` and `parlour examples`: packages and programs to start one's own work from."""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Literal

import typer

from parlour.errors import UsageError
from parlour.views.terminal import check_folder, columns, print_json, print_list

Sort = Literal["game", "method"]
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KEPT = frozenset({".py", ".toml", ".md", ".j2", ".yaml"})

new_app = typer.Typer()


@new_app.command()
def new(
    sort: Annotated[Sort, typer.Argument(help="What to write: game or method.", show_default=False)],
    name: Annotated[str, typer.Argument(help="Its name: small letters, digits, _.", show_default=False)],
    folder: Annotated[Path | None, typer.Option(help="Where; a folder of that name here.")] = None,
) -> None:
    """Write a game or a method of one's own: a whole package that plays, with tests that pass at once.

    Install it with `pip install --editable FOLDER`, then it stands in every list. `docs/extending.md` leads
    through what its files are for.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot name a package: small letters, digits and _, a letter first")
    target = folder or Path(name)
    check_folder(target)
    if target.exists() and any(target.iterdir()):
        raise UsageError(f"{target} is not empty: choose another --folder")
    written = sorted(_write(sort, name, target))
    for path in written:
        typer.echo(str(path))
    typer.echo(f"\npip install --editable {target} && pytest {target}")


def _write(sort: Sort, name: str, target: Path) -> Iterator[Path]:
    own, title = f"new{sort}", "".join(piece.title() for piece in name.split("_"))
    with as_file(files("parlour.cli").joinpath("new", sort)) as source:
        for path in source.rglob("*"):
            if path.is_file() and path.suffix in _KEPT:
                copy = target / str(path.relative_to(source)).replace(own, name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                text = path.read_text(encoding="utf-8").replace(own, name)
                copy.write_text(text.replace(own.title(), title), encoding="utf-8")
                yield copy


_LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", ".*_cache", "*.egg-info", "ruff.toml")

examples_app = typer.Typer()


@examples_app.command()
def examples(
    name: Annotated[
        str | None, typer.Argument(help="Which to copy; all are listed without it.", show_default=False)
    ] = None,
    to: Annotated[Path, typer.Option(help="The folder to copy it into.")] = Path(),
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list for programs to read.")] = False,
) -> None:
    """List what comes with Parlour to begin from, or copy it: a game, a method, a program in a seat."""
    shipped = _shipped_examples()
    if name is None:
        rows = {name: _description(path) for name, path in shipped.items()}
        if as_json:
            print_json([{"name": name, "says": summary} for name, summary in rows.items()], indent=None)
        else:
            print_list(columns("example!", "what it is"), list(rows.items()))
        return
    source = shipped.get(name)
    if source is None:
        raise UsageError(f"there is no example {name!r}; there are: {', '.join(shipped)}")
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


def _shipped_examples() -> Mapping[str, Path]:
    package = Path(str(files("parlour")))
    folders = (package / "_examples", package.parents[1] / "examples")
    folder = next((path for path in folders if path.is_dir()), None)
    if folder is None:
        return {}
    return {path.name: path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "_"))}


def _description(path: Path) -> str:
    if path.is_dir():
        metadata = tomllib.loads((path / "pyproject.toml").read_text(encoding="utf-8"))
        return str(metadata["project"]["description"])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    return text.partition("\n")[0].lstrip("# ")
