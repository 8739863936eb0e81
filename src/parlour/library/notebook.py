"""A notebook's view of matches and runs: rows as pandas frames, cards in HTML, and figures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from parlour.arena import Record
from parlour.errors import MissingExtra
from parlour.language.wording import Phrases, tell
from parlour.llm import Language
from parlour.store.archive import TABLES, MatchRows

if TYPE_CHECKING:
    import pandas as pd


_PACKAGE = "parlour.library"
PHRASES = Phrases(_PACKAGE)


def render(template: str, language: Language, **fields: object) -> str:
    """Returns a filled HTML template, with all values escaped."""
    tags = {"en": "en", "zh": "zh-Hans"}
    environment = Environment(
        loader=PackageLoader(_PACKAGE, "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template(template)
    return page.render(words=PHRASES.all(language), language=tags[language], **fields)


def frame(rows: Iterable[Mapping[str, object]], columns: Sequence[str]) -> pd.DataFrame:
    """Returns a frame of these rows, with its columns even if there are no rows."""
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise MissingExtra("frames need pandas: pip install 'parlour[frames]'") from error
    return pandas.DataFrame(list(rows), columns=list(columns))


RowKind = Literal["events", "actions", "thoughts", "faults", "calls", "votes", "scores"]
TOLD = "told"
"""The column of an event's words."""
_APART = frozenset({"type", "spelled"})
"""The columns that only the import of an export needs."""


def match_columns(kind: RowKind) -> Sequence[str]:
    """Returns the columns of rows of one kind."""
    fields = [name for name in TABLES[kind].model_fields if name not in _APART]
    return [*fields, TOLD] if kind == "events" else fields


def match_rows(record: Record, kind: RowKind) -> Iterator[Mapping[str, object]]:
    """Returns the rows of one kind, in order."""
    setup = record.setup
    table_rows = next(rows for table, rows in MatchRows(record).tables() if table == kind)
    rows = (row.model_dump(exclude=set(_APART)) for row in table_rows)
    if kind != "events":
        return rows
    words = (tell(event, setup.language, setup.game.name) for event in record.events)
    return ({**row, TOLD: sentence} for row, sentence in zip(rows, words, strict=True))


def show_figures(figure: type) -> None:
    """Makes a notebook show figures inline, unless it does so already; elsewhere it does nothing.

    IPython does so by itself only if pyplot is imported.
    """
    ipython: Any = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython else None
    if shell is None:
        return
    try:
        shell.display_formatter.formatters["image/png"].lookup_by_type(figure)
    except KeyError:
        import_module("IPython.core.pylabtools").select_figure_formats(shell, {"png"})
