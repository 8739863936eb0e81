"""Judgements and lists of a reader: sensor readings, reasons as they were said, questions and timelines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.games.mystery.reader.asking import LEAST_BEARING, bearing, bears_on, tellable, worths
from parlour.games.mystery.reader.mind import Mind, read_questions
from parlour.games.mystery.reader.parsed import find, phrases
from parlour.language.facts import (
    Absence,
    Accusation,
    Claim,
    Fact,
    Hearing,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Quarrel,
    Question,
    Relation,
    Sighting,
    StatedFact,
    Suspicion,
    VoteFor,
    WordKind,
    read,
    say,
    say_time,
)
from parlour.language.hearing import SpokenAct, TalkTable, as_confirmed, hear
from parlour.reader import Impression, Reached, Stance, drawn_for, fitting

_LISTED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Considering:
    """A player before a list."""

    mind: Mind
    task: str

    def questions(self, to: Name) -> Mapping[int, Question]:
        """Returns the understood questions of the list by their numbers, as put to a player."""
        return {
            number: question
            for number, text in self._lines.items()
            for question in read_questions(text, self.mind.prompt, self.mind.me, to)[:1]
        }

    def understood_questions(self) -> tuple[Question, ...]:
        """Returns the understood questions that one is to answer."""
        frame = find("question", self.task, self.mind.prompt.table)
        if not frame:
            return ()
        return read_questions(frame["text"], self.mind.prompt, frame["partner"], self.mind.me)

    def act_to_answer(self) -> SpokenAct | None:
        """Returns the likeliest act of a typed question that the grammar has no sentence for."""
        prompt = self.mind.prompt
        table = prompt.table
        if not (frame := find("question", self.task, table)):
            return None
        context = TalkTable(
            language=table.language,
            names=table.names,
            speaker=frame["partner"],
            to=self.mind.me,
            victims=table.victims,
            hours=prompt.hours,
            deaths=dict(prompt.deaths),
        )
        text = as_confirmed(frame["text"], table.language)
        if any(row in text.lower() for row in phrases(table.language)["asks_if_sure"]):
            return SpokenAct(kind="ask_sure")
        remark = hear(text, context)
        likeliest = remark.certain or [act for reading in remark.offered[:1] for act in reading]
        return next((heard_act.act for heard_act in likeliest if heard_act.act.is_question), None)

    @property
    def _lines(self) -> Mapping[int, str]:
        return {int(number): text for number, text in _LISTED.findall(self.task)}

    def topics(self, case: Name, most: int) -> list[int]:
        """Returns the numbers of the most valuable questions, put to all others; of equals the first."""
        totals = dict.fromkeys(self._lines, 0.0)
        for name in self.mind.others:
            questions = self.questions(name)
            values = worths(self.mind, name, case, tuple(questions.values()))
            for number, question in questions.items():
                totals[number] += values[question]
        return sorted(sorted(totals, key=lambda number: -totals[number])[:most])

    def progress(self, case: Name) -> Reached:
        """Returns whether the murderer is known; a murderer is never safe before the end."""
        if case in self.mind.prompt.own_victims:
            return "partly" if any(self.mind.share(name, case) for name in self.mind.others) else "no"
        if self.mind.is_settled(case):
            return "yes"
        return "partly" if len(self.mind.open_suspects(case)) < len(self.mind.others) else "no"

    def timelines(self, case: Name) -> list[str]:
        """Returns statements on whereabouts, quoted, the nearest to the death first."""
        statements = sorted(self._whereabouts(), key=lambda pair: bearing(_bare(pair[1]), case, self.mind))
        near = [pair for pair in statements if bearing(_bare(pair[1]), case, self.mind) < LEAST_BEARING]
        return Grounds(mind=self.mind).quote(iter(near))

    def _whereabouts(self) -> Iterator[tuple[Name | None, StatedFact]]:
        """Yields the known facts on whereabouts that may be stated, each once."""
        mine, facts = set(tellable(self.mind)), set[Plain]()
        for source, statement in self.mind.everything:
            fact = _bare(statement)
            is_open = source != self.mind.me or fact in mine
            if isinstance(fact, Presence | Absence | Sighting | Hearing) and is_open and fact not in facts:
                facts.add(fact)
                yield source, statement

    def is_needed(self, number: int) -> bool:
        """Returns true if a timeline of one's own answers the question; others state theirs themselves."""
        questions = self.understood_questions()
        return any(bears_on(fact, question) for fact in self._own(number) for question in questions)

    def is_told(self, number: int) -> bool:
        """Returns true if the drafted answer contains all of a timeline of its own."""
        table = self.mind.prompt.table
        frame = find("draft", self.task, table)
        text = frame["text"] if frame else ""
        facts = read(text, table.language, speaker=self.mind.me, names=table.names).facts
        return all(fact in facts for fact in self._own(number))

    def _own(self, number: int) -> list[Plain]:
        line = self._lines.get(number, "")
        statements = self._whereabouts()
        return [
            _bare(statement)
            for source, statement in statements
            if source == self.mind.me and statement.sentence in line
        ]


def _bare(statement: StatedFact) -> Plain:
    return statement.fact.fact if isinstance(statement.fact, Claim) else statement.fact


_ILL = frozenset(
    {"enemy", "rival", "blackmailer", "blackmailed", "creditor", "debtor", "former_wife", "former_husband"}
)
_NEUTRAL = frozenset(
    {"employer", "employee", "partner", "colleague", "landlord", "tenant", "doctor", "patient"}
)


@dataclass(frozen=True, kw_only=True)
class Grounds:
    """A player's knowledge, put as reasons."""

    mind: Mind

    def impression(self, suspect: Name, case: Name) -> Impression:
        """Returns the sensor readings of a suspect."""
        facts, share = tuple(self._between(suspect, case)), self.mind.share(suspect, case)
        return Impression(
            stance=_stance(facts),
            has_motive=any(isinstance(fact, Motive) for fact in facts),
            is_possible=share > 0,
            is_incriminated=share > 0 and self.mind.clues(suspect, case) >= 1,
            is_bound=any(isinstance(fact, Relation) for fact in facts),
            is_at_odds=any(suspect in _opponents(fact) for fact in self.mind.facts()),
        )

    def _between(self, suspect: Name, case: Name) -> Iterator[object]:
        """Yields the known facts on a player and the victim."""
        for fact in self.mind.facts():
            match fact:
                case Motive(who=one, victim=two) | Quarrel(who=one, whom=two) | Relation(of=one, to=two):
                    if {one, two} == {suspect, case}:
                        yield fact
                case _:
                    continue

    def profile(self, case: Name) -> str:
        """Returns the known traits of the murderer."""
        language, slot = self.mind.prompt.language, self.mind.time(case)
        place, thing = self.mind.place(case), self.mind.cause(case)
        traits: list[str] = []
        if place and slot:
            traits.append(
                self._phrase(
                    "trait_time", place=say(WordKind.PLACE, place, language), slot=say_time(slot, language)
                )
            )
        if thing:
            traits.append(self._phrase("trait_thing", thing=say(WordKind.THING, thing, language)))
        description = self._phrase("and").join(traits or [self._phrase("trait_unknown")])
        return self._phrase("profile", victim=case, traits=description)

    def on_suspect(self, suspect: Name, case: Name, most: int) -> str:
        """Returns the reason of one's reading of a suspect: the relevant sentences, quoted."""
        return self._join(self.quote(self._about(suspect, case)), most) or self._phrase("no_reason")[:most]

    def on(self, case: Name | None, most: int, chosen: Name = "") -> str:
        """Returns the reason of one's suspicion, and of a choice that it leaves the suspect named aloud."""
        if case is None or case not in self.mind.prompt.table.victims:
            return self._phrase("answer")[:most]
        suspects = self.mind.open_suspects(case)
        verdict = self._phrase(
            "alone" if self.mind.is_settled(case) else "several",
            victim=case,
            names=self._phrase("comma").join(suspects),
        )
        turned = self._explain_turn(case, chosen)
        return self._join([*turned, verdict, *self.quote(self._about(suspects[0], case))], most)

    def _explain_turn(self, case: Name, chosen: Name) -> Iterator[str]:
        """Yields the remark that a choice differs from the last suspicion stated aloud, if it does."""
        named = self._named_suspect(case)
        if chosen and named not in ("", chosen):
            rows: list[str] = phrases(self.mind.prompt.language)["turned"]
            yield drawn_for(f"{self.mind.me}{case}{named}").choice(rows).format(by=named, about=chosen)

    def _named_suspect(self, case: Name) -> Name:
        """Returns the last player suspected aloud; of several cases only accusations say which they mean."""
        is_only = len(self.mind.prompt.table.victims) == 1
        for fact in reversed(self.mind.statements_of(self.mind.me)):
            match fact:
                case Accusation(by=self.mind.me, whom=whom, victim=victim) if victim == case:
                    return whom
                case Suspicion(by=self.mind.me, whom=whom) | VoteFor(by=self.mind.me, whom=whom) if is_only:
                    return whom
                case _:
                    pass
        return ""

    def plan(self, case: Name | None, words: int | None) -> str:
        """Returns the plan for one's next words about a case, in at most so many words."""
        own_victims = self.mind.prompt.own_victims
        if case not in self.mind.prompt.table.victims:
            return self._phrase("plan_hide" if own_victims else "plan_open")
        top = self.mind.open_suspects(case)[0]
        plan = self._phrase("plan_guilty" if case in own_victims else "plan", about=top, victim=case)
        return self._phrase("gap").join(fitting([plan, *self.quote(self._about(top, case))], words))

    def against(self, suspect: Name, case: Name) -> Iterator[Fact]:
        """Yields what speaks against a suspect, as the player may state it: others' words as theirs."""
        scene = self.mind.place(case)
        for source, statement in self._about(suspect, case):
            fact = _bare(statement)
            is_elsewhere = scene and getattr(fact, "place", scene) != scene
            if not (is_elsewhere or isinstance(fact, NoMotive | NoMeans)):
                yield from self._aloud(source, fact)

    def clearing(self, suspect: Name, case: Name) -> Iterator[Fact]:
        """Yields for each other player who is ruled out what others, or the player itself, know of that."""
        slot, scene, thing = self.mind.time(case), self.mind.place(case), self.mind.cause(case)
        cleared = [name for name in self.mind.others if name != suspect and not self.mind.share(name, case)]
        for name in cleared:
            for source, statement in self.mind.everything:
                match fact := _bare(statement):
                    case NoMotive(who=who, victim=victim):
                        is_clearing = (who, victim) == (name, case)
                    case NoMeans(who=who, thing=what):
                        is_clearing = (who, what) == (name, thing)
                    case Presence(who=who) | Sighting(whom=who) | Hearing(whom=who):
                        is_clearing = who == name and fact.slot == slot and fact.place != scene
                    case _:
                        is_clearing = False
                if is_clearing and source != name and (aloud := [*self._aloud(source, fact)]):
                    yield from aloud
                    break

    def _aloud(self, source: Name | None, fact: Plain) -> Iterator[Fact]:
        if source not in (None, self.mind.me):
            yield Claim(by=source, fact=fact)
        elif source is None or fact in tellable(self.mind):
            yield fact

    def _about(self, suspect: Name, case: Name) -> Iterator[tuple[Name | None, StatedFact]]:
        """Yields the sentences that count most, each of another sort."""
        slot, thing, kinds = self.mind.time(case), self.mind.cause(case), set[type]()
        for source, statement in self.mind.everything:
            match statement.fact:
                case Motive(who=who, victim=victim) | NoMotive(who=who, victim=victim):
                    is_telling = (who, victim) == (suspect, case)
                case Means(who=who, thing=what) | NoMeans(who=who, thing=what):
                    is_telling = (who, what) == (suspect, thing)
                case Presence(who=who) | Sighting(whom=who) | Hearing(whom=who):
                    is_telling = who == suspect and statement.fact.slot == slot
                case _:
                    is_telling = False
            if is_telling and type(statement.fact) not in kinds:
                kinds.add(type(statement.fact))
                yield source, statement

    def quote(self, statements: Iterator[tuple[Name | None, StatedFact]]) -> list[str]:
        """Returns sentences quoted with their speakers, so that they are not taken for another's script."""
        names: dict[Name | None, str] = {None: "common", self.mind.me: "own"}
        return [
            self._phrase(names.get(source, "says"), by=source or "", sentence=statement.sentence)
            for source, statement in statements
        ]

    def _join(self, sentences: list[str], most: int) -> str:
        gap, text = self._phrase("gap"), ""
        for sentence in sentences:
            longer = gap.join(filter(None, (text, sentence)))
            text = longer if len(longer) <= most else text
        return text

    def _phrase(self, name: str, **about: str) -> str:
        return phrases(self.mind.prompt.language)[name].format(**about)


def _opponents(fact: object) -> tuple[Name, ...]:
    """Returns the people who are in conflict, rivalry or enmity by a fact."""
    match fact:
        case Quarrel(who=one, whom=two) | Motive(who=one, victim=two):
            return one, two
        case Relation(of=one, to=two, kind=kind) if kind in _ILL:
            return one, two
        case _:
            return ()


def _stance(facts: Sequence[object]) -> Stance:
    ties = {fact.kind for fact in facts if isinstance(fact, Relation)}
    if ties & _ILL or any(isinstance(fact, Motive | Quarrel) for fact in facts):
        return "negative"
    return "positive" if ties - _NEUTRAL else "neutral"
