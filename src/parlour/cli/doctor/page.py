"""What the doctor found as a page of text: short lines, which a bug report carries unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.cli.doctor.checkup import Checkup, ChineseFonts
from parlour.cli.doctor.folders import UserFolder
from parlour.cli.doctor.models import Models
from parlour.cli.doctor.plugins import Plugins
from parlour.cli.doctor.software import Software
from parlour.store import DatabaseState
from parlour.views import CHINESE_FONTS

_UNITS = ("B", "kB", "MB", "GB", "TB")


def page(checkup: Checkup) -> Iterator[str]:
    """The lines of the page, subject by subject, and what is wrong at its end."""
    yield from _software(checkup.software)
    yield from _database(checkup.database)
    yield from _models(checkup.models)
    yield from _plugins(checkup.plugins)
    yield from _chinese(checkup.chinese)
    yield from _folders(checkup.folders)
    yield ""
    if checkup.is_well:
        yield "Nothing is wrong."
    else:
        yield "What is wrong"
        yield from (f"  - {trouble}" for trouble in checkup.troubles)


def _software(found: Software) -> Iterator[str]:
    yield f"Parlour {found.parlour}, {found.python}, {found.system}"
    yield "  " + ", ".join(f"{each.name} {each.version or 'missing'}" for each in found.packages)
    yield ""
    yield "Extras"
    wide = max((len(extra.name) for extra in found.extras), default=0)
    for extra in found.extras:
        here = [f"{each.name} {each.version}" for each in extra.packages if each.version]
        told = f"not installed: {', '.join(extra.lacks)}" if extra.lacks else ", ".join(here)
        yield f"  {extra.name:<{wide}}  {told}"


def _database(found: DatabaseState) -> Iterator[str]:
    yield ""
    yield "Database"
    yield f"  {found.place}"
    if found.is_made:
        yield f"  {found.matches} matches, {_size(found.size)}, schema {found.revision}"
    elif not found.trouble:
        yield "  nothing in it yet: it is made when it is first needed"
    if found.free is not None:
        yield f"  {_size(found.free)} free on its disk"


def _models(found: Models) -> Iterator[str]:
    yield ""
    yield "Models"
    yield f"  where none is named: {found.default}"
    wide = max(len(kind.form) for kind in found.kinds)
    for kind in found.kinds:
        yield f"  {kind.form:<{wide}}  {kind.lacks or 'nothing is lacking'}"
    yield f"  keys that are set: {', '.join(found.keys) or 'none'}"
    for file in found.files:
        window = f", trained for {file.window} tokens" if file.window else ""
        yield f"  {file.path}  {_size(file.size)}{window}"
    place = f" in {found.embeddings.place}" if found.embeddings.place else ""
    yield f"  embeddings: {found.embeddings.name}{place}"
    yield f"  vectors: {found.embeddings.cache}  {_size(found.embeddings.cache_size)}"
    if found.asked and not found.asked.trouble:
        yield f"  {found.asked.model} answers, after {found.asked.seconds} s"


def _plugins(found: Plugins) -> Iterator[str]:
    yield ""
    yield "What can be used"
    yield "  " + ", ".join(f"{sort}: {count}" for sort, count in found.working.items())
    for plugin in found.packages:
        yield f"  {plugin.package} {plugin.version}: {', '.join(plugin.brings)}"


def _chinese(found: ChineseFonts) -> Iterator[str]:
    yield ""
    yield "Chinese in pictures"
    if found.is_drawn:
        yield f"  {', '.join(found.fonts) or f'no font here has its signs; one that has: {CHINESE_FONTS[0]}'}"
    else:
        yield "  nothing draws pictures here: pip install 'parlour[report]'"


def _folders(folders: tuple[UserFolder, ...]) -> Iterator[str]:
    yield ""
    yield "Folders"
    wide = max(len(folder.holds) for folder in folders)
    for folder in folders:
        not_yet = "" if folder.is_made else ", not made yet"
        yield f"  {folder.holds:<{wide}}  {folder.path}  {_size(folder.free)} free{not_yet}"


def _size(count: int | None) -> str:
    """Bytes as a person reads them."""
    if count is None:
        return "of unknown size"
    size, unit = float(count), 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if unit < 2 else f"{size:.1f} {_UNITS[unit]}"
