"""`parlour doctor`: the state of Parlour on this machine, as a page for a bug report."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.checkup import Found, check_up
from parlour.errors import FAILED
from parlour.views import CHINESE_FONTS
from parlour.views.terminal import AsJson, Db, print_json, terminal

app = typer.Typer(help="Say what runs here and what is wrong, for bug reports.")


@app.command()
def doctor(
    model: Annotated[
        str | None, typer.Option(help="Ask this model for a word: whether it answers.", show_default=False)
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Say what runs here: versions, the database, models, what is installed beside Parlour, and folders.

    Nothing is made, changed or fetched, and no server is asked but that of --model and of --db. What it
    prints is fit for a bug report: no key or password, nothing of any match, `~` in place of your home. It
    ends with 1 where something is wrong.
    """
    checkup = check_up(db, model)
    if as_json:
        print_json(without_secrets(checkup))
    else:
        terminal(soft_wrap=True).print(without_secrets("\n".join(_page(checkup))))
    if not checkup["is_well"]:
        raise typer.Exit(FAILED)


_UNITS = ("B", "kB", "MB", "GB", "TB")


def _page(checkup: Found) -> Iterator[str]:
    """Yields the lines of the page, topic by topic, with the problems last."""
    found = checkup["software"]
    yield f"Parlour {found['parlour']}, {found['python']}, {found['system']}"
    yield "  " + ", ".join(f"{each['name']} {each['version'] or 'missing'}" for each in found["packages"])
    yield "\nExtras"
    wide = max((len(extra["name"]) for extra in found["extras"]), default=0)
    for extra in found["extras"]:
        here = [f"{each['name']} {each['version']}" for each in extra["packages"] if each["version"]]
        told = f"not installed: {', '.join(extra['lacks'])}" if extra["lacks"] else ", ".join(here)
        yield f"  {extra['name']:<{wide}}  {told}"
    yield from _database(checkup["database"])
    yield from _models(checkup["models"])
    found = checkup["plugins"]
    yield "\nWhat can be used"
    yield "  " + ", ".join(f"{sort}: {count}" for sort, count in found["working"].items())
    for plugin in found["packages"]:
        yield f"  {plugin['package']} {plugin['version']}: {', '.join(plugin['brings'])}"
    found = checkup["chinese"]
    fonts = ", ".join(found["fonts"]) or f"no font here has its signs; one that has: {CHINESE_FONTS[0]}"
    yield "\nChinese in pictures"
    yield f"  {fonts if found['is_drawn'] else NOTHING_DRAWS}"
    yield "\nFolders"
    wide = max(len(folder["holds"]) for folder in checkup["folders"])
    for folder in checkup["folders"]:
        not_yet = "" if folder["is_made"] else ", not made yet"
        yield f"  {folder['holds']:<{wide}}  {folder['path']}  {_size(folder['free'])} free{not_yet}"
    yield "\nNothing is wrong." if checkup["is_well"] else "\nWhat is wrong"
    yield from (f"  - {trouble}" for trouble in checkup["troubles"])


NOTHING_DRAWS = "nothing draws pictures here: pip install 'parlour[report]'"


def _database(found: Found) -> Iterator[str]:
    yield "\nDatabase"
    yield f"  {found['place']}"
    if found["is_made"]:
        yield f"  {found['matches']} matches, {_size(found['size'])}, schema {found['revision']}"
    elif not found["trouble"]:
        yield "  nothing in it yet: it is made when it is first needed"
    if found["free"] is not None:
        yield f"  {_size(found['free'])} free on its disk"


def _models(found: Found) -> Iterator[str]:
    yield "\nModels"
    yield f"  where none is named: {found['default']}"
    wide = max(len(kind["form"]) for kind in found["kinds"])
    for kind in found["kinds"]:
        yield f"  {kind['form']:<{wide}}  {kind['lacks'] or 'nothing is lacking'}"
    yield f"  keys that are set: {', '.join(found['keys']) or 'none'}"
    for file in found["files"]:
        window = f", trained for {file['window']} tokens" if file["window"] else ""
        yield f"  {file['path']}  {_size(file['size'])}{window}"
    embeddings, asked = found["embeddings"], found["asked"]
    yield f"  embeddings: {embeddings['name']}" + (
        f" in {embeddings['place']}" if embeddings["place"] else ""
    )
    yield f"  vectors: {embeddings['cache']}  {_size(embeddings['cache_size'])}"
    if asked and not asked["trouble"]:
        yield f"  {asked['model']} answers, after {asked['seconds']} s"


def _size(count: int | None) -> str:
    if count is None:
        return "of unknown size"
    size, unit = float(count), 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if unit < 2 else f"{size:.1f} {_UNITS[unit]}"


_SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|PASS|CREDENTIALS)$")
"""Endings of the names of environment variables with secret values."""
_IN_ADDRESS = re.compile(r"(?<=://)[^/\s@]+@")
"""The user and password in an address."""
_SHORTEST = 6
"""Letters of the shortest value that is removed: shorter ones would remove words of sentences."""


def without_secrets(data: Any) -> Any:  # noqa: ANN401 - whatever JSON can be
    """Returns JSON data without secrets, users in addresses and the path of the user's home."""
    match data:
        case str():
            text = data
            for name, value in os.environ.items():
                if _SECRET.search(name.upper()) and len(value) >= _SHORTEST:
                    text = text.replace(value, f"<{name}>")
            text, home = _IN_ADDRESS.sub("", text), str(Path.home())
            return text.replace(home, "~") if len(home) > 1 else text
        case Mapping():
            return {without_secrets(key): without_secrets(value) for key, value in data.items()}  # pyright: ignore[reportUnknownVariableType]
        case list() | tuple():
            return [without_secrets(item) for item in data]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return data
