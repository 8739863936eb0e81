"""How long a speech is, and where it is cut."""

from __future__ import annotations

import re

_HAN = r"\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}][^\s\u3000-\u303f\uff00-\uffef{_HAN}]*")


_SENTENCE_END = re.compile(r"(?:[。！？…]|[.!?](?!\w))+[\"'”’」』]*")


def count_words(text: str) -> int:
    """How many words a text has; a Chinese character counts as one, a mark on its own as none."""
    return len(_WORD.findall(text))


def cut_words(text: str, most: int) -> str:
    """The text's longest beginning of at most that many words, ended at a sentence where it can be."""
    words = list(_WORD.finditer(text))
    if len(words) <= most:
        return text
    if most == 0:
        return ""
    head = text[: words[most - 1].end()]
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= words[most].start()]
    return text[: ends[-1]].rstrip() if ends else head.rstrip()
