"""What a question is about, by its wording in English or Chinese (Zhu et al. 2025, table 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.games.mystery.script import Aspect

_WORDINGS: tuple[tuple[Aspect, str], ...] = (
    (Aspect.SUSPECT, r"most suspect|suspect(?:ed)? (?:the )?most|最怀疑"),
    (
        Aspect.RELATIONSHIP,
        r"\bis the victim|\b(?:perpetrator|killer|murderer) the victim|relationship|关系|被害人",
    ),
    (Aspect.WHERE, r"\bwhere\b|哪里|哪儿|何处|什么地方"),
    (Aspect.WHEN, r"\bwhen\b|\bwhat time\b|何时|什么时候|什么时间|几点"),
    (Aspect.WHY, r"\bmotiv|\bwhy\b|动机|为什么|为何"),
    (Aspect.HOW, r"\bhow (?:did|was|were|do|does|is)\b|怎么|如何|怎样"),
    (Aspect.WHO, r"\bwho(?:m|se)?\b|谁"),
)
_DENIED = re.compile(r"non-?existent|does not exist|not exist|不存在", re.IGNORECASE)


def aspect_of(text: str, points: int, options: Sequence[str]) -> Aspect:
    """The aspect of one question.

    Args:
        text: the question; where it is empty, only the points and options tell.
        points: 10 asks who did it; 2 asks for relations, told apart by how many an option names.
        options: the answers.
    """
    if points == 2:
        return _of_relations(text, options)
    for aspect, wording in _WORDINGS:
        if re.search(wording, text, re.IGNORECASE):
            return aspect
    return Aspect.WHO if points == 10 else Aspect.OTHER


def _of_relations(text: str, options: Sequence[str]) -> Aspect:
    if _DENIED.search(text):
        return Aspect.THREE_RELATIONSHIPS
    double = sum(" and " in option for option in options)
    return Aspect.TWO_RELATIONSHIPS if double * 2 > len(options) else Aspect.ONE_RELATIONSHIP
