"""Acts of speech: the acts heard in typed text, before the grammar words them.

An act is looser than a fact: "I was in the lobby" names no half hour, "not me" denies whatever was asked.
What of it the grammar can say, `meaning.py` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.language.facts import Fact, Language, Name, NameGuess, Question, Slot, Word

ANYBODY = "anybody"
"""The addressee of a question to all."""
Value = str | int | Slot
"""The value of a slot: a person, a word of the lexicon or as typed, a night, a half hour."""
_OF_NIGHT = ("check", "saved", "poisoned", "centre", "robbed", "swapped", "drank", "woke", "fellow")
DOERS = frozenset({"saw", "heard", "saw_nobody", *_OF_NIGHT})
"""The acts that a person tells of itself as `by`."""
PLACED = frozenset(
    {"was", "not_there", "saw", "heard", "saw_nobody", "ask_company", "ask_saw", "death_where"}
)
TIMED = PLACED - {"death_where"} | {"quarrel", "ask_where", "death_when"}
"""The acts that may say where, and those that may say when."""


@dataclass(frozen=True, kw_only=True)
class SpokenAct:
    """An act of speech.

    Attributes:
        kind: a row of `patterns.*.yaml`.
    """

    kind: str
    slots: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, slot: str) -> Value | None:
        return dict(self.slots).get(slot)

    def with_slots(self, **slots: Value) -> SpokenAct:
        """Returns the act with some slots filled."""
        return SpokenAct(kind=self.kind, slots=tuple({**dict(self.slots), **slots}.items()))

    @property
    def key(self) -> tuple[str, frozenset[tuple[str, Value]]]:
        """The act's identity, in any order of its slots."""
        return self.kind, frozenset(self.slots)

    @property
    def addressee(self) -> Name | None:
        """Returns the player that a question goes to; None for a statement, and a question to all."""
        person = self["whom"] if self.is_question else None
        return person if isinstance(person, str) and person != ANYBODY else None

    @property
    def is_question(self) -> bool:
        """Returns true if it is a question."""
        return self.kind.startswith("ask_")


@dataclass(frozen=True, kw_only=True)
class HeardAct:
    """An act and the words in which it was heard.

    Attributes:
        means: the same as the grammar says it; None where it has no such sentence, or the clause leaves out
            what that needs.
    """

    act: SpokenAct
    clause: str
    is_sure: bool = True
    means: Fact | Question | None = None
    role: str = ""


@dataclass(frozen=True, kw_only=True)
class HeardRemark:
    """A typed remark, as it was heard clause by clause.

    Attributes:
        offered: readings of it, each of one act or of several, at most `MOST_OFFERED`, the surest first.
    """

    heard: tuple[HeardAct, ...] = ()
    unheard: tuple[str, ...] = ()
    guesses: tuple[NameGuess, ...] = ()
    offered: tuple[tuple[HeardAct, ...], ...] = ()

    @property
    def certain(self) -> tuple[HeardAct, ...]:
        """The acts that are said without a tap; none if a name was guessed."""
        return () if self.guesses else tuple(heard_act for heard_act in self.heard if heard_act.is_sure)

    @property
    def meanings(self) -> tuple[Fact | Question, ...]:
        """The certain acts that the grammar can express."""
        return tuple(heard_act.means for heard_act in self.certain if heard_act.means is not None)


@dataclass(frozen=True, kw_only=True)
class TalkTable:
    """The context of a typed remark: the people, the open question and the game.

    Attributes:
        spoken_of: the person last named before this text, who may be meant by "she".
        scope: what is spoken of: a *story*, or *roles*, or roles that are *cards*.
        hours: the half hours of the story, by number, which settle what 8:30 means.
        places: where the story plays; every place of the lexicon where none is named.
        roles: the roles that are dealt; none where it is not known which.
        case: the victim of whom is spoken, if there are several.
    """

    language: Language
    names: tuple[Name, ...]
    speaker: Name
    to: Name | None = None
    asked: str = ""
    asker: Name | None = None
    spoken_of: Name | None = None
    scope: str = "story"
    victims: tuple[Name, ...] = ()
    hours: frozenset[int] = frozenset(range(36, 48))
    deaths: Mapping[Name, Slot] = field(default_factory=dict[Name, Slot])
    places: frozenset[Word] = frozenset()
    night: int = 1
    roles: tuple[Word, ...] = ()
    case: Name | None = None

    @property
    def victim(self) -> Name | None:
        """Returns the victim who is meant if none is named."""
        return self.victims[0] if len(self.victims) == 1 else self.case

    @property
    def is_of_roles(self) -> bool:
        """Returns true if every player has a role."""
        return self.scope != "story"
