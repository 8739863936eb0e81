"""What is heard at a table without a script: lines that tell events, and the facts in what somebody says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from parlour.language.facts import Fact, Language, Name, Word, WordKind, entries, read, say, understand
from parlour.language.hearing import ANYBODY, HeardRemark, SpokenAct, TalkTable, as_confirmed, hear
from parlour.language.wording.rulebook import sentences
from parlour.reader.acts import SpeechAct, heard
from parlour.reader.frames import KIT, SentenceFrame, TableNames, compiled, words

_ASKED = {
    "ask_opinion": "ask_suspect",
    "ask_trust": "ask_trust",
    "ask_vote": "ask_vote",
    "ask_role": "ask_role",
    "ask_killed": "ask_role",
    "ask_check": "ask_night",
}
_ABOUT = {"ask_opinion": "ask_view", "ask_trust": "ask_view", "ask_why": "ask_why", "ask_vote": "ask_vote"}
"""What a question that somebody types is to the characters; below, one that is about somebody."""
OMISSIONS = ("left_out", "other_news")
"""The kinds of lines on what is left out: remarks, and what else happened."""


@lru_cache(maxsize=8192)
def lines(text: str, table: TableNames, package: str) -> tuple[SentenceFrame, ...]:
    """The lines of a text that are frames of a game's talk.

    The first frame that fits counts. What is said comes first, so that no speech passes for an event.
    """
    return tuple(frame for line in text.splitlines() if (frame := _frame(line, table, package)))


@lru_cache(maxsize=4096)
def facts(text: str, by: Name, table: TableNames, package: str = KIT, scope: str = "") -> tuple[Fact, ...]:
    """What a speech says; one without a sentence of the grammar was typed, and is read with patience.

    Args:
        text: the speech.
        by: who made it.
        table: who plays.
        package: whose acts of speech are known.
        scope: what is spoken of where what people type is heard clause by clause (`TalkTable`); else nothing.
    """
    text = as_confirmed(text, table.language)
    found = read(text, table.language, speaker=by, names=table.players).facts
    if found:
        return found
    got = understand(text, table.language, table.players, speaker=by)
    told = tuple(each for each in got.meanings if isinstance(each, Fact) and not got.guesses)
    if told or not scope or heard(text, by, table, package):
        return told
    return tuple(each for each in _typed(text, by, table, scope).meanings if isinstance(each, Fact))


def typed_acts(text: str, by: Name, table: TableNames, package: str, scope: str) -> tuple[SpeechAct, ...]:
    """The acts of a speech; of one that holds none, nor a fact of the grammar, those that somebody typed."""
    text = as_confirmed(text, table.language)
    found = heard(text, by, table, package)
    if found or not scope or read(text, table.language, speaker=by, names=table.players).facts:
        return found
    acts = (_as_act(each.act, by) for each in _typed(text, by, table, scope).certain)
    return tuple(act for act in acts if act)


def _as_act(act: SpokenAct, by: Name) -> SpeechAct | None:
    """A typed question as the characters know it; None where it is put to nobody or is none of theirs."""
    to, about = act["whom"], act["about"]
    kind = _ABOUT.get(act.kind) if about else _ASKED.get(act.kind)
    if kind is None or not isinstance(to, str) or to in (ANYBODY, by):
        return None
    return SpeechAct(kind=kind, by=by, to=to, about=about if isinstance(about, str) else "")


@lru_cache(maxsize=4096)
def _typed(text: str, by: Name, table: TableNames, scope: str) -> HeardRemark:
    return hear(text, TalkTable(language=table.language, names=table.players, speaker=by, scope=scope))


def role_named(said: str, language: Language) -> Word:
    """The role that some words mean, such as `the seer`."""
    return _roles(language)[said]


@lru_cache(maxsize=512)
def dealt(kind: str, text: str, table: TableNames, package: str) -> SentenceFrame | None:
    """What a text says was dealt to its reader, of some kind."""
    for line in sentences(_game(package), table.language, dealt=True):
        if line.kind == kind and (match := compiled(line.text, table).search(text)):
            return SentenceFrame(kind=line.name, fields=match.groupdict())
    return None


@cache
def _talk(language: Language, package: str) -> Mapping[str, str]:
    """What can happen at a table, by its name; what is said stands first, the notes of methods last.

    Between them stands what a prompt says of the talk that it leaves out.
    """
    happens = sorted(sentences(_game(package), language), key=lambda line: "{text}" not in line.text)
    frames = words("frames", language, package)
    omitted = {kind: frames[kind] for kind in OMISSIONS}
    return {**{line.name: line.text for line in happens}, **omitted, **frames.get("notes", {})}


def _game(package: str) -> str:
    """The package of the game whose reader lies in another."""
    return package.removesuffix(".reader")


def _frame(line: str, table: TableNames, package: str) -> SentenceFrame | None:
    for kind, row in _talk(table.language, package).items():
        if match := compiled(row, table).fullmatch(line):
            return SentenceFrame(kind=kind, fields=match.groupdict())
    return None


@cache
def _roles(language: Language) -> Mapping[str, Word]:
    return {say(WordKind.ROLE, role, language): role for role in entries(WordKind.ROLE)}
