"""A question before it has letters, and the dealing of letters so that no position gives a key away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

from parlour.games.mystery.script import LETTERS, Aspect, Category, Question
from parlour.language.facts import Name

_WORTH: Mapping[Category, Literal[10, 5, 2]] = {
    Category.OBJECTIVE: 10,
    Category.REASONING: 5,
    Category.RELATIONS: 2,
}


@dataclass(frozen=True, kw_only=True)
class QuestionDraft:
    """A question whose options have no order yet.

    Attributes:
        aspect: what it is about.
        category: its worth.
        text: the question.
        right: the options that are right.
        wrong: those that are not.
        choose: how many may be chosen; as many as are right unless said.
        asked_of: to whom it is put; empty for everybody.
    """

    aspect: Aspect
    category: Category
    text: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    choose: int = 0
    asked_of: tuple[Name, ...] = ()


def lettered(drafts: Iterable[QuestionDraft], rng: Random) -> Iterator[Question]:
    """The questions with their options in order.

    The key goes where it has stood least often in questions of that aspect, then in all; chance decides the
    rest.
    """
    stood: Counter[tuple[Aspect | None, int]] = Counter()
    for draft in drafts:
        count = len(draft.right) + len(draft.wrong)
        order = rng.sample(range(count), count)
        order.sort(key=lambda place: (stood[draft.aspect, place], stood[None, place]))
        key = sorted(order[: len(draft.right)])
        stood.update((each, place) for each in (draft.aspect, None) for place in key)
        yield _question(draft, key, rng)


def _question(draft: QuestionDraft, key: list[int], rng: Random) -> Question:
    right = rng.sample(draft.right, len(draft.right))
    wrong = rng.sample(draft.wrong, len(draft.wrong))
    options = [(right if place in key else wrong).pop() for place in range(len(right) + len(wrong))]
    return Question(
        asked_of=draft.asked_of,
        aspect=draft.aspect,
        points=_WORTH[draft.category],
        text=draft.text,
        options=tuple(options),
        key=tuple(LETTERS[place] for place in key),
        choose=draft.choose or len(draft.right),
    )
