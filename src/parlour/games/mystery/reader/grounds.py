"""What a judgement rests on: readings of the sensors, and reasons in the words that were said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.games.mystery.reader.frames import phrases
from parlour.games.mystery.reader.mind import Mind
from parlour.language.facts import (
    Hearing,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Presence,
    Quarrel,
    Relation,
    Sighting,
    StatedFact,
    WordKind,
    say,
    say_time,
)
from parlour.reader import Impression, Stance, fitting

_ILL = frozenset(
    {"enemy", "rival", "blackmailer", "blackmailed", "creditor", "debtor", "former_wife", "former_husband"}
)
_NEUTRAL = frozenset(
    {"employer", "employee", "partner", "colleague", "landlord", "tenant", "doctor", "patient"}
)


@dataclass(frozen=True, kw_only=True)
class Grounds:
    """What somebody knows, put as reasons."""

    mind: Mind

    def impression(self, suspect: Name, case: Name) -> Impression:
        """What is to be read off a suspect."""
        facts, share = tuple(self._between(suspect, case)), self.mind.share(suspect, case)
        return Impression(
            stance=_stance(facts),
            has_motive=any(isinstance(each, Motive) for each in facts),
            is_possible=share > 0,
            is_incriminated=share > 0 and self.mind.clues(suspect, case) >= 1,
            is_bound=any(isinstance(each, Relation) for each in facts),
            is_at_odds=any(suspect in _opponents(each) for each in self.mind.facts()),
        )

    def _between(self, suspect: Name, case: Name) -> Iterator[object]:
        """What is known of somebody and the victim."""
        for fact in self.mind.facts():
            match fact:
                case Motive(who=one, victim=two) | Quarrel(who=one, whom=two) | Relation(of=one, to=two):
                    if {one, two} == {suspect, case}:
                        yield fact
                case _:
                    continue

    def profile(self, case: Name) -> str:
        """What is known of whoever did it."""
        language, slot = self.mind.papers.language, self.mind.time(case)
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
        told = self._phrase("and").join(traits or [self._phrase("trait_unknown")])
        return self._phrase("profile", victim=case, traits=told)

    def on_suspect(self, suspect: Name, case: Name, most: int) -> str:
        """Why one is read as one is: the telling sentences about somebody, as they were said."""
        return self._joined(self.quoted(self._about(suspect, case)), most) or self._phrase("no_reason")[:most]

    def on(self, case: Name | None, most: int) -> str:
        """Why one suspects whom one does."""
        if case is None or case not in self.mind.papers.table.victims:
            return self._phrase("answer")[:most]
        suspects = self.mind.open_suspects(case)
        verdict = self._phrase(
            "alone" if self.mind.is_settled(case) else "several",
            victim=case,
            names=self._phrase("comma").join(suspects),
        )
        return self._joined([verdict, *self.quoted(self._about(suspects[0], case))], most)

    def plan(self, case: Name | None, words: int | None) -> str:
        """What one means to do about a case with one's next words, in at most so many words."""
        killed = self.mind.papers.killed
        if case not in self.mind.papers.table.victims:
            return self._phrase("plan_hide" if killed else "plan_open")
        top = self.mind.open_suspects(case)[0]
        plan = self._phrase("plan_guilty" if case in killed else "plan", about=top, victim=case)
        return self._phrase("gap").join(fitting([plan, *self.quoted(self._about(top, case))], words))

    def _about(self, suspect: Name, case: Name) -> Iterator[tuple[Name | None, StatedFact]]:
        """The sentences that count most, each of another sort."""
        slot, thing, seen = self.mind.time(case), self.mind.cause(case), set[type]()
        for source, found in self.mind.known():
            match found.fact:
                case Motive(who=who, victim=victim) | NoMotive(who=who, victim=victim):
                    is_telling = (who, victim) == (suspect, case)
                case Means(who=who, thing=what) | NoMeans(who=who, thing=what):
                    is_telling = (who, what) == (suspect, thing)
                case Presence(who=who) | Sighting(whom=who) | Hearing(whom=who):
                    is_telling = who == suspect and found.fact.slot == slot
                case _:
                    is_telling = False
            if is_telling and type(found.fact) not in seen:
                seen.add(type(found.fact))
                yield source, found

    def quoted(self, told: Iterator[tuple[Name | None, StatedFact]]) -> list[str]:
        """Sentences as they were said, and by whom: other words could be taken for another's papers."""
        said: list[str] = []
        for source, found in told:
            name = "common" if source is None else "own" if source == self.mind.me else "says"
            said.append(self._phrase(name, by=source or "", sentence=found.sentence))
        return said

    def _joined(self, sentences: list[str], most: int) -> str:
        gap, text = self._phrase("gap"), ""
        for sentence in sentences:
            longer = gap.join(filter(None, (text, sentence)))
            text = longer if len(longer) <= most else text
        return text

    def _phrase(self, name: str, **about: str) -> str:
        return phrases(self.mind.papers.language)[name].format(**about)


def _opponents(fact: object) -> tuple[Name, ...]:
    """Between whom a fact tells of conflict, rivalry or enmity."""
    match fact:
        case Quarrel(who=one, whom=two) | Motive(who=one, victim=two):
            return one, two
        case Relation(of=one, to=two, kind=kind) if kind in _ILL:
            return one, two
        case _:
            return ()


def _stance(facts: Sequence[object]) -> Stance:
    ties = {each.kind for each in facts if isinstance(each, Relation)}
    if ties & _ILL or any(isinstance(each, Motive | Quarrel) for each in facts):
        return "negative"
    return "positive" if ties - _NEUTRAL else "neutral"
