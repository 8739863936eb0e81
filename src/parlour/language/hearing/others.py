"""The readings of a remark beside the one that is heard: what else it may say, for its speaker to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from parlour.language.hearing.act import HeardAct, HeardRemark, TalkTable
from parlour.language.hearing.as_typed import as_typed
from parlour.language.hearing.meaning import meaning

MOST_OTHERS = 2
"""How many are shown beside the first."""

Others = tuple[tuple[HeardAct, ...], ...]


def others(remark: HeardRemark, text: str, table: TalkTable) -> Others:
    """Which of a remark's other readings are shown: the likeliest that say something, and nothing twice.

    Of a reading only what the grammar says is kept, since no more is sent. Where a remark is heard for
    certain, no other is shown.
    """
    if remark.heard and remark.is_sure:
        return ()
    shown = islice(_apart(remark, table), MOST_OTHERS)
    return tuple(tuple(replace(act, clause=as_typed(act.clause, text)) for act in each) for each in shown)


def _apart(remark: HeardRemark, table: TalkTable) -> Iterator[tuple[HeardAct, ...]]:
    """The other readings that say what neither the first says nor one before them, in the grammar's words."""
    told = [set[object](), _meanings(remark.heard)]
    for reading in remark.others:
        acts = [replace(act, means=meaning(act.act, table)) for act in reading]
        if (says := _meanings(acts)) not in told:
            told.append(says)
            yield tuple(act for act in acts if act.means is not None)


def _meanings(acts: Iterable[HeardAct]) -> set[object]:
    return {act.means for act in acts if act.means is not None}
