"""What a notebook shows: small pieces of HTML in the look of the reports, on whatever page they land."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from parlour.language.wording import Phrases
from parlour.llm import Language

_PACKAGE = "parlour.library"
PHRASES = Phrases(_PACKAGE)


def rendered(template: str, language: Language, **fields: object) -> str:
    """One of the pieces, with everything from outside escaped."""
    tags = {"en": "en", "zh": "zh-Hans"}
    found = _environment().get_template(template)
    return found.render(words=PHRASES.all(language), language=tags[language], **fields)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(_PACKAGE, "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
