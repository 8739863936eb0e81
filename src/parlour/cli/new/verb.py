"""`parlour new`: writes a game or a method of one's own, as a package whose tests pass at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Literal

import typer

from parlour.errors import UsageError
from parlour.views.terminal import check_folder

Sort = Literal["game", "method"]
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KEPT = frozenset({".py", ".toml", ".md", ".j2", ".yaml"})

app = typer.Typer()


@app.command()
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
    """Copies the package of that sort, with the name in the place of its own."""
    own = f"new{sort}"
    with as_file(files("parlour.cli.new").joinpath(sort)) as source:
        for path in source.rglob("*"):
            if path.is_file() and path.suffix in _KEPT:
                copy = target / str(path.relative_to(source)).replace(own, name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                text = path.read_text(encoding="utf-8").replace(own, name)
                copy.write_text(text.replace(own.title(), _titled(name)), encoding="utf-8")
                yield copy


def _titled(name: str) -> str:
    """A name as a class bears it."""
    return "".join(piece.title() for piece in name.split("_"))
