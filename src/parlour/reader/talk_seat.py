"""A player in a game of talk: what it does, likes and says follows from how suspect each player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence

from parlour.language.facts import (
    Chooser,
    Fact,
    Language,
    Level,
    Name,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    Word,
    render,
)
from parlour.llm import Speech, Talk
from parlour.reader.parsed_prompt import (
    ANSWERS,
    ParsedPrompt,
    Said,
    is_told,
    least_answered,
    people,
    timeline,
    topics,
)
from parlour.reader.phrases import drawn_for, fitting, order_by, words
from parlour.reader.seat import Blank, ChoicePurpose, Impression, Reached

WORST, BEST = 1, 10
_MIDDLE = (WORST + BEST) / 2
LEVEL_WEIGHTS: Mapping[Level, float] = {Level.LITTLE: 0.2, Level.SOME: 0.6, Level.STRONG: 1.0}
"""How much an opinion counts, by how strong it is."""
_TONE, _MOST_TONE, _SIDE = 1.5, 2.0, 3.0


def rating(tone: float, side: float, occasion: str) -> int:
    """Returns a rating from 1 to 10.

    Args:
        tone: the tone of a player's words on the reader; below 0 if unkind.
        side: how likely it is that they are on the same side, less than usual below 0; in [-1, 1].
        occasion: settles by lot between the two middle ratings, since a whole number has no middle.
    """
    liked = _MIDDLE + _TONE * max(min(tone, _MOST_TONE), -_MOST_TONE) + _SIDE * side
    nudged = liked + drawn_for(occasion).choice((-0.25, 0.25))
    return max(WORST, min(BEST, round(nudged)))


def tone(fact: Fact, me: Name) -> float:
    """Returns the tone of a fact towards the reader; 0 if it does not mention it."""
    match fact:
        case Trust(whom=whom, level=level) if whom == me:
            return LEVEL_WEIGHTS[level]
        case Suspicion(whom=whom, level=level) if whom == me:
            return -LEVEL_WEIGHTS[level]
        case VoteFor(whom=whom) if whom == me:
            return -1.0
        case _:
            return 0.0


def latest(statements: Sequence[Said], by: Name) -> tuple[Fact, ...]:
    """Returns a player's statements in its last round."""
    last = max((statement.round for statement in statements if statement.by == by), default=0)
    return tuple(statement.fact for statement in statements if (statement.by, statement.round) == (by, last))


def compare_chance(chance: float, usual: float) -> float:
    """Returns the distance of a chance from the usual one, as a share of its range: in [-1, 1]."""
    room = 1 - usual if chance > usual else usual
    return (chance - usual) / room if room else 0.0


def percent(chance: float) -> int:
    """Returns a chance as a form asks for it: nothing is quite impossible."""
    return max(1, round(100 * chance))


_PARTS = (("by", "by"), ("of", "about"))
_GUESSES = 0.35
"""The probability of giving a reason for a suspicion without evidence (ours)."""


def question_to(prompt: ParsedPrompt, to: Name) -> str:
    """Returns the question to a player: from the prompt's list or the game; empty for none.

    Of the game's questions it is the first not answered in this round, or else the last.
    """
    listed = next((topic for _, topic in topics(prompt, to)), None)
    types = {
        type(statement.fact)
        for statement in prompt.statements
        if (statement.by, statement.round) == (to, prompt.round)
    }
    kinds = [kind for kind in prompt.asks if ANSWERS[kind] not in types] or prompt.asks[-1:]
    question = listed or next((kind(by=to) for kind in kinds), None)
    return phrase(prompt, "asks", to=to, question=prompt.say(question, to=to)) if question else ""


def closing_question(prompt: ParsedPrompt, to: Name | None, top: Name) -> Iterator[str]:
    """Yields the question to an addressee or, if the prompt lists any, to the most suspected player."""
    if to or any(topics(prompt, top)):
        yield question_to(prompt, to or top)


def phrase(prompt: ParsedPrompt, name: str, chooser: Chooser | None = None, **about: str) -> str:
    """Returns one of the game's phrases in one of its wordings, the same on the same occasion.

    No player uses its own name: the speaker's acts, and those done to it, have phrases of their own
    (`NAME_by_me`, `NAME_of_me`), where the game brings them.
    """
    wordings = words("phrases", prompt.language, prompt.package)
    mine = next((f"{name}_{part}_me" for part, who in _PARTS if about.get(who) == prompt.me), name)
    name = mine if mine in wordings else name
    rows: str | list[str] = wordings[name]
    chooser = chooser or prompt.wording(f"{name}{about}")
    row = rows if isinstance(rows, str) else chooser.choice(rows)
    return (row[:1].upper() + row[1:]).format(**about)


def guess_reason(prompt: ParsedPrompt, level: Level) -> Iterator[str]:
    """Yields the reason of a slight suspicion without evidence, now and then."""
    if level is Level.LITTLE and prompt.draw("guess").random() < _GUESSES:
        yield phrase(prompt, "guess")


def join_sentences(prompt: ParsedPrompt, *sentences: str) -> str:
    """Joins sentences."""
    return words("phrases", prompt.language, prompt.package)["gap"].join(sentences)


def explain_turn(prompt: ParsedPrompt, chosen: Name) -> Iterator[str]:
    """Yields the remark that a choice differs from the suspicion declared in this round, if it does."""
    if prompt.named_suspect not in ("", chosen):
        yield phrase(prompt, "turned", by=prompt.named_suspect, about=chosen)


def declared_first(prompt: ParsedPrompt, ranked: Sequence[Name], by: Callable[[Name], float]) -> list[Name]:
    """Returns players in their order, but of those about as suspect as the first the declared ones first."""
    near = [name for name in ranked if by(name) >= _NEAR * by(ranked[0])]
    return [*prefer_declared(prompt, near), *(name for name in ranked if name not in near)]


def prefer_declared(prompt: ParsedPrompt, names: Sequence[Name]) -> list[Name]:
    """Returns the suspect that the voter itself named, then those that others named, then the rest.

    A vote that leaves the voter's word, or meets a player that was never suspected aloud, would surprise all.
    """
    own, declared = prompt.named_suspect, prompt.all_declared
    return sorted(names, key=lambda name: (name != own, name not in declared))


_NEAR = 0.97
"""The share of the greatest suspicion above which a player counts as about as suspect (ours)."""
POSSIBLE = 0.005
"""The least chance of guilt; mere talk does not make it 0."""
SETTLED = 0.95
"""The chance above which a player counts as found out."""
_NOTICED, _MARKED = 1.2, 2.0
"""The factors on the usual suspicion at which a player is suspected somewhat, and strongly."""


class TalkSeat(ABC):
    """A `SeatReader` of a game in which players argue in public and have no scripts.

    A game says what the prompt tells and how suspect each player is, and whatever else it knows better.
    """

    @property
    @abstractmethod
    def prompt(self) -> ParsedPrompt:
        """The parsed prompt."""

    @abstractmethod
    def suspicion(self, name: Name, case: str | None = None) -> float:
        """Returns the suspicion that a player is sought, as the reader would show it: in [0, 1]."""

    @property
    def me(self) -> Name:
        return self.prompt.me

    @property
    def players(self) -> tuple[Name, ...]:
        return self.prompt.table.players

    @property
    def names(self) -> tuple[Name, ...]:
        return self.prompt.table.names

    @property
    def language(self) -> Language:
        return self.prompt.language

    @property
    def limit(self) -> int | None:
        return self.prompt.limit

    @property
    def others(self) -> tuple[Name, ...]:
        return self.prompt.others

    @property
    def allies(self) -> frozenset[Name]:
        """The players known to be on its side, which it mentions as little as it can."""
        return frozenset()

    @property
    def usual(self) -> float:
        """The mean suspicion of the others."""
        return sum(map(self.suspicion, self.others)) / max(1, len(self.others))

    @property
    def top(self) -> Name:
        """Returns the most suspected other player, or the player itself if it is alone."""
        return next(iter(self.rank(self.others)), self.me)

    def said_by(self, name: Name) -> tuple[Fact, ...]:
        return self.prompt.said_by(name)

    def rank(self, options: Sequence[Name]) -> Sequence[Name]:
        """Returns the players from the most suspected to the least; itself only if it is alone.

        Equal ones are ordered by a draw that is the same for all players with the same talk.
        """
        open_ones = [name for name in options if name != self.me] or list(options)
        return order_by(open_ones, lambda name: -self.suspicion(name), (self.prompt.occasion,))

    def suspects(self, options: Sequence[Name], case: str | None, most: int | None) -> list[Name]:
        """Returns the players suspected more than the mean, the most suspected first; at least one."""
        ranked = list(self.rank(options))
        return ([name for name in ranked if self.suspicion(name) > self.usual] or ranked[:1])[:most]

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        """Returns the most suspected of the options, or the first if they are not players."""
        options = blank.options
        ranked = list(self.rank(options)) if set(options) <= set(self.names) else options
        return ranked[: max(1, blank.least)] if blank.is_list else ranked[0]

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Returns the evidence for or against its choice."""
        first = self.chosen(purpose, blank)
        name = first[0] if isinstance(first, list) else first  # pyright: ignore[reportUnknownVariableType]
        return self.grounds(name) if isinstance(name, str) and name in self.names else self.overall()

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        is_named = any(
            name in people(statement.fact) for statement in self.prompt.statements if statement.by != self.me
        )
        return phrase(self.prompt, "counts" if is_named else "blank", about=name)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        return self.judge(self.top)

    def judge(self, name: Name) -> str:
        """Returns how likely a player is sought, with the strongest evidence."""
        percent = str(round(100 * self.suspicion(name)))
        likely = phrase(self.prompt, "likely", about=name, percent=percent)
        return join_sentences(self.prompt, likely, self.grounds(name))

    @property
    def plan_phrase(self) -> str:
        """The name of the phrase for its plan."""
        return "plan"

    def plan(self, case: str | None = None) -> str:
        top = self.top
        sentences = (phrase(self.prompt, self.plan_phrase, about=top), self.grounds(top))
        return join_sentences(self.prompt, *fitting(sentences, self.limit))

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """Returns its suspicion with reasons, and its question to the addressee."""
        ask = (question_to(self.prompt, purpose.to),) if purpose.to else ()
        odds = self.suspicion(self.top) / max(self.usual, POSSIBLE)
        level = Level.STRONG if odds > _MARKED else Level.SOME if odds > _NOTICED else Level.LITTLE
        suspects = self.prompt.say(Suspicion(by=self.me, whom=self.top, level=level))
        return fitting(filter(None, (suspects, self.grounds(self.top), *ask)), self.limit)

    def profile(self, case: str) -> str:
        """Returns its profile of the culprit, by the most suspected player."""
        top = self.top
        return phrase(self.prompt, "profile", about=top, why=self.grounds(top))

    def impression(self, name: Name, case: str) -> Impression:
        """Returns its impression of a player, by their words on the reader and their suspicion."""
        warmth = sum(tone(fact, self.me) for fact in self.said_by(name))
        claims = {fact.role for fact in self.said_by(name) if isinstance(fact, RoleClaim)}
        return Impression(
            stance="negative" if warmth < 0 else "positive" if warmth > 0 else "neutral",
            has_motive=warmth < 0,
            is_possible=self.suspicion(name) > POSSIBLE,
            is_incriminated=self.suspicion(name) > self.usual,
            is_bound=len(claims) > 1,
            is_at_odds=warmth < 0,
        )

    def rating(self, name: Name) -> int:
        """Returns its liking of a player, from 1 to 10: by their last words on it, and by side."""
        occasion = f"{self.me}{name}{self.moment}{len(self.prompt.statements)}"
        return rating(self.warmth(name), self.side(name), occasion)

    @property
    def moment(self) -> str:
        """The time in the game, which seeds its draws."""
        return str(self.prompt.round)

    def warmth(self, name: Name) -> float:
        """Returns the tone of a player's last words on it."""
        return sum(self.tone(fact) for fact in latest(self.prompt.statements, name))

    def tone(self, fact: Fact) -> float:
        """Returns the tone of a fact towards the reader; 0 if it does not mention it."""
        return tone(fact, self.me)

    def side(self, name: Name) -> float:
        """Returns how likely a player is on its side, less than usual below 0: in [-1, 1]."""
        return 1.0 if name in self.allies else -compare_chance(self.suspicion(name), self.usual)

    def role(self, name: Name, roles: Sequence[Word], case: str) -> tuple[Word, float]:
        """Returns a player's claimed role, if it is one of those; else the first or the last of them."""
        likely = self.suspicion(name)
        claims = [fact.role for fact in self.said_by(name) if isinstance(fact, RoleClaim)]
        claim = next((role for role in reversed(claims) if role in roles), roles[-1])
        return (roles[0], likely) if likely > 1 / 2 else (claim, 1 - likely)

    def gain(self, name: Name, case: str | None) -> float:
        """Returns the probability that a question to a player brings news, inside 0 and 1.

        It is largest where suspicion is even, and where nothing has been told in this round.
        """
        chance = self.suspicion(name)
        return 0.05 + 0.9 * 4 * chance * (1 - chance) * (0.6 if self.prompt.has_spoken(name) else 1.0)

    def topics(self, case: str, most: int) -> list[int]:
        """Returns the numbers of the listed questions that fewest others have answered."""
        return least_answered(self.prompt, self.others, most)

    def progress(self, case: str) -> Reached:
        """Returns whether a player is as good as found out."""
        likely = max(map(self.suspicion, self.others), default=0.0)
        return "yes" if likely > SETTLED else "partly" if likely > 1 / 2 else "no"

    def timelines(self, case: str) -> list[str]:
        """Returns retold facts about players in neutral words, the latest first."""
        facts = dict.fromkeys(
            statement.fact for statement in reversed(self.prompt.statements) if people(statement.fact)
        )
        prompt = self.prompt
        rngs = (drawn_for(f"{prompt.me}{prompt.round}{fact}") for fact in facts)
        return [render(fact, prompt.language, rng) for fact, rng in zip(facts, rngs, strict=True)]

    def is_needed(self, number: int) -> bool:
        """Returns true if a line is about the player it accuses next, and no player that it spares."""
        told_of = {name for fact in timeline(self.prompt, number) for name in people(fact)}
        return self.top in told_of and not told_of & self.allies

    def is_told(self, number: int) -> bool:
        return is_told(self.prompt, number)
