"""How a player of a game without a script puts things: facts, questions, and what is neither."""

from __future__ import annotations

from parlour.facts import Fact, Name, Suspicion, WhomSuspected, WhoseVote, render
from parlour.reader.frames import words
from parlour.reader.lists import topics
from parlour.reader.parsed_prompt import ParsedPrompt
from parlour.reader.voice import drawn_for


def uttered(papers: ParsedPrompt, fact: Fact) -> str:
    """A fact in one of its phrasings: always the same one from the same mouth in the same round."""
    rng = drawn_for(f"{papers.me}{papers.round}{fact}")
    return render(fact, papers.language, rng, speaker=papers.me)


def retold(papers: ParsedPrompt, fact: Fact) -> str:
    """A fact in words that are nobody's own."""
    return render(fact, papers.language, drawn_for(f"{papers.me}{papers.round}{fact}"))


def asked(papers: ParsedPrompt, to: Name) -> str:
    """What is asked of somebody: out of the reader's own list, or what was not told in this round."""
    told = {type(each.fact) for each in papers.said if (each.by, each.round) == (to, papers.round)}
    own = WhoseVote(by=to) if Suspicion in told else WhomSuspected(by=to)
    question = next((each for _, each in topics(papers, to)), own)
    rng = drawn_for(f"{papers.me}{papers.round}{question}")
    text = render(question, papers.language, rng, speaker=papers.me, reader=to)
    return phrase(papers, "asks", to=to, question=text)


def phrase(papers: ParsedPrompt, name: str, **about: str) -> str:
    """One of the game's phrases."""
    return words("phrases", papers.language, papers.package)[name].format(**about)


def joined(papers: ParsedPrompt, *sentences: str) -> str:
    """Sentences one after another."""
    return words("phrases", papers.language, papers.package)["gap"].join(sentences)
