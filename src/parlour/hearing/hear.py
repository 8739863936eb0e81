"""Hearing a remark: what the rules hear in it and what fitted weights make of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.facts import Fact, Question, read
from parlour.hearing.act import HeardAct, HeardRemark, TalkTable
from parlour.hearing.as_typed import as_typed
from parlour.hearing.evidence import RemarkEvidence
from parlour.hearing.meaning import meaning
from parlour.hearing.offered import whole_sentences
from parlour.hearing.ruled import by_rules
from parlour.hearing.weighing import weighed
from parlour.hearing.weights import FittedWeights, fitted

_WITHHELD = frozenset({"deny", "refuse", "unknown", "unsure"})
_DENIALS = _WITHHELD | {"no", "not_there", "saw_nobody", "no_motive", "no_means", "no_vote", "disagree"}
"""The acts that say themselves that something is not so, or is not told."""


def hear(text: str, table: TalkTable) -> HeardRemark:
    """What somebody means by what they typed.

    Args:
        text: one remark or several.
        table: at which it is typed.
    """
    found, evidence = by_rules(text, table)
    weights = fitted(table.language)
    is_offered = text.strip() in whole_sentences(table.language, table.scope)
    if weights is not None and evidence is not None and not is_offered:
        found = _weighed(found, evidence, weights)
    heard = tuple(_as_typed(each, text, table) for each in found.heard)
    if evidence is not None and evidence.is_hedged:
        heard = _hedged(heard, text, table)
    return replace(found, heard=heard, unheard=tuple(as_typed(each, text) for each in found.unheard))


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


def _weighed(found: HeardRemark, evidence: RemarkEvidence, weights: FittedWeights) -> HeardRemark:
    """What is heard in the end: the acts that are held to be meant, in the order of the text."""
    if not found.heard and not evidence.is_known(weights):
        return found
    told = weighed(evidence, weights)
    is_sure, is_doubted = told.certainty >= weights.least_certainty, evidence.is_doubted
    ruled = {each.act: each for each in found.heard}
    heard: list[HeardAct] = []
    for act in sorted(told.acts, key=evidence.end_of):
        each = ruled.get(act) or HeardAct(
            act=evidence.filled(act), clause=evidence.clause_of(act), is_sure=False
        )
        is_told = not is_doubted or each.is_sure or act.is_question or act.kind in _DENIALS
        heard.append(replace(each, is_sure=is_sure and is_told))
    is_more = any(act not in ruled for act in told.acts)
    return replace(found, heard=tuple(heard), unheard=() if is_more else found.unheard)
