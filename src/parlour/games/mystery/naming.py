"""How requests, events and records name a script's questions."""

from __future__ import annotations


def question_name(number: int, evaluation: int = 1) -> str:
    """How requests and events name a script's question: `q1` is the first, `q1/2` the same put again."""
    return f"q{number + 1}" if evaluation == 1 else f"q{number + 1}/{evaluation}"


def question_of(name: str) -> tuple[int, int]:
    """The number of the question that a name means, from 0, and which evaluation it is, from 1."""
    number, _, evaluation = name.removeprefix("q").partition("/")
    return int(number) - 1, int(evaluation or 1)
