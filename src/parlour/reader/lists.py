"""Numbered lists in the task of a prompt: what is remembered, told as facts, and what might be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from parlour.language.facts import (
    Check,
    Fact,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    Question,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    WhatCheck,
    WhatRole,
    WhomSuspected,
    WhomTrusted,
    WhoseVote,
    read,
    render,
)
from parlour.reader.frames import words
from parlour.reader.parsed_prompt import ParsedPrompt
from parlour.reader.voice import drawn_for

_LISTED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
ANSWERS: Mapping[type[Question], type[Fact]] = {
    WhatRole: RoleClaim,
    WhatCheck: Check,
    WhomSuspected: Suspicion,
    WhomTrusted: Trust,
    WhoseVote: VoteFor,
}
"""What answers a question."""


def lines(papers: ParsedPrompt) -> Iterator[tuple[int, str]]:
    """Every line with its number."""
    return ((int(number), text) for number, text in _LISTED.findall(papers.task))


def timelines(papers: ParsedPrompt) -> Iterator[tuple[int, str]]:
    """The lines that tell a fact, in words in which the reader may tell it again: of itself as *I*."""
    for number, text in lines(papers):
        facts = _facts(papers, text)
        if any(papers.me in people(fact) for fact in facts):
            rng = drawn_for(f"{papers.me}{papers.round}{text}")
            gap = words("phrases", papers.language, papers.package)["gap"]
            yield number, gap.join(render(fact, papers.language, rng, speaker=papers.me) for fact in facts)
        elif facts:
            yield number, text


def timeline(papers: ParsedPrompt, number: int) -> tuple[Fact, ...]:
    """The facts that a line tells; none where it tells none."""
    return _facts(papers, dict(lines(papers)).get(number, ""))


def _facts(papers: ParsedPrompt, line: str) -> tuple[Fact, ...]:
    return read(line, papers.language, names=papers.table.players).facts


def is_told(papers: ParsedPrompt, number: int) -> bool:
    """Whether what the reader means to say tells all of a timeline."""
    told = read(papers.draft, papers.language, speaker=papers.me, names=papers.table.players).facts
    return all(fact in told for fact in timeline(papers, number))


def topics(papers: ParsedPrompt, to: Name) -> Iterator[tuple[int, Question]]:
    """The lines that ask something, as put to somebody; those that are understood."""
    for number, text in lines(papers):
        for question in read(
            text, papers.language, speaker=papers.me, reader=to, names=papers.table.players
        ).questions[:1]:
            yield number, question


def least_answered(papers: ParsedPrompt, others: Sequence[Name], most: int) -> list[int]:
    """The numbers of the questions that fewest of the others have answered; of equal ones the first."""
    unanswered = {number: sum(_is_open(papers, number, to) for to in others) for number, _ in lines(papers)}
    return sorted(sorted(unanswered, key=lambda number: -unanswered[number])[:most])


def _is_open(papers: ParsedPrompt, number: int, to: Name) -> bool:
    """Whether a question of the list is understood, and somebody has not answered it yet."""
    question = dict(topics(papers, to)).get(number)
    answer = ANSWERS.get(type(question)) if question else None
    return answer is not None and not any(isinstance(fact, answer) for fact in papers.said_by(to))


def people(fact: Fact) -> frozenset[Name]:
    """Who is told of in a fact that one may retell of others; nobody in any other."""
    match fact:
        case OneOfTwo(by=by, whom=whom, other=other) | NeitherOfTwo(by=by, whom=whom, other=other):
            return frozenset({by, whom, other})
        case Check(by=by, whom=whom) | Suspicion(by=by, whom=whom) | VoteFor(by=by, whom=whom):
            return frozenset({by, whom})
        case RoleClaim(who=who):
            return frozenset({who})
        case _:
            return frozenset()
