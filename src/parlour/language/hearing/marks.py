"""The private characters that stand for what a text names, by sort, and for I, you and whoever was named."""

from __future__ import annotations

from typing import Any

PEOPLE, PLACE, TIME, THING, ROLE, CARD, NIGHT, KIND = (0xE000 + 0x100 * n for n in range(8))
"""Where the stand-ins of each sort begin."""
ME, YOU, REF = (chr(PEOPLE + offset) for offset in (0xF0, 0xF1, 0xF2))
"""Who speaks, who is spoken to, and whoever was named before: he, she, they."""
_GAPS = {
    "<I>": ME,
    "<YOU>": YOU,
    "<you>": YOU,
    "<REF>": REF,
    "<P>": f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]",
    "<N>": f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]",
    "<R>": f"[{chr(ROLE)}-{chr(ROLE + 0xFF)}]",
    "<L>": f"[{chr(PLACE)}-{chr(PLACE + 0xFF)}]",
    "<T>": f"[{chr(TIME)}-{chr(TIME + 0xFF)}]",
}


def with_marks(told: Any) -> Any:  # noqa: ANN401 - YAML, given its types by whoever reads it
    """The strings of a file with the characters in the place of `<I>`, `<YOU>` and so on."""
    if isinstance(told, str):
        for gap, mark in _GAPS.items():
            told = told.replace(gap, mark)
        return told
    if isinstance(told, dict):
        return {with_marks(key): with_marks(value) for key, value in told.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(told, list):
        return [with_marks(each) for each in told]  # pyright: ignore[reportUnknownVariableType]
    return told
