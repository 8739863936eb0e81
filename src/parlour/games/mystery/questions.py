"""Questions about any script whose facts and relations are stated, on every aspect of WellPlay.

Of each victim's death: who, how, why, where, when, what the murderer was to the victim, and the two most
suspected. Of each two people that have relations: the one they have, the two, or of three the one they have
not (Zhu et al. 2025, appendix B.2). Wrong options come from the same story, and all options of a question
have one form. Letters are dealt so that no position gives a key away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from parlour.core import chance
from parlour.games.mystery.script import LETTERS, POINTS, Aspect, Category, Kinship, Question, Script, Victim
from parlour.language.facts import (
    Cause,
    DeathPlace,
    DeathTime,
    Fact,
    Language,
    Motive,
    Name,
    Slot,
    Word,
    WordKind,
    entries,
    say,
    say_time,
)

_WRONG = 3
D = TypeVar("D", Cause, DeathPlace, DeathTime)

_TEXTS: Mapping[Language, Mapping[Aspect, str]] = {
    "en": {
        Aspect.WHO: "Who killed {victim}?",
        Aspect.HOW: "How was {victim} killed?",
        Aspect.WHY: "What was the motive for killing {victim}?",
        Aspect.WHERE: "Where was {victim} killed?",
        Aspect.WHEN: "When did the half hour begin in which {victim} was killed?",
        Aspect.RELATIONSHIP: "What was the murderer to {victim}?",
        Aspect.SUSPECT: "Which two people do you suspect most of having killed {victim}?",
        Aspect.ONE_RELATIONSHIP: "What is {of} to {to}?",
        Aspect.TWO_RELATIONSHIPS: "Which two things is {of} to {to}?",
        Aspect.THREE_RELATIONSHIPS: "Three of these things are true of {of} and {to}. Which one is not?",
    },
    "zh": {
        Aspect.WHO: "是谁杀了{victim}？",
        Aspect.HOW: "{victim}是怎么遇害的？",
        Aspect.WHY: "杀害{victim}的动机是什么？",
        Aspect.WHERE: "{victim}是在哪里遇害的？",
        Aspect.WHEN: "{victim}遇害的那半个钟头，是从几点开始的？",
        Aspect.RELATIONSHIP: "杀害{victim}的凶手是{victim}的什么人？",
        Aspect.SUSPECT: "你最怀疑哪两个人杀了{victim}？",
        Aspect.ONE_RELATIONSHIP: "{of}是{to}的什么人？",
        Aspect.TWO_RELATIONSHIPS: "{of}和{to}之间有哪两种关系？",
        Aspect.THREE_RELATIONSHIPS: "下面四种关系里，{of}和{to}之间有三种。没有的是哪一种？",
    },
}
_ONE: Mapping[Language, str] = {"en": "{of} is the {kind} of {to}", "zh": "{of}是{to}的{kind}"}
_TWO: Mapping[Language, str] = {
    "en": "{of} is the {kind} and the {other} of {to}",
    "zh": "{of}既是{to}的{kind}，又是{to}的{other}",
}


def questions(script: Script, facts: Iterable[Fact], seed: int) -> tuple[Question, ...]:
    """Returns all questions that the facts allow."""
    rng = chance(seed, "questions")
    asker = Asker(script=script, facts=tuple(facts), rng=rng)
    return tuple(assign_letters((*asker.of_deaths(), *asker.of_pairs()), rng))


@dataclass(frozen=True, kw_only=True)
class Asker:
    """Drafts the questions about one story."""

    script: Script
    facts: tuple[Fact, ...]
    rng: Random

    def of_deaths(self) -> Iterator[QuestionDraft]:
        """Yields questions on each victim with a murderer at the table, put to all who did not kill it."""
        for victim in self.script.victims:
            if victim.murderers:
                builders = (self._who, self._how, self._why, self._where, self._when, self._relationship)
                yield from (draft for ask in builders for draft in ask(victim) if draft.wrong)

    def of_pairs(self) -> Iterator[QuestionDraft]:
        """Yields questions on each two people that have relations."""
        for relation in self.script.relations:
            match len(set(relation.kinds)):
                case 1:
                    yield self._single(relation)
                case 2:
                    yield self._double(relation)
                case _:
                    yield self._missing(relation)

    def _who(self, victim: Victim) -> Iterator[QuestionDraft]:
        """Yields the questions for murderers and for suspects: the same people twice, as in WellPlay."""
        others = [name for name in self.script.players if name not in victim.murderers]
        free = max(0, min(len(others), len(LETTERS) - len(victim.murderers)))
        wrong, suspected = self.rng.sample(others, min(free, _WRONG)), self.rng.sample(others, free)
        yield self._of_death(Aspect.WHO, victim, victim.murderers, wrong, category=Category.OBJECTIVE)
        yield self._of_death(Aspect.SUSPECT, victim, victim.murderers, suspected, choose=2)

    def _how(self, victim: Victim) -> Iterator[QuestionDraft]:
        for fact in _first(self.facts, Cause, victim):
            things = (fact.thing, *self._pool(WordKind.THING))
            right, *pool = (say(WordKind.THING, thing, self.script.language, "killed") for thing in things)
            yield self._of_death(Aspect.HOW, victim, (right,), self._pick(pool, _WRONG, but=(right,)))

    def _why(self, victim: Victim) -> Iterator[QuestionDraft]:
        """Yields the question for the motive; wrong options are others' motives, then the story's."""
        motives = [fact for fact in self.facts if isinstance(fact, Motive) and fact.victim == victim.name]
        right = self._words(
            WordKind.MOTIVE, (motive.kind for motive in motives if motive.who in victim.murderers)
        )
        false = self._words(
            WordKind.MOTIVE, (motive.kind for motive in motives if motive.who not in victim.murderers)
        )
        pool = self._words(WordKind.MOTIVE, self._pool(WordKind.MOTIVE))
        if right:
            wrong = list(dict.fromkeys(word for word in (*false, *pool) if word not in right))[:_WRONG]
            yield self._of_death(Aspect.WHY, victim, right, wrong)

    def _where(self, victim: Victim) -> Iterator[QuestionDraft]:
        for fact in _first(self.facts, DeathPlace, victim):
            (right,) = self._words(WordKind.PLACE, (fact.place,))
            places = self._words(WordKind.PLACE, self._pool(WordKind.PLACE))
            yield self._of_death(Aspect.WHERE, victim, (right,), self._pick(places, _WRONG, but=(right,)))

    def _when(self, victim: Victim) -> Iterator[QuestionDraft]:
        for fact in _first(self.facts, DeathTime, victim):
            right = say_time(fact.slot, self.script.language)
            times = [say_time(slot, self.script.language) for slot in self._slots(fact.slot)]
            yield self._of_death(Aspect.WHEN, victim, (right,), self._pick(times, _WRONG, but=(right,)))

    def _relationship(self, victim: Victim) -> Iterator[QuestionDraft]:
        true = [
            kind
            for relation in self.script.relations
            if relation.of in victim.murderers and relation.to == victim.name
            for kind in relation.kinds
        ]
        if true:
            right = (self.rng.choice(true),)
            kinds = [
                kind for relation in self.script.relations for kind in relation.kinds if kind not in true
            ]
            more = self._words(WordKind.RELATION, entries(WordKind.RELATION))
            pool = kinds if len(set(kinds)) >= _WRONG else (*kinds, *more)
            yield self._of_death(Aspect.RELATIONSHIP, victim, right, self._pick(pool, _WRONG, but=true))

    def _single(self, relation: Kinship) -> QuestionDraft:
        """Returns a question for one relation; for a family tie two of the options are family ties too."""
        (true,) = set(relation.kinds)
        family = self._pick(self._family_like(relation, true), 2)
        others = self._pick(self._kinships.others(relation.of, relation.to), _WRONG - len(family), but=family)
        right, *wrong = (self._one(relation, kind) for kind in (true, *family, *others))
        return self._of_pair(Aspect.ONE_RELATIONSHIP, relation, right, wrong)

    def _double(self, relation: Kinship) -> QuestionDraft:
        """Returns a question for two relations, among four pairs with four relations twice each."""
        first, second = self.rng.sample(list(dict.fromkeys(relation.kinds)), 2)
        third, fourth = self._unlike(relation, first, second)
        pairs = ((first, second), (first, fourth), (third, second), (third, fourth))
        two, of, to = _TWO[self.script.language], relation.of, relation.to
        right, *wrong = (two.format(of=of, to=to, kind=kind, other=other) for kind, other in pairs)
        return self._of_pair(Aspect.TWO_RELATIONSHIPS, relation, right, wrong)

    def _missing(self, relation: Kinship) -> QuestionDraft:
        """Returns a question for the one false relation beside three true ones."""
        drawn = self.rng.sample(list(dict.fromkeys(relation.kinds)), 3)
        (false,) = self._pick(self._kinships.others(relation.of, relation.to), 1)
        right, *wrong = (self._one(relation, kind) for kind in (false, *drawn))
        return self._of_pair(Aspect.THREE_RELATIONSHIPS, relation, right, wrong)

    def _unlike(self, relation: Kinship, first: str, second: str) -> list[str]:
        """Returns a false relation for each of two true ones; for a family tie another."""
        false: list[str] = []
        for true in (first, second):
            others = self._kinships.others(relation.of, relation.to)
            pool = self._family_like(relation, true) or others
            false += self._pick(pool, 1, but=false)
        return false

    def _family_like(self, relation: Kinship, kind: str) -> tuple[str, ...]:
        if not self._kinships.is_family(kind):
            return ()
        return self._kinships.family(relation.of, relation.to)

    def _one(self, relation: Kinship, kind: str) -> str:
        return _ONE[self.script.language].format(of=relation.of, to=relation.to, kind=kind)

    @property
    def _kinships(self) -> Kinships:
        return Kinships(relations=self.script.relations, language=self.script.language)

    def _of_pair(self, aspect: Aspect, relation: Kinship, right: str, wrong: Sequence[str]) -> QuestionDraft:
        text = _TEXTS[self.script.language][aspect].format(of=relation.of, to=relation.to)
        return QuestionDraft(
            aspect=aspect, category=Category.RELATIONS, text=text, right=(right,), wrong=tuple(wrong)
        )

    def _of_death(
        self,
        aspect: Aspect,
        victim: Victim,
        right: Sequence[str],
        wrong: Sequence[str],
        *,
        category: Category = Category.REASONING,
        choose: int = 0,
    ) -> QuestionDraft:
        return QuestionDraft(
            aspect=aspect,
            category=category,
            text=_TEXTS[self.script.language][aspect].format(victim=victim.name),
            right=tuple(right),
            wrong=tuple(wrong),
            choose=choose,
            asked_of=tuple(name for name in self.script.players if name not in victim.murderers),
        )

    def _words(self, kind: WordKind, words: Iterable[Word]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(say(kind, word, self.script.language) for word in words))

    def _pool(self, kind: WordKind) -> tuple[Word, ...]:
        """Returns the words of a kind in the story, filled up from the lexicon if there are few."""
        field = {WordKind.PLACE: "place", WordKind.THING: "thing", WordKind.MOTIVE: "kind"}[kind]
        words: Iterator[Word] = (getattr(fact, field, "") for fact in self.facts)
        lexicon = entries(kind)
        mine = dict.fromkeys(word for word in words if word in lexicon)
        others = [word for word in lexicon if word not in mine]
        drawn = self.rng.sample(others, min(len(others), max(0, _WRONG + 1 - len(mine))))
        return (*self.rng.sample(list(mine), len(mine)), *drawn)

    def _slots(self, near: Slot) -> list[Slot]:
        numbers = {
            slot.number for fact in self.facts if isinstance(slot := getattr(fact, "slot", None), Slot)
        }
        around = {(near.number + shift) % 48 for shift in range(-_WRONG, _WRONG + 1)}
        return [Slot(number) for number in sorted(numbers if len(numbers) > _WRONG else numbers | around)]

    def _pick(self, pool: Sequence[str], count: int, but: Sequence[str] = ()) -> tuple[str, ...]:
        fit = list(dict.fromkeys(option for option in pool if option not in but))
        return tuple(self.rng.sample(fit, min(count, len(fit))))


def _first(facts: Sequence[Fact], kind: type[D], victim: Victim) -> list[D]:
    return [fact for fact in facts if isinstance(fact, kind) and fact.victim == victim.name][:1]


@dataclass(frozen=True, kw_only=True)
class QuestionDraft:
    """A question whose options have no order yet.

    Attributes:
        choose: the number that may be chosen; as many as are right by default.
        asked_of: the players that it is put to; empty for all.
    """

    aspect: Aspect
    category: Category
    text: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    choose: int = 0
    asked_of: tuple[Name, ...] = ()


def assign_letters(drafts: Iterable[QuestionDraft], rng: Random) -> Iterator[Question]:
    """Yields the questions with their options in order.

    The key goes where it has stood least often in questions of that aspect, then in all; chance decides the
    rest.
    """
    stood: Counter[tuple[Aspect | None, int]] = Counter()
    for draft in drafts:
        count = len(draft.right) + len(draft.wrong)
        order = rng.sample(range(count), count)
        order.sort(key=lambda place: (stood[draft.aspect, place], stood[None, place]))
        key = sorted(order[: len(draft.right)])
        stood.update((aspect, place) for aspect in (draft.aspect, None) for place in key)
        yield _question(draft, key, rng)


def _question(draft: QuestionDraft, key: list[int], rng: Random) -> Question:
    right = rng.sample(draft.right, len(draft.right))
    wrong = rng.sample(draft.wrong, len(draft.wrong))
    options = [(right if place in key else wrong).pop() for place in range(len(right) + len(wrong))]
    return Question(
        asked_of=draft.asked_of,
        aspect=draft.aspect,
        points=POINTS[draft.category],
        text=draft.text,
        options=tuple(options),
        key=tuple(LETTERS[place] for place in key),
        choose=draft.choose or len(draft.right),
    )


_WOMEN: tuple[Word, ...] = ("aunt", "niece", "daughter", "fiancee", "former_wife")
_MEN: tuple[Word, ...] = ("uncle", "nephew", "son", "fiance", "former_husband")
_RARE_WOMEN: tuple[Word, ...] = ("elder_sister", "younger_sister", "mother", "wife")
_RARE_MEN: tuple[Word, ...] = ("elder_brother", "younger_brother", "father", "husband")
_FEWEST = 4


@dataclass(frozen=True, kw_only=True)
class Kinships:
    """The relations of the people of a story, and relations that they lack."""

    relations: Sequence[Kinship]
    language: Language

    def others(self, of: Name, to: Name) -> tuple[str, ...]:
        """Returns relations of the story that the one does not have to the other.

        None is of the wrong sex; where the story has few, the lexicon fills up.
        """
        unfit = {*self._true(of, to), *self._words((*_WOMEN, *_MEN, *_RARE_WOMEN, *_RARE_MEN))}
        unfit -= set(self._of_sex(of)) - set(self._true(of, to))
        kinds = dict.fromkeys(
            kind for relation in self.relations for kind in relation.kinds if kind not in unfit
        )
        more = (kind for kind in self._words(entries(WordKind.RELATION)) if kind not in unfit)
        return tuple(kinds) if len(kinds) >= _FEWEST else tuple(dict.fromkeys((*kinds, *more)))

    def family(self, of: Name, to: Name) -> tuple[str, ...]:
        """Returns family ties that the one could have, and has not, to the other."""
        true = self._true(of, to)
        return tuple(kind for kind in self._of_sex(of) if kind not in true)

    def is_family(self, kind: str) -> bool:
        """Returns true if a relation implies the sex of its bearer."""
        return kind in self._words((*_WOMEN, *_MEN))

    def _true(self, of: Name, to: Name) -> list[str]:
        return [
            kind
            for relation in self.relations
            if {relation.of, relation.to} == {of, to}
            for kind in relation.kinds
        ]

    def _of_sex(self, name: Name) -> tuple[str, ...]:
        """Returns the common family ties of a person's sex, as far as its other relations show that."""
        kinds = [kind for relation in self.relations if relation.of == name for kind in relation.kinds]
        for common, rare in ((_WOMEN, _RARE_WOMEN), (_MEN, _RARE_MEN)):
            if any(kind in kinds for kind in self._words((*common, *rare))):
                return self._words(common)
        return ()

    def _words(self, words: Iterable[Word]) -> tuple[str, ...]:
        return tuple(say(WordKind.RELATION, word, self.language) for word in words)
