"""Hearing a remark: what the rules hear in it and what fitted weights make of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.language.facts import Fact, Language, Name, Question, read
from parlour.language.hearing.act import HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.language.hearing.as_typed import as_typed
from parlour.language.hearing.clauses import comma_parts, sentences
from parlour.language.hearing.evidence import RemarkEvidence
from parlour.language.hearing.meaning import meaning
from parlour.language.hearing.offered import whole_sentences
from parlour.language.hearing.others import others
from parlour.language.hearing.readings import MOST_FREE
from parlour.language.hearing.ruled import by_rules
from parlour.language.hearing.settling import apart
from parlour.language.hearing.weighing import weighed
from parlour.language.hearing.weights import FittedWeights, fitted

_WITHHELD = frozenset({"deny", "refuse", "unknown", "unsure"})
_DENIALS = _WITHHELD | {"no", "not_there", "saw_nobody", "no_motive", "no_means", "no_vote", "disagree"}
"""The acts that say themselves that something is not so, or is not told."""
_LEAST_OF_SENTENCES, _LEAST_OF_COMMAS, _FEWEST_PARTS = 0.35, 0.25, 2
"""How likely a remark must be, as it is read as a whole, for its sentences, or the parts between commas, to
be heard together; and how many of them must say something by themselves, not to be."""


def hear(text: str, table: TalkTable) -> HeardRemark:
    """What somebody means by what they typed.

    The weights were fitted to remarks that say one thing or two. A longer one, which as a whole is likely to
    mean nothing that is read in it, or in which more is read than could be weighed together, is heard part by
    part, if several parts say something.

    Args:
        text: one remark or several.
        table: at which it is typed.
    """
    whole = _Hearing.of(text, table)
    found = _part_by_part(_parts(text, whole, table.language), table, whole.found)
    return replace(found, others=others(found, text, table))


def _parts(text: str, whole: _Hearing, language: Language) -> tuple[str, ...]:
    """The parts of a remark that are better heard one by one; none where it is better heard as a whole."""
    chance = 0.0 if len(whole.found.heard) > MOST_FREE else whole.chance
    parts = sentences(text, language) if chance < _LEAST_OF_SENTENCES else ()
    if len(parts) == 1 and chance < _LEAST_OF_COMMAS:
        return comma_parts(text, language)
    return parts


def _part_by_part(parts: Sequence[str], table: TalkTable, whole: HeardRemark) -> HeardRemark:
    """What is heard in each part, and beside it what only the whole says; the whole if but one says anything.

    Whom a part names, and whom it speaks to, the next may leave out; what it answers is answered.
    """
    told: list[HeardRemark] = []
    for part in parts:
        each = _Hearing.of(part, table)
        told.append(each.found)
        table = replace(table, to=each.you or table.to, spoken_of=each.named or table.spoken_of)
        if each.found.heard:
            table = replace(table, asked="", asker=None)
    if sum(bool(each.heard) for each in told) < _FEWEST_PARTS:
        return whole
    heard = apart(act for each in told for act in each.heard)
    keys = {each.act.key for each in heard}
    return HeardRemark(
        heard=heard,
        unheard=tuple(clause for each in told for clause in each.unheard),
        guesses=tuple(dict.fromkeys(guess for each in told for guess in each.guesses)),
        others=tuple(
            reading
            for reading in (whole.heard, *whole.others)
            if not keys.issuperset(each.act.key for each in reading)
        ),
    )


@dataclass(frozen=True, kw_only=True)
class _Hearing:
    """What is heard in words that are taken as a whole.

    Attributes:
        found: it.
        chance: how likely it is among the readings.
        you: whom the words are said to, and
        named: whom they name last.
    """

    found: HeardRemark
    chance: float = 1.0
    you: Name | None = None
    named: Name | None = None

    @classmethod
    def of(cls, text: str, table: TalkTable) -> _Hearing:
        found, evidence = by_rules(text, table)
        weights, chance = fitted(table.language), 1.0
        is_offered = text.strip() in whole_sentences(table.language, table.scope)
        if weights is not None and evidence is not None and not is_offered:
            found, chance = _weighed(found, evidence, weights)
        heard = tuple(_as_typed(each, text, table) for each in found.heard)
        if evidence is not None and evidence.is_hedged:
            heard = _hedged(heard, text, table)
        found = replace(found, heard=heard, unheard=tuple(as_typed(each, text) for each in found.unheard))
        if evidence is None:
            return cls(found=found)
        return cls(found=found, chance=chance, you=evidence.spoken.you, named=evidence.spoken.named_last)


def _as_typed(heard: HeardAct, text: str, table: TalkTable) -> HeardAct:
    """An act in the words that were typed; sure, too, where the grammar says the same with these words."""
    clause, means = as_typed(heard.clause, text), meaning(heard.act, table)
    sentence = f"{clause}?" if heard.act.is_question else clause
    is_sure = heard.is_sure or (means is not None and _is_stated(sentence, means, table))
    return replace(heard, clause=clause, means=means, is_sure=is_sure)


def _hedged(heard: Sequence[HeardAct], text: str, table: TalkTable) -> tuple[HeardAct, ...]:
    """The acts of a remark that hedges: sure are refusals, and what the grammar reads there by itself."""
    told = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    stated = (*told.facts, *told.questions)
    return tuple(
        replace(each, is_sure=each.is_sure and (each.act.kind in _WITHHELD or each.means in stated))
        for each in heard
    )


def _is_stated(sentence: str, means: Fact | Question, table: TalkTable) -> bool:
    """Whether a sentence is the grammar's own for something."""
    found = read(sentence, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    return (*found.facts, *found.questions) == (means,)


def _weighed(
    found: HeardRemark, evidence: RemarkEvidence, weights: FittedWeights
) -> tuple[HeardRemark, float]:
    """The acts that are held to be meant, in the order of the text, and how likely they are."""
    if not found.heard and not evidence.is_known(weights):
        return found, 1.0
    told = weighed(evidence, weights)
    is_sure, is_doubted = told.certainty >= weights.least_certainty, evidence.is_doubted
    ruled = {each.act: each for each in found.heard}
    heard: list[HeardAct] = []
    for act in sorted(told.acts, key=evidence.end_of):
        each = ruled.get(act) or _guessed(act, evidence)
        is_told = not is_doubted or each.is_sure or act.is_question or act.kind in _DENIALS
        heard.append(replace(each, is_sure=is_sure and is_told))
    is_more = any(act not in ruled for act in told.acts)
    weighed_up = replace(
        found,
        heard=tuple(heard),
        unheard=() if is_more else found.unheard,
        others=tuple(tuple(_guessed(act, evidence) for act in each) for each in told.others),
    )
    return weighed_up, told.chance


def _guessed(act: SpokenAct, evidence: RemarkEvidence) -> HeardAct:
    return HeardAct(act=evidence.filled(act), clause=evidence.clause_of(act), is_sure=False)
