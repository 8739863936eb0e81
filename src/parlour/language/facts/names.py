"""What may be a person's name, where no list of names is at hand; and stand-ins where there is one.

Without a list, a name is known by its look alone: one or two capitalised words, with a number or without
(`Anna`, `Mary-Jane`, `Player 4`), or two to four Han characters that hold no word of the grammar. With a
list, each name is replaced by one private character before a text is read, so that any name will do and
nothing else is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from parlour.core.language import Language
from parlour.language.facts.fact import Name
from parlour.language.facts.files import load

_STAND_INS = range(0xE000, 0xF8FF)
_CAPITALISED = r"[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ɏ'’-]*"
_LATIN = rf"{_CAPITALISED}(?: {_CAPITALISED})?(?: \d+)?"
_STAND_IN = r"[\ue000-\uf8fe]"

NAME_PATTERN: dict[Language, str] = {
    "en": rf"{_STAND_IN}|{_LATIN}",
    "zh": rf"{_STAND_IN}|{_LATIN}|[\u4e00-\u9fff]{{2,4}}?(?:\d+)?|\d+号",
}
"""Whatever may be a name; `is_name` has the last word."""


@cache
def is_name(text: str, language: Language) -> bool:
    """Whether a text is understood as a name where no list of names is given."""
    if re.fullmatch(NAME_PATTERN[language], text) is None or text.endswith(("'s", "’s")):
        return False
    return _no_names(language).search(text) is None


@dataclass(frozen=True)
class NameVeil:
    """The names that a text may hold, each with the private character that stands for it.

    Attributes:
        names: everybody whom the text may speak of; empty where that is not known.
    """

    names: tuple[Name, ...]

    def veil(self, text: str) -> str:
        """The text with a stand-in for each name."""
        return self._pattern.sub(lambda match: self._stand_ins[match[0]], text) if self.names else text

    def unveil(self, text: str) -> str:
        """The text with each name in its place again."""
        return (
            re.sub(_STAND_IN, lambda match: self._names.get(match[0], match[0]), text) if self.names else text
        )

    def stand_in(self, name: Name) -> str:
        """The private character that stands for a name of the list."""
        return self._stand_ins[name]

    def name(self, text: str, language: Language) -> Name | None:
        """The name that was found in a veiled text: one of the list, if there is a list."""
        if self.names:
            return self._names.get(text)
        return text if is_name(text, language) else None

    @cached_property
    def _stand_ins(self) -> dict[Name, str]:
        return {name: chr(code) for name, code in zip(dict.fromkeys(self.names), _STAND_INS, strict=False)}

    @cached_property
    def _names(self) -> dict[str, Name]:
        return {stand_in: name for name, stand_in in self._stand_ins.items()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._stand_ins, key=len, reverse=True)
        initials = "".join(re.escape(initial) for initial in sorted({name[0] for name in longest_first}))
        return re.compile(f"(?=[{initials}])(?:{'|'.join(bounded(name) for name in longest_first)})")


@cache
def _no_names(language: Language) -> re.Pattern[str]:
    """What a name may not hold, begin or end with."""
    words = load("no_names.yaml")[language]
    if language == "en":
        return re.compile(rf"^(?:{'|'.join(words)})\b")
    anywhere, first, last = ("|".join(words[where]) for where in ("anywhere", "first", "last"))
    return re.compile(f"{anywhere}|^(?:{first})|(?:{last})$|第.{{0,2}}夜")


def any_name(names: Iterable[Name], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Any of the names as a whole, a longer one before one that it begins with; nothing if there are none."""
    return re.compile("|".join(map(bounded, sorted(names, key=len, reverse=True))) or "(?!)", flags)


def bounded(name: Name) -> str:
    """A name's pattern: a Latin letter or a digit at its end is the end of a word."""
    before = r"(?<![A-Za-z0-9])" if name[0].isascii() else ""
    after = r"(?![A-Za-z0-9])" if name[-1].isascii() else ""
    return before + re.escape(name) + after
