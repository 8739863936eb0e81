"""The page of trust graphs: its data, style and script in one file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pydantic import TypeAdapter

from parlour.errors import UsageError
from parlour.methods.gratr.views.arithmetic import number
from parlour.methods.gratr.views.clerk import sheet
from parlour.methods.gratr.views.history import PHRASES, TrustHistory
from parlour.methods.gratr.views.view_model import GraphViewModel

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
    return environment.get_template("page.html.j2").render(
        language=language,
        words=PHRASES.all(language),
        source=histories[0].source,
        made_of=PHRASES.say("made_of", language, source=histories[0].source),
        style=Markup(_text("page.css")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        data=Markup(_inert(_DATA.dump_json(data, exclude_defaults=True).decode())),  # noqa: S704 - no mark is left
        ends=[(history.owner, history.case, _end(history)) for history in histories],
    )


def _inert(json: str) -> str:
    return json.translate(str.maketrans(_UNSAFE))


def _end(history: TrustHistory) -> list[tuple[str, str]]:
    graph = history.moments[-1].graph if history.moments else history.start
    return [(name, number(trust)) for name, trust in graph.trust.items() if name != history.owner]


def _text(name: str) -> str:
    return (resources.files(_PACKAGE) / _FOLDER / name).read_text(encoding="utf-8")
