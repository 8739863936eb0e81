"""How much of a corpus of utterances is understood, how much is heard wrongly, and how long hearing takes.

Times are of the processor, so that nobody is blamed for what else the machine does.
Each line of a corpus is what a person typed with what it means, in acts with slots (`corpus/README.md`).
*One tap*: what is lit, or would be once a chip is tapped, is every act that it means and none besides.
*Offered*: each act that it means is among the chips, by itself or with others. *Lit*: a chip is lit before a
tap. *Misread*: a chip is lit that it does not mean. *Understood*: the likeliest reading holds each act, and
none besides.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from parlour.evaluation import wilson
from parlour.language.facts import Language, Slot, WordKind, settings
from parlour.language.hearing import ANYBODY, HeardRemark, SpokenAct, TalkTable, hear
from parlour.language.hearing.entities import typed_words

CORPUS = Path(__file__).parent / "corpus"
GAMES = ("mystery", "werewolf", "onenight")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
SCOPES = {"mystery": "story", "werewolf": "roles", "onenight": "cards"}
Verdict = Literal["understood", "one tap", "offered", "lit", "misread"]
_GUESTS: Mapping[Language, tuple[str, ...]] = {
    "en": ("Sylvia", "Desmond", "Conrad", "Agatha", "Violet", "Rosamund", "Nora"),
    "zh": ("许念慈", "叶伯庸", "顾维安", "沈月娥", "贺芳菲", "魏红绫", "唐凤仪"),
}
_SEATS = {"werewolf": (8, 3), "onenight": (6, 2)}
_FREE = frozenset({"kind", "what", "over", "with", "said_by"})
"""Slots in words of one's own, and those that only add to an act."""
_OLDER = {"ask_why_trust": "ask_why"}
"""The act by which remarks that were written before an act was told apart mean the same."""
_VIEWS = frozenset({"ask_opinion", "ask_trust"})
"""Questions that are sent in the same words where they are about a player (`SpokenAct.as_sent`)."""
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "was": ("who",),
    "not_there": ("who",),
    "saw": ("by", "whom"),
    "heard": ("by",),
    "saw_nobody": ("by",),
    "relation": ("of", "to"),
    "motive": ("who",),
    "no_motive": ("who",),
    "means": ("who", "thing"),
    "no_means": ("who", "thing"),
    "quarrel": ("who", "whom"),
    "cause": ("thing",),
    "death_where": ("where",),
    "death_when": ("when",),
    "secret": ("who",),
    "suspect": ("who",),
    "trust": ("who",),
    "claim": ("who", "role"),
    "check": ("by", "whom", "result"),
    "saved": ("by", "whom"),
    "poisoned": ("by", "whom"),
    "centre": ("by", "role"),
    "robbed": ("by", "whom"),
    "swapped": ("by", "whom", "other"),
    "drank": ("by",),
    "woke": ("by", "role"),
    "fellow": ("by", "whom", "role"),
    "vote": ("whom",),
    "no_vote": ("whom",),
    "agree": ("with",),
    "disagree": ("with",),
    "contradict": ("who",),
    "changed": ("to",),
    "ask_saw": ("whom", "about"),
    "ask_relation": ("whom", "to"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class Line:
    """One utterance with what it means."""

    text: str
    means: tuple[Mapping[str, Any], ...]
    asked: str = ""
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class HeardLine:
    """An utterance as it was heard.

    Attributes:
        line: it.
        remark: what was heard.
        missing: how many acts the likeliest reading lacks, and
        left: how many it holds that are not meant.
        verdicts: what is true of it.
    """

    line: Line
    remark: HeardRemark
    missing: int
    left: int
    verdicts: frozenset[Verdict]
    seconds: float


@dataclass(kw_only=True)
class Score:
    """What came of a corpus of one game and language."""

    game: str
    language: Language
    lines: list[HeardLine] = field(default_factory=list[HeardLine])

    def share(self, verdict: Verdict) -> tuple[float, float, float]:
        """The share of a verdict with its interval (Wilson)."""
        share = sum(verdict in line.verdicts for line in self.lines) / len(self.lines)
        return share, *wilson(share, len(self.lines))

    @property
    def acts(self) -> tuple[float, float]:
        """Of the acts that are meant, how many are heard, and how many are heard besides."""
        meant = sum(len(line.line.means) for line in self.lines)
        return 1 - sum(line.missing for line in self.lines) / meant, sum(
            line.left for line in self.lines
        ) / meant

    @property
    def milliseconds(self) -> float:
        """The mean time of hearing one."""
        return 1000 * sum(line.seconds for line in self.lines) / len(self.lines)


def corpus(half: str, game: str, language: Language) -> tuple[Line, ...]:
    """The utterances of one half; none where the file is not there."""
    path = CORPUS / half / f"{game}-{language}.jsonl"
    return read_lines(path) if path.is_file() else ()


def reversible() -> Iterator[tuple[str, Language, Line, Sequence[Mapping[str, Any]]]]:
    """Sentences of negation, contrast and hearsay, with acts that may be heard besides."""
    path = CORPUS / "reversed.jsonl"
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    for row, line in zip(rows, read_lines(path), strict=True):
        yield row["game"], row["language"], line, row.get("may", ())


def is_reversed(game: str, language: Language, line: Line, may: Sequence[Mapping[str, Any]]) -> bool:
    """Returns true if a chip is lit that a sentence neither means nor may mean."""
    at = table(line, game, language)
    lit = (each.act for reading in hear(line.text, at).offered for each in reading if each.is_sure)
    return not all(any(is_meant(act, each, at) for act in (*line.means, *may)) for each in lit)


def read_lines(path: Path) -> tuple[Line, ...]:
    """The utterances of a file."""
    rows = (json.loads(row) for row in path.read_text(encoding="utf-8").splitlines() if row.strip())
    return tuple(
        Line(text=row["text"], means=tuple(row["means"]), asked=row.get("asked", ""), to=row.get("to"))
        for row in rows
    )


def typed_as_one(lines: Sequence[Line], language: Language, *, each: int, count: int) -> tuple[Line, ...]:
    """Remarks that say several things: so many of a corpus one after another, drawn by a fixed seed.

    They are statements that are put to nobody and answer nothing, so that none changes what another means.
    """
    rng, end = Random(1), "." if language == "en" else "。"
    alone = [
        line
        for line in lines
        if line.means
        and not (line.asked or line.to or any(act["act"].startswith("ask_") for act in line.means))
    ]

    def drawn() -> Line:
        parts = rng.sample(alone, each)
        texts = (part.text if part.text[-1] in ".!?。！？" else part.text + end for part in parts)
        means = [act for part in parts for act in part.means]
        kept = tuple(act for n, act in enumerate(means) if act not in means[:n])
        return Line(text=("" if language == "zh" else " ").join(texts), means=kept)

    return tuple(drawn() for _ in range(count))


def score(game: str, language: Language, lines: Sequence[Line]) -> Score:
    """How much of some utterances is understood."""
    return Score(game=game, language=language, lines=[_heard(line, game, language) for line in lines])


def table(line: Line, game: str, language: Language) -> TalkTable:
    """The table at which an utterance was typed."""
    if game == "mystery":
        names = _GUESTS[language]
        dead = names[-1]
        return TalkTable(
            language=language,
            names=names,
            speaker=names[0],
            victims=(dead,),
            deaths={dead: Slot(38)},
            places=frozenset(settings()["hotel"]) | {"tea_hall"},
            to=line.to,
            asked=line.asked,
            asker=line.to if line.asked else None,
        )
    count, me = _SEATS[game]
    names = tuple(f"Player {n}" if language == "en" else f"{n}号玩家" for n in range(1, count + 1))
    return TalkTable(
        language=language,
        names=names,
        speaker=names[me - 1],
        scope=SCOPES[game],
        to=line.to,
        asked=line.asked,
        asker=line.to if line.asked else None,
    )


def _heard(line: Line, game: str, language: Language) -> HeardLine:
    at = table(line, game, language)
    began = time.thread_time()
    remark = hear(line.text, at)
    seconds = time.thread_time() - began
    missing, left = compared(line, [each.act for each in remark.heard], at)
    chips = [[each.act for each in reading] for reading in remark.offered]
    lit = [[each.act for each in reading] for reading in remark.offered if reading[0].is_sure]
    tapped = [lit, *([*lit, chip] if chip not in lit else [on for on in lit if on != chip] for chip in chips)]
    verdicts: dict[Verdict, bool] = {
        "understood": not (missing or left),
        "one tap": any(_is_said(on, line, at) for on in tapped),
        "offered": all(any(is_meant(gold, act, at) for chip in chips for act in chip) for gold in line.means),
        "lit": bool(lit),
        "misread": not all(_is_all_meant(chip, line, at) for chip in lit),
    }
    return HeardLine(
        line=line,
        remark=remark,
        missing=missing,
        left=left,
        verdicts=frozenset(verdict for verdict, is_so in verdicts.items() if is_so),
        seconds=seconds,
    )


def _is_all_meant(acts: Sequence[SpokenAct], line: Line, at: TalkTable) -> bool:
    return all(any(is_meant(gold, act, at) for gold in line.means) for act in acts)


def _is_said(chips: Sequence[Sequence[SpokenAct]], line: Line, at: TalkTable) -> bool:
    """Returns true if some chips say all that an utterance means, and nothing besides."""
    acts = [act for chip in chips for act in chip]
    said = all(any(is_meant(gold, act, at) for act in acts) for gold in line.means)
    return said and _is_all_meant(acts, line, at)


def compared(line: Line, acts: Sequence[SpokenAct], at: TalkTable) -> tuple[int, int]:
    """How many acts that an utterance means are not among some, and how many of these it does not mean."""
    left, missing = list(acts), 0
    for gold in line.means:
        found = next((act for act in left if is_meant(gold, act, at)), None)
        if found is None:
            missing += 1
        else:
            left.remove(found)
    return missing, len(left)


def is_meant(gold: Mapping[str, Any], act: SpokenAct, at: TalkTable) -> bool:
    """Returns true if an act is the one meant, in every slot that it has to have."""
    is_view = {gold["act"], act.kind} <= _VIEWS and bool(gold.get("about")) and act["about"] is not None
    if gold["act"] not in (act.kind, _OLDER.get(act.kind)) and not is_view:
        return False
    wanted = {
        slot: _value(slot, value, at) for slot, value in gold.items() if slot != "act" and slot not in _FREE
    }
    required = _REQUIRED.get(act.kind, ("whom",) if act.kind.startswith("ask_") else ())
    for slot, value in wanted.items():
        heard = act[slot]
        if heard is None and slot not in required:
            continue
        if heard != value:
            return False
    return True


def agreement(gold: Mapping[str, Any], act: SpokenAct, at: TalkTable) -> tuple[int, int] | None:
    """How many slots of an act are as they are meant, and how few besides; None where it is another."""
    if not is_meant(gold, act, at):
        return None
    wanted = {
        slot: _value(slot, value, at) for slot, value in gold.items() if slot not in ("act", "with", "over")
    }
    told = dict(act.slots)
    agreeing = sum(told.get(slot) == value for slot, value in wanted.items())
    return agreeing, -sum(slot not in wanted for slot in told)


def _value(slot: str, value: Any, at: TalkTable) -> Any:
    if value == "I":
        return at.speaker
    if value == ANYBODY or slot == "of":
        return value
    match slot:
        case "where":
            return typed_words(WordKind.PLACE, at.language).get(value)
        case "thing":
            return typed_words(WordKind.THING, at.language).get(value)
        case "when":
            hour, minute = map(int, value.split(":"))
            return Slot(hour * 2 + minute // 30)
        case "night":
            return int(value)
        case _:
            return value


def agreed(game: str, language: Language) -> tuple[int, int]:
    """How often a second reader says the same of utterances of the working half, and of how many.

    That reader knew what the other three quarters of that half mean. The measure is that of hearing: every
    act with its slots, and none besides.
    """
    first = {line.text: line for line in corpus("dev", game, language)}
    again = corpus("again", game, language)
    same = sum(
        compared(first[line.text], [_told(act, at) for act in line.means], at) == (0, 0)
        for line in again
        for at in [table(line, game, language)]
    )
    return same, len(again)


def _told(act: Mapping[str, Any], at: TalkTable) -> SpokenAct:
    """An act as it would have been heard."""
    slots = ((slot, value) for slot, value in act.items() if slot != "act" and slot not in _FREE)
    return SpokenAct(kind=act["act"], slots=tuple((slot, _value(slot, value, at)) for slot, value in slots))


def scores(half: str) -> Iterator[Score]:
    """The scores of one half, by game and language."""
    for game in GAMES:
        for language in LANGUAGES:
            if lines := corpus(half, game, language):
                yield score(game, language, lines)
