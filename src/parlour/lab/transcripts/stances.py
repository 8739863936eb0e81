"""Accusations, trust and role claims in free talk, found by annotators' labels or a small lexicon.

Free talk is not understood here. What `stances.yaml` does not list is not found, and what it lists may be
irony: a count of stances is a count of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel

from parlour.core.language import read_yaml
from parlour.lab.transcripts.form import GameTranscript, Happening
from parlour.language.facts import any_name, name_pattern

StanceKind = Literal["accuses", "trusts"]
_KINDS: tuple[StanceKind, ...] = ("accuses", "trusts")
_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]*")
_NOBODY = r"(?!)"


@dataclass(frozen=True, kw_only=True)
class TakenStance:
    """An accusation or a statement of trust that was said aloud."""

    number: int
    by: str
    about: str
    kind: StanceKind
    is_labelled: bool


class _Lexicon(BaseModel, frozen=True, extra="forbid"):
    you: tuple[str, ...]
    asks: str
    doubted: tuple[str, ...]
    accuses: tuple[str, ...]
    trusts: tuple[str, ...]
    claims: tuple[str, ...]

    def patterns(self, kind: StanceKind) -> tuple[str, ...]:
        return self.accuses if kind == "accuses" else self.trusts


class _Lexicons(BaseModel, frozen=True, extra="forbid"):
    labels: Mapping[Literal["accuses", "claims"], tuple[str, ...]]
    en: _Lexicon
    zh: _Lexicon

    def of(self, language: str) -> _Lexicon | None:
        return {"en": self.en, "zh": self.zh}.get(language)


def public_speeches(game: GameTranscript) -> Iterator[Happening]:
    """Yields the public speeches of the cast, in order."""
    for each in game.events:
        if each.is_public_speech and each.speaker and each.text:
            yield each


def named_in(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """The seats that a text names, in the order in which it first does, small letters or not."""
    spelled = {name.casefold(): name for name in players}
    found = _names(tuple(players)).finditer(text)
    return tuple(dict.fromkeys(spelled[each.group().casefold()] for each in found))


def without_names(text: str, players: Sequence[str], instead: str) -> str:
    """A text with something else in the place of every seat that it names."""
    return _names(tuple(players)).sub(instead, text)


def stances(game: GameTranscript, roles: Sequence[str]) -> tuple[TakenStance, ...]:
    """Returns every stance that was taken aloud, in order; each once for a speech.

    If a label says that a speech accuses and the lexicon finds no target, the target is the only other seat
    that it names or, if it names none and says "you", the addressee. "You" is the seat that the source says,
    or else the last other speaker.
    """
    known = _lexicons()
    lexicon = known.of(game.language)
    if lexicon is None:
        return ()
    table = (lexicon.you, game.players, tuple(roles))
    patterns = {kind: _pattern(lexicon.patterns(kind), *table) for kind in _KINDS}
    spelled = {name.casefold(): name for name in game.players}
    found: dict[tuple[int, str, StanceKind], TakenStance] = {}
    last: list[str] = []
    for each in public_speeches(game):
        by = each.speaker or ""
        other = each.to or next((name for name in reversed(last) if name != by), None)
        for kind in _KINDS:
            is_labelled = kind == "accuses" and bool(set(each.labels) & {*known.labels["accuses"]})
            told = [spelled.get(name, other) for name in _of_words(each.text, patterns[kind], lexicon)]
            told = told or (_of_label(each, game.players, other, lexicon) if is_labelled else [])
            for about in told:
                if about and about != by:
                    key = (each.number, about, kind)
                    found[key] = TakenStance(
                        number=each.number, by=by, about=about, kind=kind, is_labelled=is_labelled
                    )
        last.append(by)
    return tuple(found.values())


def claimed_roles(each: Happening, language: str, roles: Sequence[str]) -> tuple[str, ...]:
    """Returns the roles that a speaker claims, in order; a labelled claim may be a bare word."""
    known = _lexicons()
    lexicon = known.of(language)
    if lexicon is None or not roles:
        return ()
    told = dict.fromkeys(_of_words(each.text, _claims(lexicon.claims, tuple(roles)), lexicon))
    bare = each.text.casefold().strip(" .!")
    if not told and set(each.labels) & {*known.labels["claims"]} and bare in roles:
        return (bare,)
    return tuple(told)


def knows_language(language: str) -> bool:
    """Returns true if a lexicon of the language exists."""
    return _lexicons().of(language) is not None


def _of_words(text: str, pattern: re.Pattern[str], lexicon: _Lexicon) -> Iterator[str]:
    doubted = re.compile("|".join(lexicon.doubted), re.IGNORECASE)
    for sentence in _SENTENCE.findall(text):
        if lexicon.asks not in sentence and not doubted.search(sentence):
            for each in pattern.finditer(sentence):
                yield next(group for group in each.groups() if group).casefold()


def _of_label(
    each: Happening, players: Sequence[str], other: str | None, lexicon: _Lexicon
) -> list[str | None]:
    named = [name for name in named_in(each.text, players) if name != each.speaker]
    says_you = any(re.search(rf"\b{word}", each.text, re.IGNORECASE) for word in lexicon.you)
    if len(named) == 1:
        return [*named]
    return [other] if not named and says_you else []


@cache
def _lexicons() -> _Lexicons:
    path = resources.files("parlour.lab.transcripts") / "stances.yaml"
    return _Lexicons.model_validate(read_yaml(path.read_text(encoding="utf-8")))


@cache
def _claims(patterns: tuple[str, ...], roles: tuple[str, ...]) -> re.Pattern[str]:
    role = "|".join(map(re.escape, sorted(roles, key=len, reverse=True)))
    return re.compile("|".join(each.replace("{role}", role) for each in patterns), re.IGNORECASE)


@cache
def _names(players: tuple[str, ...]) -> re.Pattern[str]:
    return any_name(players, re.IGNORECASE)


@cache
def _pattern(
    patterns: tuple[str, ...], you: tuple[str, ...], players: tuple[str, ...], roles: tuple[str, ...]
) -> re.Pattern[str]:
    marks = [name_pattern(each) for each in sorted(players, key=len, reverse=True)]
    one = "|".join((*marks, *map(name_pattern, you)))
    sought = "|".join(map(re.escape, roles)) or _NOBODY
    told = (each.replace("{one}", f"({one})").replace("{sought}", f"(?:{sought})") for each in patterns)
    return re.compile("|".join(told), re.IGNORECASE)
