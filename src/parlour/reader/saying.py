"""How a player of a game without a script puts things: facts, questions, and what is neither."""

from __future__ import annotations

from parlour.language.facts import Fact, Name, Question, render
from parlour.reader.frames import words
from parlour.reader.lists import ANSWERS, topics
from parlour.reader.parsed_prompt import ParsedPrompt
from parlour.reader.voice import drawn_for

_PARTS = (("by", "by"), ("of", "about"))


def uttered(papers: ParsedPrompt, fact: Fact) -> str:
    """A fact in one of its phrasings: always the same one from the same mouth in the same round."""
    rng = drawn_for(f"{papers.me}{papers.round}{fact}")
    return render(fact, papers.language, rng, speaker=papers.me)


def retold(papers: ParsedPrompt, fact: Fact) -> str:
    """A fact in words that are nobody's own."""
    return render(fact, papers.language, drawn_for(f"{papers.me}{papers.round}{fact}"))


def asked(papers: ParsedPrompt, to: Name) -> str:
    """What is asked of somebody: out of the list in the prompt, or what the game asks; empty for nothing."""
    listed = next((each for _, each in topics(papers, to)), None)
    question = listed or _own_question(papers, to)
    if question is None:
        return ""
    rng = drawn_for(f"{papers.me}{papers.round}{question}")
    text = render(question, papers.language, rng, speaker=papers.me, reader=to)
    return phrase(papers, "asks", to=to, question=text)


def _own_question(papers: ParsedPrompt, to: Name) -> Question | None:
    """The first of the game's questions that somebody has not answered in this round, or the last."""
    told = {type(each.fact) for each in papers.said if (each.by, each.round) == (to, papers.round)}
    open_ones = (kind for kind in papers.asks if ANSWERS[kind] not in told)
    chosen = next(open_ones, papers.asks[-1] if papers.asks else None)
    return chosen(by=to) if chosen else None


def phrase(papers: ParsedPrompt, name: str, **about: str) -> str:
    """One of the game's phrases, in one of its wordings: always the same one on the same occasion.

    Nobody speaks of themselves by name: what the speaker did, and what was done to it, has phrases of its own
    (`NAME_by_me`, `NAME_of_me`), where the game brings them.
    """
    known = words("phrases", papers.language, papers.package)
    mine = next((f"{name}_{part}_me" for part, who in _PARTS if about.get(who) == papers.me), name)
    name = mine if mine in known else name
    rows: str | list[str] = known[name]
    row = rows if isinstance(rows, str) else papers.draw(f"{name}{about}").choice(rows)
    return (row[:1].upper() + row[1:]).format(**about)


def joined(papers: ParsedPrompt, *sentences: str) -> str:
    """Sentences one after another."""
    return words("phrases", papers.language, papers.package)["gap"].join(sentences)
