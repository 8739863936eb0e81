"""Thoughts and faults in words, for pages and exports: what a heat map says, and what none can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.language.wording import Phrases
from parlour.llm import Language
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import SeatReading, readings, spelled, text_of, thought_words
from parlour.web.insight.strips import Strip

PHRASES = Phrases("parlour.web.insight")
_DIGITS = 3
_NOTHING: tuple[JsonValue, ...] = (None, "", [], {})


def heading(line: FeedLine, language: Language) -> str:
    """Who thought, what sort of thought it was, and about which case."""
    known = {**thought_words(language), **PHRASES.all(language)}
    kind = known.get(f"kind_{line.kind}", line.kind)
    key = "thinks_about" if line.case else "thinks"
    return PHRASES.say(key, language, actor=line.actor, kind=kind, case=line.case)


def in_words(line: FeedLine, language: Language) -> str:
    """What a line says; of a thought its content without its heading."""
    match line.type:
        case "event":
            return line.words
        case "fault":
            key = "fault_of" if line.text else "fault_untold"
            return PHRASES.say(key, language, actor=line.actor, kind=line.kind, problem=line.text)
        case "thought":
            return _thought(line, language)


def measure_name(measure: str, case: str, language: Language) -> str:
    """What a grid of readings shows."""
    name = {**thought_words(language), **PHRASES.all(language)}.get(f"measure_{measure}", measure)
    return PHRASES.say("about_case", language, measure=name, case=case) if case else name


def stop_name(quarter: int, language: Language) -> str:
    """When a watcher was asked: so many quarters of the talk were over."""
    return PHRASES.say(f"stop_{quarter}", language)


def stretch_name(quarter: int, language: Language) -> str:
    """What lies before the stop of that number; of one more than there are, what came after the talk."""
    return PHRASES.say(f"stretch_{quarter}", language)


def strip_name(strip: Strip, language: Language) -> str:
    """What stands before what was held: nothing where it is clear, or stands as at the line before."""
    if strip.is_alone or not strip.is_new:
        return ""
    return PHRASES.all(language).get(f"strip_{strip.measure}") or measure_name(strip.measure, "", language)


def _thought(line: FeedLine, language: Language) -> str:
    if line.kind == BELIEFS:
        return "\n".join(_beliefs(line, language))
    whole = line.body.get(text_of(line.kind))
    if isinstance(whole, str):
        return whole
    if told := list(readings([line])):
        between = "\n" if any(each.why for each in told) else PHRASES.say("semicolon", language)
        return between.join(_held(each, language) for each in told)
    return "\n".join(_Plain(line.kind, language).lines(line.body))


def _beliefs(line: FeedLine, language: Language) -> Iterator[str]:
    """What was answered to a question outside the game, or why nothing was."""
    held = ElicitedBeliefs.model_validate(line.body)
    told = {f"beliefs_{held.by}": held.probabilities} if held.probabilities else {}
    for key, shares in {**told, **{f"foretold_{of}": each for of, each in held.forecasts.items()}}.items():
        listed = PHRASES.say("listing", language).join(
            f"{name} {share:.0%}" for name, share in shares.items()
        )
        yield f"{PHRASES.all(language).get(key, key)}{PHRASES.say('colon', language)}{listed}"
    if not held.probabilities:
        yield PHRASES.say("beliefs_unreadable", language)


def _held(reading: SeatReading, language: Language) -> str:
    why = PHRASES.say("colon", language) + reading.why if reading.why else ""
    return f"{reading.about} {spelled(reading)}{why}"


class _Plain:
    """Any content of a thought, in the words that its method and the house have for what stands in it.

    Args:
        kind: of the thought.
        language: of the table.
    """

    def __init__(self, kind: str, language: Language) -> None:
        self._kind = kind
        self._language: Language = language
        self._words = {**PHRASES.all(language), **thought_words(language)}

    def lines(self, body: Mapping[str, JsonValue]) -> Iterator[str]:
        """A line for each of its parts that says anything."""
        for name, value in body.items():
            if value not in _NOTHING:
                yield f"{self._name(name)}{PHRASES.say('colon', self._language)}{self._value(value)}"

    def _name(self, name: str) -> str:
        """What a part is called; players are called by their names."""
        known = self._words.get(f"field_{self._kind}_{name}") or self._words.get(f"field_{name}")
        return known or name.replace("_", " ")

    def _value(self, value: JsonValue) -> str:
        listing = PHRASES.say("listing", self._language)
        match value:
            case bool():
                return PHRASES.say("value_yes" if value else "value_no", self._language)
            case dict():
                told = ((name, each) for name, each in value.items() if each not in _NOTHING)
                return listing.join(f"{self._name(name)} {self._value(each)}" for name, each in told)
            case list() if any(isinstance(each, dict | list) for each in value):
                return "".join(f"\n– {self._value(each)}" for each in value)
            case list():
                return listing.join(map(self._value, value))
            case float():
                return f"{value:.{_DIGITS}g}"
            case _:
                return self._words.get(f"value_{value}", str(value))
