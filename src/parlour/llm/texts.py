"""A call as plain text, for whoever hands it to a model, and what may stand in a reply."""

from __future__ import annotations

import re

from parlour.llm.backend import Call, schema_text
from parlour.llm.templates import Templates

_TEMPLATES = Templates("parlour.llm")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def user_texts(call: Call, *, says_form: bool) -> list[str]:
    """The pieces of the user message.

    Args:
        call: what is asked.
        says_form: whether the form of the reply is told in words, for a model that is not told it otherwise.
    """
    texts = [part.text for part in call.prompt.user]
    if call.reply and says_form:
        texts.append(_TEMPLATES.speak("schema", call.prompt.language, schema=schema_text(call.reply)))
    return texts


def without_controls(text: str) -> str:
    """The text without what no text may hold: halves of characters, and codes that steer a terminal."""
    return _CONTROLS.sub("", text)
