"""The words of a clause as they were typed: clauses are heard in other words for the same."""

from __future__ import annotations

import re

_STOPS = re.compile(r"[,.;:!?，。；：！？、…~\n]+|(?<=[\u4e00-\u9fff]) ")
_JOINTS = re.compile(r" (?:and|but|so|because|cause|cuz|then) ")


def as_typed(clause: str, text: str) -> str:
    """The part of a text that is most like a clause of it, between two stops or conjunctions."""
    from rapidfuzz.fuzz import ratio  # only where somebody types

    wholes = [text, *_STOPS.split(text)]
    parts = [*wholes, *(part for whole in wholes for part in _JOINTS.split(whole))]
    best = max(parts, key=lambda part: ratio(clause.lower(), part.lower()))
    return best.strip(" \t\n,.;:!?，。；：！？、…~") or text
