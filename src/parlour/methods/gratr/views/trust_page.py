"""The page of trust graphs, with its data, style and script in one file; and their figure."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pydantic import TypeAdapter

from parlour.errors import MissingExtra, UsageError
from parlour.methods.gratr.views.arithmetic import number
from parlour.methods.gratr.views.clerk import GraphViewModel, sheet
from parlour.methods.gratr.views.history import PHRASES, TrustHistory

_PACKAGE, _FOLDER = "parlour.methods.gratr.views", "page"
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


@dataclass(frozen=True, kw_only=True)
class _Data:
    words: Mapping[str, str]
    graphs: tuple[GraphViewModel, ...]


_DATA = TypeAdapter(_Data)


def trust_page(histories: Sequence[TrustHistory]) -> str:
    """Returns the page as HTML, in the language of the histories.

    The words of players and models are data and are shown as text: never as markup, never run. The
    page may load nothing, and run nothing but its own script.

    Raises:
        UsageError: if there is none.
    """
    if not histories:
        raise UsageError("there is no trust graph to show")
    language = histories[0].language
    script = _text("page.js")
    environment = Environment(
        loader=PackageLoader(_PACKAGE, _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    data = _Data(words=PHRASES.all(language), graphs=tuple(map(sheet, histories)))
    inert = _DATA.dump_json(data, exclude_defaults=True).decode().translate(str.maketrans(_UNSAFE))
    return environment.get_template("page.html.j2").render(
        language=language,
        words=PHRASES.all(language),
        source=histories[0].source,
        made_of=PHRASES.say("made_of", language, source=histories[0].source),
        style=Markup(_text("page.css")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        data=Markup(inert),  # noqa: S704 - no mark is left
        ends=[(history.owner, history.case, _end(history)) for history in histories],
    )


def _end(history: TrustHistory) -> list[tuple[str, str]]:
    graph = history.moments[-1].graph if history.moments else history.start
    return [(name, number(trust)) for name, trust in graph.trust.items() if name != history.owner]


def _text(name: str) -> str:
    return (resources.files(_PACKAGE) / _FOLDER / name).read_text(encoding="utf-8")


FORMATS = (".png", ".svg", ".pdf")


def check_figure(file: Path) -> None:
    """Checks that a figure of that name can be drawn.

    Raises:
        UsageError: if the format is none of PNG, SVG and PDF.
        MissingExtra: if matplotlib is not installed.
    """
    if file.suffix.lower() not in FORMATS:
        raise UsageError(f"{file}: a figure is {', '.join(FORMATS)}")
    if not find_spec("matplotlib"):
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'")


def trust_figure(histories: Sequence[TrustHistory], file: Path, rounds: Sequence[int] | None = None) -> Path:
    """Draws trust graphs over time: a row for each history, a panel for the start and each round's end.

    `rounds`: the rounds; None for at most three, from the first to the last.
    """
    if not histories:
        raise UsageError("there is no trust graph to draw")
    check_figure(file)
    try:
        drawing = import_module("parlour.methods.gratr.views.drawing")
    except ImportError as error:
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'") from error
    drawing.draw(histories, rounds, file)
    return file
