"""Sentences with gaps that are offered to whoever types: those that answer the open question come first."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import Any

from parlour.language.facts import Language, Slot, Word, WordKind, entries, say, say_time
from parlour.language.hearing.act import TalkTable
from parlour.language.hearing.hear import hear
from parlour.language.hearing.offered import offered
from parlour.language.hearing.wordlists import sought

GAP = re.compile(r"(\[[^]]+\])")
"""A gap as it stands in an offered sentence."""
_NIGHTS = {"en": ("1", "2", "3", "4", "5"), "zh": ("一", "二", "三", "四", "五")}
_ANSWERS, _ANSWERS_ANY = 2, 1


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A sentence that is understood, once its gaps are filled.

    Attributes:
        words: the sentence, with its gaps in brackets: `I suspect [whom].`
        near: words by which people mean the same in other sentences.
        is_answer: whether it answers the open question.
    """

    words: str
    near: tuple[str, ...] = ()
    is_answer: bool = False


@dataclass(frozen=True, kw_only=True)
class Offers:
    """What is offered to whoever types.

    Attributes:
        sentences: what fits best comes first.
        choices: what may fill a gap, by the gap as it stands in the sentences.
        asked: what fills a gap in an answer where nothing else is said: the time that was asked about.
    """

    sentences: tuple[Offer, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    asked: Mapping[str, str] = field(default_factory=dict[str, str])


def offers(table: TalkTable, *, asks: bool, roles: Collection[Word] = ()) -> Offers:
    """What is offered to whoever types at a table just now.

    Args:
        table: as it is.
        asks: whether a question is to be put, and nothing to be said.
        roles: those that are dealt.
    """
    told = offered(table.language)
    question = _question(table)
    choices = _choices(table, question, roles)
    rows = told[table.scope].get("asks" if asks else "says", told[table.scope]["says"])
    gaps: dict[str, str] = told["gaps"]
    known = {gap: values[0] if len(values) == 1 else gaps[gap] for gap, values in choices.items()}
    fitting = [
        row for row in rows if _is_dealt(row, roles) and all(choices[gap] for gap in _gaps(row["say"]))
    ]
    fitting.sort(key=lambda row: -_fit(row, question))
    used = dict.fromkeys(gap for row in fitting for gap in _gaps(row["say"]))
    asked = next((_when(slot, table.language) for slot in question.values() if slot), "")
    return Offers(
        sentences=tuple(_offer(row, known, question) for row in fitting),
        choices={gaps[gap]: choices[gap] for gap in used if len(choices[gap]) > 1},
        asked={gaps["when"]: asked} if asked else {},
    )


def _offer(row: Mapping[str, Any], known: Mapping[str, str], question: Mapping[str, Slot | None]) -> Offer:
    words = row["say"].format(**known)
    return Offer(
        words=words[:1].upper() + words[1:],
        near=tuple(row.get("near", ())),
        is_answer=_fit(row, question) == _ANSWERS,
    )


def _question(table: TalkTable) -> Mapping[str, Slot | None]:
    """What is asked: the kinds of question with the half hours of which they ask."""
    if not table.asked:
        return {}
    asker = table.asker or table.speaker
    heard = hear(table.asked, replace(table, speaker=asker, to=table.speaker, asked="", asker=None)).heard
    times = ((each.act.kind, each.act["when"]) for each in heard if each.act.is_question)
    return {kind: when if isinstance(when, Slot) else None for kind, when in times}


def _fit(row: Mapping[str, Any], question: Mapping[str, Slot | None]) -> int:
    """How well a sentence fits the open question."""
    answers = row.get("answers", ())
    if answers == "any":
        return _ANSWERS_ANY if question else 0
    return _ANSWERS if any(kind in question for kind in answers) else 0


def _is_dealt(row: Mapping[str, Any], roles: Collection[Word]) -> bool:
    """Whether what a sentence speaks of can have happened with those roles; where none is known, it can."""
    if not roles:
        return True
    needed, barred = row.get("deals", roles), row.get("unless", ())
    return any(role in roles for role in needed) and not any(role in roles for role in barred)


def _choices(
    table: TalkTable, question: Mapping[str, Slot | None], roles: Collection[Word]
) -> dict[str, tuple[str, ...]]:
    language = table.language
    people = tuple(name for name in table.names if name not in (table.speaker, *table.victims))
    asked = [slot for slot in question.values() if slot]
    hours = [*asked, *(Slot(number) for number in sorted(table.hours) if Slot(number) not in asked)]
    seen = (sought(), "good") if table.is_of_roles else ()
    return {
        "whom": people,
        "other": people,
        "dead": table.victims,
        "where": _said(WordKind.PLACE, sorted(table.places), language),
        "when": tuple(_when(slot, language) for slot in hours),
        "thing": _said(WordKind.THING, entries(WordKind.THING), language) if table.victims else (),
        "role": _said(WordKind.ROLE, roles, language),
        "result": _said(WordKind.ROLE, seen, language),
        "night": _NIGHTS[language],
    }


def _said(kind: WordKind, words: Collection[Word], language: Language) -> tuple[str, ...]:
    return tuple(say(kind, word, language) for word in words)


def _when(slot: Slot, language: Language) -> str:
    words = say_time(slot, language)
    return words if language == "zh" else f"at {words.removesuffix(' in the evening')}"


def _gaps(words: str) -> Sequence[str]:
    return [gap for _, gap, _, _ in Formatter().parse(words) if gap]
