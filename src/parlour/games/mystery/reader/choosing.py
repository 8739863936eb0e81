"""Answers to the questions of a script: by knowledge, then by what is not ruled out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from parlour.games.mystery.reader.mind import Mind
from parlour.games.mystery.reader.parsed import script_question, ties
from parlour.language.facts import (
    Language,
    Means,
    Motive,
    Name,
    Relation,
    Word,
    WordKind,
    converses,
    entries,
    say,
    say_time,
)
from parlour.reader import SentenceFrame

_OPTION = re.compile(r"^([a-z])\. (.*)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Chooser:
    """A player before a question with options."""

    mind: Mind
    task: str

    def letters(self, most: int) -> tuple[str, ...]:
        """Returns the letters to choose, at most so many."""
        options = dict(_OPTION.findall(self.task))
        question = self._question()
        if question is None:
            return tuple(sorted(options, key=lambda letter: self._lot(options[letter]))[:1])
        scores = {letter: self._score(question, label) for letter, label in options.items()}
        ranked = sorted(options, key=lambda letter: (-scores[letter], self._lot(options[letter])))
        return tuple(sorted(ranked[: self._count(question, most)]))

    def _question(self) -> SentenceFrame | None:
        options = _OPTION.search(self.task)
        lines = (
            [line for line in self.task[: options.start()].splitlines() if line.strip()] if options else []
        )
        return script_question(lines[-1], self.mind.papers.table) if lines else None

    def _count(self, question: SentenceFrame, most: int) -> int:
        """Returns the number to choose: as many as killed, or two to suspect."""
        case = question["case"]
        if question.kind == "suspect":
            return most
        return min(most, self.mind.evidence.hands.get(case, 1))

    def _lot(self, label: str) -> str:
        return hashlib.sha256(f"{self.mind.me}{self._text}{label}".encode()).hexdigest()

    @property
    def _text(self) -> str:
        return self.task.split("\n\n")[0]

    def _score(self, question: SentenceFrame, label: str) -> float:
        """Returns how well an option fits the knowledge; 0 if nothing speaks for or against it."""
        mind, case, language = self.mind, question["case"], self.mind.papers.language
        match question.kind:
            case "who" | "suspect":
                return self._rank(label, case)
            case "how":
                return self._thing(_ids(WordKind.THING, language, "killed").get(label), case)
            case "why":
                return self._motive(_ids(WordKind.MOTIVE, language).get(label), case)
            case "where":
                return float(_ids(WordKind.PLACE, language).get(label) == mind.place(case))
            case "when":
                slot = mind.time(case)
                return float(slot is not None and say_time(slot, language) == label)
            case "relationship":
                return self._bond(_ids(WordKind.RELATION, language).get(label), case)
            case _:
                return self._tie(question.kind, label)

    def _rank(self, name: Name, case: Name) -> float:
        ranked = self._suspects(case)
        return 1 - ranked.index(name) / len(ranked) if name in ranked else -1.0

    def _suspects(self, case: Name) -> Sequence[Name]:
        if case in self.mind.papers.own_victims:
            return (self.mind.me, *self.mind.ranking(case))
        return self.mind.ranking(case)

    def _thing(self, thing: Word | None, case: Name) -> float:
        known = self.mind.cause(case)
        if known is not None:
            return float(thing == known)
        top = self._suspects(case)[0]
        held = {fact.thing for fact in self.mind.facts() if isinstance(fact, Means) and fact.who == top}
        return 0.5 * (thing in held)

    def _motive(self, kind: Word | None, case: Name) -> float:
        """Scores a motive by the most suspected player who had it."""
        ranked = self._suspects(case)
        told = [fact for fact in self.mind.facts() if isinstance(fact, Motive) and fact.victim == case]
        ranks = [ranked.index(fact.who) for fact in told if fact.kind == kind and fact.who in ranked]
        return 1 / (1 + min(ranks)) if ranks else 0.0

    def _bond(self, kind: Word | None, case: Name) -> float:
        ranked = self._suspects(case)
        ranks = [rank for rank, name in enumerate(ranked) if kind in tuple(self._ties(name, case))]
        return 1 / (1 + min(ranks)) if ranks else 0.0

    def _tie(self, kind: str, label: str) -> float:
        """Returns the share of an option's relations that are known; of three, of those that are not."""
        said = ties(label, self.mind.papers.table)
        if said is None:
            return 0.0
        known = set(self._ties(said["of"], said["to"]))
        language = self.mind.papers.language
        ids = [
            _ids(WordKind.RELATION, language).get(said[field]) for field in ("kind", "other") if said[field]
        ]
        held = sum(each in known for each in ids) / len(ids)
        return 1 - held if kind == "three" else held

    def _ties(self, of: Name, to: Name) -> Iterator[Word]:
        """Yields the known relations of the one to the other, with all converses of the other direction."""
        for fact in self.mind.facts():
            if isinstance(fact, Relation):
                if (fact.of, fact.to) == (of, to):
                    yield fact.kind
                elif (fact.of, fact.to) == (to, of):
                    yield from converses(fact.kind)


@cache
def _ids(kind: WordKind, language: Language, form: str = "") -> Mapping[str, Word]:
    return {say(kind, word, language, form): word for word in entries(kind)}
