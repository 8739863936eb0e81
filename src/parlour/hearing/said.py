"""What was heard, told to the person who typed it: as the grammar says it, or in short words."""

from __future__ import annotations

from functools import cache
from importlib import resources
from random import Random
from string import Formatter

from parlour.facts import Language, Slot, WordKind, read_yaml, render, say, say_time
from parlour.hearing.act import ANYBODY, HeardAct, SpokenAct, TalkTable, Value

_KINDS = {
    "where": WordKind.PLACE,
    "thing": WordKind.THING,
    "role": WordKind.ROLE,
    "result": WordKind.ROLE,
    "card": WordKind.CARD,
}


def said(heard: HeardAct, table: TalkTable) -> str:
    """What was heard in one sentence, in which the speaker is called by name."""
    if heard.means is not None:
        return render(
            heard.means, table.language, Random(str(heard.means)), speaker=table.speaker, reader=table.to
        )
    return _worded(heard.act, table.language, table.speaker)


def _worded(act: SpokenAct, language: Language, me: str) -> str:
    row = _rows(language)[act.kind]
    gaps = {gap for _, gap, _, _ in Formatter().parse(row) if gap}
    told = {gap: me if gap == "me" else _word(gap, act[gap], language) for gap in gaps}
    words = row.format(**told)
    when = act["when"]
    return f"{words} ({say_time(when, language)})" if isinstance(when, Slot) else words


def _word(slot: str, value: Value | None, language: Language) -> str:
    if value is None:
        return "…"
    if value == ANYBODY:
        return {"en": "anybody", "zh": "谁"}[language]
    kind = _KINDS.get(slot)
    return say(kind, str(value), language) if kind else str(value)


@cache
def _rows(language: Language) -> dict[str, str]:
    file = resources.files("parlour.hearing") / f"said.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))
