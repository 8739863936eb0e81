"""What every game offers: a frozen state that asks, takes actions, and tells what happened.

A game is pure: no clock, files, network or prompts. Chance comes from the match seed alone, drawn by
purpose (`chance`), so that the same seed and the same actions always give the same events.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Literal, Protocol, Self

from parlour.errors import IllegalAction

Player = str
"""A seat at the table, by the name that everybody there uses."""

GameName = Literal["mystery", "werewolf", "onenight"]
"""The games that there are, by the names that their setups bear."""


class Kind(StrEnum):
    """What a request asks a player to do."""

    INTRODUCE = "introduce"
    PREPARE = "prepare"
    """Collect your thoughts before a round; nothing is said."""
    ASK = "ask"
    REPLY = "reply"
    REFLECT = "reflect"
    """Look back on a round; nothing is said."""
    VOTE = "vote"
    ANSWER = "answer"
    SPEAK = "speak"
    """Say something to the whole table."""
    CONFER = "confer"
    """Talk with those who share your secret, and propose a target."""
    KILL = "kill"
    CHECK = "check"
    """Learn what somebody is."""
    PROTECT = "protect"
    SAVE = "save"
    """Undo an attack that you are told of."""
    POISON = "poison"
    SHOOT = "shoot"
    """Take somebody along as you die."""


SILENT = frozenset({Kind.PREPARE, Kind.REFLECT})
"""The requests that ask for thought only: no rule depends on them, and nobody is shown them."""

TARGETS = frozenset({Kind.KILL, Kind.CHECK, Kind.PROTECT, Kind.SAVE, Kind.POISON, Kind.SHOOT})
"""The requests that choose players in silence, to do to them what the kind says."""

OPTIONAL = frozenset({Kind.SAVE, Kind.POISON, Kind.SHOOT})
"""The requests on which to choose nobody is a decision like another, so that their forms offer it."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """What one player may do now.

    Attributes:
        id: unique within the match and the same in every run of it.
        step: how many steps the state has taken before.
        player: who is asked.
        kind: what for.
        round: the round of play, from 1; 0 before the first, the last one after it.
        case: the hidden question it is about (a victim's name in a mystery).
        options: the legal choices: players' names, or letters of a question.
        labels: what each option says, where the options are letters.
        least: how many options must be chosen.
        most: how many options may be chosen; 0 where nothing is chosen.
        or_none: whether none may be chosen, too, where otherwise at least so many must be.
        words: the limit of speech; 0 where nothing is said.
        text: the question that is to be replied to or answered.
        partner: who put that question.
    """

    id: str
    step: int
    player: Player
    kind: Kind
    round: int = 0
    case: str | None = None
    options: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    or_none: bool = False
    words: int = 0
    text: str = ""
    partner: Player | None = None

    def check(self, action: Action) -> None:
        """Raises `IllegalAction` unless this request allows the action."""
        strange = [choice for choice in action.chosen if choice not in self.options]
        if strange:
            raise IllegalAction(f"{strange[0]!r} is not among {', '.join(self.options) or 'no options'}")
        if len(set(action.chosen)) != len(action.chosen):
            raise IllegalAction(f"the same choice twice: {', '.join(action.chosen)}")
        is_refrained = self.or_none and not action.chosen
        if not is_refrained and not self.least <= len(action.chosen) <= self.most:
            raise IllegalAction(f"{len(action.chosen)} chosen, where {self.least} to {self.most} may be")
        if not self.words and action.speech:
            raise IllegalAction("nothing may be said here")
        if self.words and action.chosen and not action.speech.strip():
            raise IllegalAction("somebody is addressed, but nothing is said")
        if count_words(action.speech) > self.words:
            raise IllegalAction(f"{count_words(action.speech)} words, where {self.words} may be said")


@dataclass(frozen=True, kw_only=True)
class Action:
    """What a player does: a choice among the request's options, a speech, both, or neither (a pass)."""

    chosen: tuple[str, ...] = ()
    speech: str = ""

    @property
    def is_pass(self) -> bool:
        """Whether nothing was chosen and nothing said."""
        return not self.chosen and not self.speech


PASS = Action()


class EventKind(StrEnum):
    """What can happen at a table."""

    ROLE = "role"
    SCRIPT = "script"
    SECRET = "secret"
    OBJECTIVE = "objective"
    INTRODUCED = "introduced"
    ROUND = "round"
    ASKED = "asked"
    REPLIED = "replied"
    PASSED = "passed"
    POLLED = "polled"
    """A vote that decides nothing: what somebody thinks by then."""
    VOTED = "voted"
    TIED = "tied"
    """Several share the most votes."""
    ELIMINATED = "eliminated"
    REVEALED = "revealed"
    WON = "won"
    ANSWERED = "answered"
    FELLOWS = "fellows"
    """Those who share a secret role are told who they are."""
    NIGHT = "night"
    DAY = "day"
    SPOKE = "spoke"
    CONFERRED = "conferred"
    TARGETED = "targeted"
    """One of several who kill together has named whom."""
    ATTACKED = "attacked"
    """Whom they kill, unless somebody prevents it."""
    CHECKED = "checked"
    PROTECTED = "protected"
    SAVED = "saved"
    POISONED = "poisoned"
    DIED = "died"
    """Who was found dead in the morning."""
    SHOT = "shot"


DEALT = frozenset(
    {EventKind.ROLE, EventKind.FELLOWS, EventKind.SCRIPT, EventKind.SECRET, EventKind.OBJECTIVE}
)
"""What a player is given rather than hears: its private text."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """What happened, and who may know.

    Attributes:
        number: position among the match's events, from 0.
        kind: what happened.
        round: the round it happened in, from 1; 0 before the first, the last one after it.
        actor: who did it.
        to: who was addressed.
        case: the hidden question it is about.
        chosen: names or letters: who was voted for, eliminated, who killed whom, which side won.
        text: what was said, or what a private paper says.
        role: what the event shows somebody to be: a role that is dealt or revealed, a side that is checked.
        visible_to: who learns of it; None is everybody, the empty set nobody at the table.
    """

    number: int
    kind: EventKind
    round: int = 0
    actor: Player | None = None
    to: Player | None = None
    case: str | None = None
    chosen: tuple[str, ...] = ()
    text: str = ""
    role: str | None = None
    visible_to: frozenset[Player] | None = None

    def is_visible_to(self, player: Player) -> bool:
        """Whether that player learns of the event."""
        return self.visible_to is None or player in self.visible_to


@dataclass(frozen=True, kw_only=True)
class Case:
    """A hidden question of a game, as one player sees it: who may be the answer.

    Attributes:
        name: of the question.
        candidates: who may be the answer, or one of several.
        answers: how many of the candidates are, where the rules say so.
    """

    name: str
    candidates: tuple[Player, ...]
    answers: int | None = None


@dataclass(frozen=True, kw_only=True)
class CaseOutcome:
    """How one case ended.

    Attributes:
        case: its name.
        eliminated: who was voted out (last, where several were), None for nobody.
        truth: the players who are the answer; empty where nobody at the table is.
        winner: the side that won it, None where the case is unscored.
    """

    case: str
    eliminated: Player | None
    truth: tuple[Player, ...]
    winner: str | None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a match ended, case by case."""

    cases: tuple[CaseOutcome, ...]


class State(Protocol):
    """The whole truth of a match at one moment: frozen, and the only place where the rules are."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, in seat order."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be done."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None until then."""
        ...

    def cases(self, player: Player) -> Sequence[Case]:
        """The hidden questions, as that player may ask them."""
        ...

    def teams(self) -> Mapping[Player, str]:
        """The side that each player is on; for seating and scores, never for an agent."""
        ...

    def requests(self) -> Sequence[Request]:
        """Everything that must be decided now; a player may be asked several things at once."""
        ...

    def fallback(self, request: Request) -> Action:
        """What is played for a request whose answer was illegal, unreadable or too late."""
        ...

    def apply(self, actions: Mapping[str, Action]) -> tuple[Self, Sequence[Event]]:
        """The next state and what happened, given a legal action per request id.

        Raises:
            IllegalAction: if an action is missing or not allowed.
        """
        ...


def chance(seed: int, *purpose: object) -> Random:
    """A generator of its own for one seed and purpose, so that no draw shifts another.

    Args:
        seed: the match seed.
        purpose: what the draw is for, such as a player, a step and a word.
    """
    key = "\x1f".join(map(str, (seed, *purpose)))
    return Random(int.from_bytes(hashlib.sha256(key.encode()).digest()[:16]))


_HAN = r"\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}][^\s\u3000-\u303f\uff00-\uffef{_HAN}]*")


_SENTENCE_END = re.compile(r"(?:[。！？…]|[.!?](?!\w))+[\"'”’」』]*")


def count_words(text: str) -> int:
    """How many words a text has; a Chinese character counts as one, a mark on its own as none."""
    return len(_WORD.findall(text))


def cut_words(text: str, most: int) -> str:
    """The text's longest beginning of at most that many words, ended at a sentence where it can be."""
    words = list(_WORD.finditer(text))
    if len(words) <= most:
        return text
    if most == 0:
        return ""
    head = text[: words[most - 1].end()]
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= words[most].start()]
    return text[: ends[-1]].rstrip() if ends else head.rstrip()
