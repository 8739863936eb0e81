"""All that the doctor looks at, in one go."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from parlour.cli.doctor.folders import UserFolder, look_at_folders
from parlour.cli.doctor.models import Models, look_at_models
from parlour.cli.doctor.plugins import Plugins, look_at_plugins
from parlour.cli.doctor.software import Software, look_at_software
from parlour.store import DatabaseState, examine
from parlour.views import chinese_fonts


@dataclass(frozen=True, kw_only=True)
class ChineseFonts:
    """What pictures in Chinese are drawn with.

    Attributes:
        is_drawn: whether anything can draw here.
        fonts: with Chinese signs, the best first; without one, pictures of pixels leave the signs blank.
    """

    is_drawn: bool
    fonts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Checkup:
    """How Parlour is on this machine.

    Attributes:
        is_well: whether nothing is wrong.
        troubles: what is, each in a sentence.
    """

    is_well: bool
    troubles: tuple[str, ...]
    software: Software
    database: DatabaseState
    models: Models
    plugins: Plugins
    chinese: ChineseFonts
    folders: tuple[UserFolder, ...]


def check_up(db: str | None, model: str | None) -> Checkup:
    """Looks at everything; nothing is made, changed or fetched.

    Args:
        db: the database, as `Store.open` takes it.
        model: that is to be tried, if one is.

    Raises:
        UsageError: if the database cannot be meant.
    """
    database, software, plugins = examine(db), look_at_software(), look_at_plugins()
    folders, models = look_at_folders(), look_at_models(model)
    told = (
        *software.troubles,
        *((f"the database: {database.trouble}",) if database.trouble else ()),
        *models.troubles,
        *plugins.troubles,
        *(folder.trouble for folder in folders if folder.trouble),
    )
    return Checkup(
        is_well=not told,
        troubles=tuple(dict.fromkeys(told)),
        software=software,
        database=database,
        models=models,
        plugins=plugins,
        chinese=_chinese(),
        folders=folders,
    )


def _chinese() -> ChineseFonts:
    if find_spec("matplotlib") is None:
        return ChineseFonts(is_drawn=False, fonts=())
    return ChineseFonts(is_drawn=True, fonts=chinese_fonts())
