"""A script reviewed: its description, warnings for its author, repairs of keys that contradict the story."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from parlour.core import name_key
from parlour.games.mystery.library.wellplay.texts import Register
from parlour.games.mystery.script import LETTERS, Aspect, Category, Question, Script
from parlour.games.mystery.wellplay import Patch, digest, row_digest
from parlour.language.wording import Phrases

_PHRASES = Phrases("parlour.games.mystery.library")


def describe(script: Script, *, spoilers: bool = False) -> Iterator[str]:
    """Yields lines about a script in its language; without spoilers, only what is public at the start."""
    say = partial(_PHRASES.say, language=script.language)
    comma = say("comma")
    yield f"{script.title} ({script.id}, {script.language})"
    if script.warning:
        yield say("warning", text=script.warning)
    if script.synopsis:
        yield f"\n{script.synopsis}"
    yield "\n" + say("players", names=comma.join(script.players))
    yield say("victims", names=comma.join(victim.name for victim in script.victims))
    counts = (
        say("count", number=script.rows(category), category=say(f"category_{category.value}"))
        for category in Category
    )
    yield say("questions", counts=comma.join(counts))
    if spoilers:
        yield from _secrets(script, say)


def _secrets(script: Script, say: Callable[..., str]) -> Iterator[str]:
    both = say("and")
    for victim in script.victims:
        key = "killed" if victim.murderers else "killed_by_nobody"
        yield "\n" + say(key, victim=victim.name, names=both.join(victim.murderers))
    for character in script.characters:
        yield f"\n## {character.name}"
        yield from character.acts
        yield from (say("secret", text=secret) for secret in character.secrets)
        yield from (say("objective", text=objective) for objective in character.objectives)
    for relation in script.relations:
        yield "\n" + say("relation", of=relation.of, to=relation.to, kinds=both.join(relation.kinds))
    for number, question in enumerate(script.questions):
        yield "\n" + say(
            "question",
            number=number,
            text=question.text,
            aspect=say(f"aspect_{question.aspect.value}"),
            points=question.points,
            names=say("comma").join(question.asked_of) or say("everybody"),
        )
        for letter, option in zip(question.letters, question.options, strict=True):
            yield f"  {'*' if letter in question.key else ' '} {letter}. {option}"


FEWEST_QUESTIONS = 30
WORDS_OF_THE_TABLE = frozenset(
    (
        *("nobody", "none", "noone", "null", "nothing", "somebody", "everybody", "anybody", "i", "me", "you"),
        *("murderer", "killer", "culprit", "victim", "witness", "suspect", "detective", "player", "host"),
        *("没有人", "没人", "无人", "无", "谁", "有人", "大家", "所有人", "我", "你", "您"),
        *("凶手", "真凶", "被害人", "死者", "证人", "嫌疑人", "侦探", "玩家", "主持人"),
    )
)
"""Normal forms of names that a vote, an answer or a sentence would hold for something else."""
DEVIATIONS = 2.5
"""The allowed distance of a letter's share of keys from an even spread, in standard deviations."""


def advise(script: Script) -> tuple[str, ...]:
    """Returns warnings about a script that is in the form, each with its field."""
    return (*_of_the_whole(script), *_of_positions(script), *_of_questions(script))


def _of_the_whole(script: Script) -> Iterator[str]:
    if not script.warning:
        yield "warning: there is no content warning"
    if len(script.questions) < FEWEST_QUESTIONS:
        yield f"questions: {len(script.questions)}, where {FEWEST_QUESTIONS} make a fair test"
    aspects = {question.aspect for question in script.questions}
    if missing := [aspect for aspect in Aspect if aspect not in aspects and aspect is not Aspect.OTHER]:
        yield f"questions: none asks for {', '.join(missing)}"
    for number, character in enumerate(script.characters):
        if name_key(character.name) in WORDS_OF_THE_TABLE:
            yield f"characters[{number}].name: {character.name!r} is a word of the table, and mistaken for it"
    for number, victim in enumerate(script.victims):
        if not victim.murderers:
            yield f"victims[{number}].murderers: nobody at the table; the case is played, but not scored"


def _of_positions(script: Script) -> Iterator[str]:
    """Yields letters that are right more often than chance: a player could win by position alone."""
    groups: dict[str, Sequence[Question]] = {"questions": script.questions}
    for category in Category:
        groups[category] = [question for question in script.questions if question.category is category]
    for name, group in groups.items():
        single = [question for question in group if len(question.key) == 1]
        for letter in LETTERS:
            right = sum(question.key == (letter,) for question in single)
            chances = [1 / len(question.options) for question in single if letter in question.letters]
            most = sum(chances) + DEVIATIONS * math.sqrt(sum(p * (1 - p) for p in chances))
            if right > max(most, 2):
                yield f"questions: `{letter}` is right in {right} of {len(single)} ({name}): shuffle them"


def _of_questions(script: Script) -> Iterator[str]:
    people = _people(script)
    given_away = [
        n for n, question in enumerate(script.questions) if _odd_one(question, people) in question.key
    ]
    if given_away:
        numbers = ", ".join(map(str, given_away))
        yield f"questions[{numbers}].options: only the right one begins with another person and so is guessed"
    for number, question in enumerate(script.questions):
        field = f"questions[{number}]"
        if not question.text.strip():
            yield f"{field}.text: is empty"
        if twins := [text for text, n in Counter(question.options).items() if n > 1]:
            yield f"{field}.options: {twins[0]!r} stands twice"
        if len(question.key) == 1 < question.choose and question.aspect is not Aspect.SUSPECT:
            yield f"{field}.choose: {question.choose}, where one letter is right"
        if len(question.key) > question.choose:
            yield f"{field}.choose: {question.choose}, where {len(question.key)} letters are right"


def _people(script: Script) -> re.Pattern[str]:
    """Returns a pattern that matches a person's name at the beginning of a text; the longest first."""
    named = (*script.characters, *script.victims)
    names = {name for person in named for name in (person.name, *person.aliases)}
    names |= {name for relation in script.relations for name in (relation.of, relation.to)}
    return re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))


def _odd_one(question: Question, people: re.Pattern[str]) -> str | None:
    """Returns the letter of the only option that begins with another person than all the others do."""
    matches = [people.match(option) for option in question.options]
    begins = Counter(match[0] if match else "" for match in matches)
    alone = [name for name, count in begins.items() if count == 1]
    if len(question.options) < 3 or len(begins) != 2 or len(alone) != 1:
        return None
    place = next(n for n, match in enumerate(matches) if (match[0] if match else "") == alone[0])
    return question.letters[place]


def repairs(script: Script) -> Patch:
    """Returns the right options of each question whose key names no murderer, if an option does."""
    people = Register()
    for person in (*script.characters, *script.victims):
        people.enter(person.name, person.aliases)
    murderers = {victim.name: victim.murderers for victim in script.victims}
    patch: dict[str, tuple[str, ...]] = {}
    for question in script.questions:
        if Question.CONTRADICTS in question.flags:
            killers = murderers.get(people.within(question.text) or "", ())
            named = [option for option in question.options if people.recognise(option) in killers]
            if named:
                patch[row_digest(question)] = tuple(digest(option) for option in named)
    return patch
