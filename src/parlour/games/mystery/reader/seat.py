"""A player of a mystery with all that it can be asked for, and its answers to a script's questions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from parlour.games.mystery.reader.asking import addressee, gain
from parlour.games.mystery.reader.considering import Considering, Grounds
from parlour.games.mystery.reader.mind import Mind, bounded_mind
from parlour.games.mystery.reader.parsed import script_question, ties, word_limit
from parlour.games.mystery.reader.speech import Speaker
from parlour.language.facts import (
    Accusation,
    Claim,
    Fact,
    Killing,
    Language,
    Means,
    Motive,
    Name,
    Relation,
    Secret,
    Suspicion,
    Trust,
    Word,
    WordKind,
    converses,
    entries,
    render,
    say,
    say_time,
)
from parlour.llm import Addressee, Choice, Culprit, Speech, Talk
from parlour.reader import (
    Blank,
    Bounds,
    ChoicePurpose,
    Impression,
    Reached,
    SentenceFrame,
    compare_chance,
    drawn_for,
    rating,
)

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
        return script_question(lines[-1], self.mind.prompt.table) if lines else None

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
        mind, case, language = self.mind, question["case"], self.mind.prompt.language
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
        if case in self.mind.prompt.own_victims:
            return (self.mind.me, *self.mind.ranking(case))
        return self.mind.ranking(case)

    def _thing(self, thing: Word | None, case: Name) -> float:
        cause = self.mind.cause(case)
        if cause is not None:
            return float(thing == cause)
        top = self._suspects(case)[0]
        things = {fact.thing for fact in self.mind.facts() if isinstance(fact, Means) and fact.who == top}
        return 0.5 * (thing in things)

    def _motive(self, kind: Word | None, case: Name) -> float:
        """Scores a motive by the most suspected player who had it."""
        ranked = self._suspects(case)
        motives = [fact for fact in self.mind.facts() if isinstance(fact, Motive) and fact.victim == case]
        ranks = [ranked.index(fact.who) for fact in motives if fact.kind == kind and fact.who in ranked]
        return 1 / (1 + min(ranks)) if ranks else 0.0

    def _bond(self, kind: Word | None, case: Name) -> float:
        ranked = self._suspects(case)
        ranks = [rank for rank, name in enumerate(ranked) if kind in tuple(self._ties(name, case))]
        return 1 / (1 + min(ranks)) if ranks else 0.0

    def _tie(self, kind: str, label: str) -> float:
        """Returns the share of an option's relations that are known; of three, of those that are not."""
        tie = ties(label, self.mind.prompt.table)
        if tie is None:
            return 0.0
        kinds = set(self._ties(tie["of"], tie["to"]))
        language = self.mind.prompt.language
        ids = [_ids(WordKind.RELATION, language).get(tie[field]) for field in ("kind", "other") if tie[field]]
        share = sum(word in kinds for word in ids) / len(ids)
        return 1 - share if kind == "three" else share

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


_USUAL_CHARACTERS = 1000
"""The length of a reason whose field sets no limit."""


@dataclass(frozen=True, kw_only=True)
class MysterySeat:
    """A player of a mystery."""

    mind: Mind
    task: str

    @property
    def me(self) -> Name:
        return self.mind.me

    @property
    def names(self) -> tuple[Name, ...]:
        """All people that a speech may name, the dead among them."""
        return self.mind.prompt.table.names

    @property
    def players(self) -> tuple[Name, ...]:
        return self.mind.prompt.table.players

    @property
    def language(self) -> Language:
        return self.mind.prompt.language

    @property
    def limit(self) -> int | None:
        """The limit of words of a speech, if any."""
        return word_limit(self.task, self.mind.prompt.table)

    def with_bounds(self, bounds: Bounds) -> MysterySeat:
        """Returns the same player within bounds."""
        return replace(self, mind=bounded_mind(self.mind, bounds))

    def hidden(self) -> Sequence[str]:
        """Returns the facts that a murderer's story denies or omits, as sentences; killings apart."""
        if not self.mind.prompt.own_victims:
            return ()
        guise_facts = {statement.fact for statement in self.mind.guise.prompt.facts}
        facts = [statement.fact for statement in self.mind.prompt.facts if statement.fact not in guise_facts]
        remaining = [fact for fact in facts if not isinstance(fact, Claim | Secret | Killing)]
        return [render(fact, self.language, drawn_for(str(fact)), speaker=self.me) for fact in remaining]

    def said_by(self, name: Name) -> tuple[Fact, ...]:
        return self.mind.statements_of(name)

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """Returns the share of the surviving hypotheses in which a player killed the victim."""
        return self.mind.share(name, self._case(case))

    def suspects(self, options: Sequence[Name], case: str | None, most: int | None) -> list[Name]:
        """Returns the possible murderers, the likeliest first; at least one, and one without a limit."""
        still = [name for name in self.mind.guise.open_suspects(self._case(case)) if name in options]
        return (still or self._rank(options, case)[:1])[: most or 1]

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        """Returns the most suspected player, the next to ask, or the letters that are not ruled out."""
        match purpose:
            case Choice():
                letters = (
                    Chooser(mind=self.mind, task=self.task).letters(blank.most or 1) or blank.options[:1]
                )
                return letters if blank.is_list else letters[0]
            case Addressee(case=case):
                mine, count = self.players.index(self.me), len(self.players)
                turns = sorted(blank.options, key=lambda name: (self.players.index(name) - mine) % count)
                return addressee(self.mind.guise, turns, self._case(case))
            case _:
                ranked = self._rank(blank.options, getattr(purpose, "case", None))
                return ranked[: max(1, blank.least)] if blank.is_list else ranked[0]

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        chosen = self.chosen(purpose, blank) if isinstance(purpose, Culprit) else ""
        vote = chosen if isinstance(chosen, str) else ""
        return Grounds(mind=self.mind).on(case, most or _USUAL_CHARACTERS, vote)

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        """Returns the relevant sentences about a player, quoted."""
        return Grounds(mind=self.mind).on_suspect(name, self._case(case), most or _USUAL_CHARACTERS)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        return Grounds(mind=self.mind).on(case, most or _USUAL_CHARACTERS)

    def plan(self, case: str | None = None) -> str:
        return Grounds(mind=self.mind).plan(case, self.limit)

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """Returns its speech; any that is no question and no answer is an introduction."""
        want = purpose if isinstance(purpose, Speech) else Speech(kind="introduce", to=purpose.to)
        return Speaker(mind=self.mind.guise, task=self.task, want=want).sentences()

    def profile(self, case: str) -> str:
        return Grounds(mind=self.mind).profile(self._case(case))

    def impression(self, name: Name, case: str) -> Impression:
        return Grounds(mind=self.mind).impression(name, self._case(case))

    def rating(self, name: Name) -> int:
        """Returns its liking of a player, from 1 to 10: by that player's words of it, and by innocence."""
        prompt = self.mind.prompt
        usual = 1 / max(len(self.mind.others), 1)
        sides = [-compare_chance(self._guilt(name, case), usual) for case in prompt.table.victims]
        tone = sum(_tone(fact, prompt.me) for fact in self.mind.statements_of(name))
        tone -= self.mind.pointing_at(name, prompt.me)
        return rating(tone, sum(sides) / len(sides), f"{prompt.me}{name}{len(prompt.talk)}")

    def role(self, name: Name, roles: Sequence[Word], case: str) -> tuple[Word, float]:
        """Returns whether a player killed the victim, with the probability."""
        guilt = self._guilt(name, self._case(case))
        return ("murderer", guilt) if guilt > 1 - guilt else ("civilian", 1 - guilt)

    def _guilt(self, name: Name, case: Name) -> float:
        """Returns the probability that a player killed the victim; a lone murderer knows it was no other."""
        is_mine = case in self.mind.prompt.own_victims
        return 0.0 if is_mine and self.mind.evidence.hands.get(case, 1) == 1 else self.mind.share(name, case)

    def gain(self, name: Name, case: str | None) -> float:
        """Returns the probability that another question to a player reveals something new, inside 0 and 1."""
        return gain(self.mind.guise, name, self._case(case))

    def topics(self, case: str, most: int) -> list[int]:
        """Returns the most valuable questions of the list, put to all others."""
        return self._considering.topics(self._case(case), most)

    def progress(self, case: str) -> Reached:
        """Returns whether the murderer is known; a murderer is never safe before the end."""
        return Considering(mind=self.mind, task=self.task).progress(self._case(case))

    def timelines(self, case: str) -> list[str]:
        """Returns statements on whereabouts, quoted, the nearest to the death first."""
        return self._considering.timelines(self._case(case))

    def is_needed(self, number: int) -> bool:
        """Returns true if a timeline of its own answers the question."""
        return self._considering.is_needed(number)

    def is_told(self, number: int) -> bool:
        """Returns true if the drafted answer contains all of a timeline."""
        return self._considering.is_told(number)

    @property
    def _considering(self) -> Considering:
        return Considering(mind=self.mind.guise, task=self.task)

    def _case(self, case: str | None) -> Name:
        victims = self.mind.prompt.table.victims
        return case if case in victims else victims[0]

    def _rank(self, options: Sequence[Name], case: str | None) -> list[Name]:
        ranked = [name for name in self.mind.ranking(self._case(case)) if name in options]
        return [*ranked, *(name for name in options if name not in ranked)]


def _tone(fact: Fact, me: Name) -> float:
    """Returns how kind an opinion is to the reader."""
    match fact:
        case Accusation(whom=whom) if whom == me:
            return -2.0
        case Suspicion(whom=whom) if whom == me:
            return -1.0
        case Trust(whom=whom) if whom == me:
            return 1.0
        case _:
            return 0.0
