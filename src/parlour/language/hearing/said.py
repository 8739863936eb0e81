"""What was heard, told to the person who typed it: as the grammar says it, or in short words."""

from __future__ import annotations

from functools import cache
from importlib import resources
from random import Random
from string import Formatter

from parlour.core.language import read_yaml
from parlour.language.facts import Language, Slot, WordKind, render, say, say_time
from parlour.language.hearing.act import ANYBODY, HeardAct, SpokenAct, TalkTable, Value

_KINDS = {
    "where": WordKind.PLACE,
    "thing": WordKind.THING,
    "role": WordKind.ROLE,
    "result": WordKind.ROLE,
    "card": WordKind.CARD,
}


_ME = {"en": "I", "zh": "我"}
_WHEN = {"en": "{words} ({when})", "zh": "{words}（{when}）"}


def said(heard: HeardAct, table: TalkTable) -> str:
    """What was heard in one sentence, as the speaker says it."""
    if heard.means is not None:
        return render(
            heard.means, table.language, Random(str(heard.means)), speaker=table.speaker, reader=table.to
        )
    return _worded(heard.act, table.language, table.speaker)


def _worded(act: SpokenAct, language: Language, me: str) -> str:
    rows = _rows(language)
    row = rows.get(f"my_{act.kind}", rows[act.kind]) if act["who"] == me else rows[act.kind]
    gaps = {gap for _, gap, _, _ in Formatter().parse(row) if gap}
    own = {"en": ("by", "who"), "zh": ("by", "who", "of", "to", "whom")}[language]
    told = {
        gap: _ME[language] if act[gap] == me and gap in own else _word(gap, act[gap], language)
        for gap in gaps
    }
    words, when = row.format(**told), act["when"]
    if not isinstance(when, Slot):
        return words
    return _WHEN[language].format(words=words, when=say_time(when, language))


def _word(slot: str, value: Value | None, language: Language) -> str:
    if value is None:
        return "…"
    if value == ANYBODY:
        return {"en": "anybody", "zh": "谁"}[language]
    kind = _KINDS.get(slot)
    return say(kind, str(value), language) if kind else str(value)


@cache
def _rows(language: Language) -> dict[str, str]:
    file = resources.files("parlour.language.hearing") / f"said.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))
