"""The symbolic reader's replies to the forms on posts, by words of opinion beside names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from parlour.core import Player
from parlour.llm import FieldPurpose, Language, Prompt
from parlour.reader import GameReader, words

_PACKAGE = "parlour.methods.gratr.posts"
AT = "@"
"""The start of an author's name in a graph, where no camp can bear the same name."""
MOST = 8
_FAR = 0.5
"""The weight of a word whose sentence names no target: it is read as about the last one named."""
_SLOGAN, _LEAST_LEAN = 3.0, 0.2
_REASON_CHARACTERS = 160
_HEADED = re.compile(r"(@.+?), (?:\d{4}-\d\d-\d\d \d\d:\d\d|#\d+)[:：]\s*(.*)", re.DOTALL)
_MENTION = re.compile(r"[@＠]([\w.·-]+)")
_SHORTEST = 2
_KNOWN = re.compile(r"- (.+?)[:：].*?(-?\d\.\d\d).*?(-?\d\.\d\d)")


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a public dispute."""

    name: str
    called: tuple[str, ...]
    slogans: tuple[str, ...] = ()


Class = tuple[str, str | None, int]
"""A class of posts, and the side that it is for (1) or against (-1); None and 0 for neither."""


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """A post's opinion of one target.

    Attributes:
        target: a side or a person; None for words without a named target.
    """

    target: str | None
    sum: float
    phrases: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PostOpinions:
    """All opinions of a post."""

    opinions: Mapping[str | None, Opinion]
    named: tuple[str, ...]


def items(prompt: Prompt, sides: Sequence[Side], authors: Mapping[str, str]) -> list[dict[str, str | int]]:
    """Returns every item of the post: a score of 5 for a faint word, up to 10 for strong ones."""
    _, text = _post(tuple(part.text for part in prompt.user))
    post_opinions = hear(text, prompt.language, sides, mentions(text, prompt.player, authors))
    opinions = [opinion for opinion in post_opinions.opinions.values() if opinion.target and opinion.sum]
    return [
        {
            "target": opinion.target or "",
            "reason": ", ".join(opinion.phrases)[:_REASON_CHARACTERS],
            "type": "defend" if opinion.sum > 0 else "attack",
            "relation": "ally" if opinion.sum > 0 else "adversary",
            "score": min(10, round(3 + 2 * abs(opinion.sum))),
        }
        for opinion in opinions[:MOST]
    ]


def meant(prompt: Prompt, sides: Sequence[Side], classes: Sequence[Class]) -> tuple[str, str]:
    """Returns the class of the post, and the words that support it."""
    return _meant(tuple(part.text for part in prompt.user), prompt.language, tuple(sides), tuple(classes))


@lru_cache(maxsize=64)
def _meant(
    texts: tuple[str, ...], language: Language, sides: tuple[Side, ...], classes: tuple[Class, ...]
) -> tuple[str, str]:
    author, text = _post(texts)
    post_opinions = hear(text, language, sides)
    own = [opinion for opinion in post_opinions.opinions.values() if opinion.target and opinion.sum]
    if own:
        best = max(own, key=lambda opinion: abs(opinion.sum))
        return _class(classes, best.target, best.sum), ", ".join(best.phrases)
    mood = post_opinions.opinions[None].sum if None in post_opinions.opinions else 0.0
    leans = _leans(texts, language, author, sides)
    if (post_opinions.named or mood) and max(map(abs, leans.values()), default=0.0) > _LEAST_LEAN:
        target, sign = _by_author(post_opinions.named, mood, leans)
        return _class(classes, target, sign), f"{author}: {target} {sign:+.2f}"
    return _class(classes, None, 0), "-"


def _by_author(named: Sequence[str], mood: float, leans: Mapping[str, float]) -> tuple[str, float]:
    if named:
        own, others = leans[named[0]], [lean for side, lean in leans.items() if side != named[0]]
        return named[0], own if abs(own) > _LEAST_LEAN else -max(others, key=abs)
    if mood > 0:
        return max(leans, key=lambda side: leans[side]), mood
    return min(leans, key=lambda side: leans[side]), mood


def _class(classes: Sequence[Class], target: str | None, sign: float) -> str:
    direction = (sign > 0) - (sign < 0)
    fitting = (name for name, side, way in classes if (side, way) == (target, direction))
    neutral = (name for name, side, _ in classes if side is None)
    return next(fitting, None) or next(neutral, None) or classes[0][0]


def _post(texts: Sequence[str]) -> tuple[str, str]:
    match = _HEADED.fullmatch(texts[-2])
    return (match[1], match[2]) if match else ("", texts[-2])


def _leans(texts: Sequence[str], language: Language, author: str, sides: Sequence[Side]) -> dict[str, float]:
    lines = [line for text in texts[:-2] for line in text.splitlines()]
    leans = dict.fromkeys((side.name for side in sides), 0.0)
    for line in lines:
        if (match := _KNOWN.match(line)) and match[1] in leans:
            leans[match[1]] = float(match[3]) or float(match[2])
    if any(leans.values()):
        return leans
    for line in lines:
        match = _HEADED.fullmatch(line.removeprefix("- ")) if author in line else None
        if match and match[1] == author:
            for opinion in hear(match[2], language, sides).opinions.values():
                if opinion.target:
                    leans[opinion.target] += opinion.sum
    return leans


def hear(text: str, language: Language, sides: Sequence[Side], people: Sequence[str] = ()) -> PostOpinions:
    """Returns a text's opinions of sides and people: each word of opinion is about the nearest name."""
    return _hear(text.casefold(), language, tuple(sides), tuple(people))


@lru_cache(maxsize=512)
def _hear(text: str, language: Language, sides: tuple[Side, ...], people: tuple[str, ...]) -> PostOpinions:
    sums: dict[str | None, float] = defaultdict(float)
    phrases: dict[str | None, list[str]] = defaultdict(list)
    names, slogans = _names(sides)
    addressed = {person.casefold(): person for person in people}
    targets, own, others = names | addressed, tuple(names), tuple(addressed)
    named: dict[str, None] = {}
    last: str | None = None
    side_names = {side.name for side in sides}
    for sentence in re.split(words("opinions", language, _PACKAGE)["sentence"], text):
        places = [(place, targets[name]) for place, name in _find_names(sentence, language, own, others)]
        named |= dict.fromkeys(target for _, target in places if target in side_names)
        for place, word, weight in _opinions(sentence, language):
            target = min(places, key=lambda mention: abs(mention[0] - place))[1] if places else last
            sums[target] += weight if places or target is None else weight * _FAR
            phrases[target].append(word)
        last = places[-1][1] if places else last
    for slogan, side in slogans.items():
        if slogan in text:
            sums[side] += _SLOGAN
            phrases[side].append(slogan)
    return PostOpinions(
        opinions={
            target: Opinion(target=target, sum=total, phrases=tuple(phrases[target]))
            for target, total in sums.items()
        },
        named=tuple(named),
    )


@lru_cache(maxsize=8)
def _names(sides: tuple[Side, ...]) -> tuple[dict[str, str], dict[str, str]]:
    names = {word.casefold(): side.name for side in sides for word in side.called}
    slogans = {word.casefold(): side.name for side in sides for word in side.slogans}
    return names, slogans


def _find_names(
    sentence: str, language: Language, sides: tuple[str, ...], people: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    """Yields the names in a sentence with their places; of two names at one place the longer.

    A pattern of all names would be compiled anew for each group of people.
    """
    at = 0
    while True:
        match = _pattern(sides, language).search(sentence, at)
        matches = [(match.start(), -len(match[0]), match[0])] if match else []
        starts = ((_start_of(person, sentence, at, language), person) for person in people)
        matches += [(start, -len(person), person) for start, person in starts if start >= 0]
        if not matches:
            return
        start, _, name = min(matches)
        yield start, name
        at = start + len(name)


def _start_of(name: str, sentence: str, at: int, language: Language) -> int:
    """Returns the place of a name from a place on, in English of the whole word; -1 if it is not there."""
    while (at := sentence.find(name, at)) >= 0:
        end = at + len(name)
        beside = sentence[max(0, at - 1) : at] + sentence[end : end + 1]
        if language != "en" or not any(sign.isalnum() or sign == "_" for sign in beside):
            return at
        at += 1
    return -1


@lru_cache(maxsize=1024)
def _opinions(sentence: str, language: Language) -> tuple[tuple[int, str, float], ...]:
    """Returns the words of opinion in a sentence: the place, the word and the weight of each."""
    lexicon = words("opinions", language, _PACKAGE)
    weights, reach = _weights(language), lexicon["reach"]
    negation = _pattern(tuple(lexicon["not"]), language)
    return tuple(
        (
            match.start(),
            match[0],
            -weights[match[0]]
            if negation.search(sentence[max(0, match.start() - reach) : match.start()])
            else weights[match[0]],
        )
        for match in _pattern(tuple(weights), language).finditer(sentence)
    )


@lru_cache(maxsize=2)
def _weights(language: Language) -> dict[str, float]:
    lexicon = words("opinions", language, _PACKAGE)
    weights = {word: float(weight) for weight, group in lexicon["for"].items() for word in group}
    return weights | {word: -float(weight) for weight, group in lexicon["against"].items() for word in group}


@lru_cache(maxsize=64)
def _pattern(terms: tuple[str, ...], language: Language) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)" if language == "en" else f"(?:{alternatives})")


def mentions(text: str, author: Player, authors: Mapping[str, str]) -> tuple[Player, ...]:
    """Returns the other authors that a text addresses with `@`, in the order of its words.

    Chinese puts no space after a name: there the longest name that fits is taken.
    """
    names = (_author(match[1].casefold(), authors) for match in _MENTION.finditer(text))
    return tuple(dict.fromkeys(AT + name for name in names if name and AT + name != author))


def _author(text: str, authors: Mapping[str, str]) -> str | None:
    for end in range(len(text), _SHORTEST - 1, -1):
        if name := authors.get(text[:end]):
            is_cut_within_a_word = end < len(text) and text[end].isascii() and text[end].isalnum()
            return None if is_cut_within_a_word else name
    return None


@dataclass(frozen=True, kw_only=True)
class Posted(FieldPurpose):
    """Items of evidence in the prompt's post, about the sides of a dispute and the authors that it addresses.

    Attributes:
        authors: of all posts, each by its name in lower case.
    """

    sides: tuple[Side, ...]
    authors: Mapping[str, str] = field(repr=False, hash=False)

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """Returns the items."""
        return items(prompt, self.sides, self.authors)


@dataclass(frozen=True, kw_only=True)
class Intent(FieldPurpose):
    """The class that the post in the prompt belongs to by what its author means with it, and why.

    Attributes:
        classes: each class, and the side that it is for (1) or against (-1); None and 0 for neither.
    """

    sides: tuple[Side, ...]
    classes: tuple[Class, ...]
    part: Literal["class", "reason"] = "class"

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """Returns the class, or the reason."""
        class_name, reason = meant(prompt, self.sides, self.classes)
        return class_name if self.part == "class" else reason
