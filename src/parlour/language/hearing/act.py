"""What somebody does with words: the acts that are heard in what people type, before the grammar says them.

An act is looser than a fact: "I was in the lobby" names no half hour, "not me" denies whatever was asked.
What of it the grammar can say, `meaning.py` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.language.facts import Fact, Language, Name, NameGuess, Question, Slot, Word

ANYBODY = "anybody"
"""Whom a question is put to that is put to the whole table."""
Value = str | int | Slot
"""What fills a slot: somebody, a word of the lexicon or as it was typed, a night, a half hour."""
_OF_NIGHT = ("check", "saved", "poisoned", "centre", "robbed", "swapped", "drank", "woke", "fellow")
DOERS = frozenset({"saw", "heard", "saw_nobody", *_OF_NIGHT})
"""The acts that somebody tells of themselves as `by`."""
PLACED = frozenset(
    {"was", "not_there", "saw", "heard", "saw_nobody", "ask_company", "ask_saw", "death_where"}
)
TIMED = PLACED - {"death_where"} | {"quarrel", "ask_where", "death_when"}
"""The acts that may say where, and those that may say when."""


@dataclass(frozen=True, kw_only=True)
class SpokenAct:
    """One thing that somebody does with words.

    Attributes:
        kind: a row of `patterns.*.yaml`.
        slots: by name, in the order in which they were heard.
    """

    kind: str
    slots: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, slot: str) -> Value | None:
        """What fills a slot; None where nothing was said of it."""
        return dict(self.slots).get(slot)

    def with_slots(self, **slots: Value) -> SpokenAct:
        """The same with some slots filled."""
        return SpokenAct(kind=self.kind, slots=tuple({**dict(self.slots), **slots}.items()))

    @property
    def key(self) -> tuple[str, frozenset[tuple[str, Value]]]:
        """What it is, in whatever order its slots were heard."""
        return self.kind, frozenset(self.slots)

    @property
    def is_question(self) -> bool:
        """Whether it asks something."""
        return self.kind.startswith("ask_")


@dataclass(frozen=True, kw_only=True)
class HeardAct:
    """An act and the words in which it was heard.

    Attributes:
        clause: those words.
        is_sure: whether all that the clause says is in the act; what is not sure is shown before it is sent.
        means: the same as the grammar says it; None where it has no such sentence, or the clause leaves out
            what that needs.
        role: the role that its clause names, if it names one.
    """

    act: SpokenAct
    clause: str
    is_sure: bool = True
    means: Fact | Question | None = None
    role: str = ""


@dataclass(frozen=True, kw_only=True)
class HeardRemark:
    """What somebody typed, clause by clause.

    Attributes:
        heard: the acts, in the order of the text.
        unheard: the clauses that say something of the game which was not understood.
        guesses: what was taken for a slip.
        others: what else it may mean, where that is not certain: other readings, the likelier first, of which
            the grammar says every act.
    """

    heard: tuple[HeardAct, ...] = ()
    unheard: tuple[str, ...] = ()
    guesses: tuple[NameGuess, ...] = ()
    others: tuple[tuple[HeardAct, ...], ...] = ()

    @property
    def certain(self) -> tuple[HeardAct, ...]:
        """The acts that nobody need be shown; none where a name was guessed."""
        return () if self.guesses else tuple(each for each in self.heard if each.is_sure)

    @property
    def meanings(self) -> tuple[Fact | Question, ...]:
        """What the grammar can say of what is certain."""
        return tuple(each.means for each in self.certain if each.means is not None)

    @property
    def is_sure(self) -> bool:
        """Whether nothing of it needs to be shown first."""
        return not self.unheard and not self.guesses and all(each.is_sure for each in self.heard)


@dataclass(frozen=True, kw_only=True)
class TalkTable:
    """A table at which somebody types.

    Attributes:
        language: of the table.
        names: everybody whom one may speak of, the dead of a story among them.
        speaker: who types.
        to: whom it is said to, if it is one person.
        asked: the question that was put to them last and is still open.
        asker: who put it.
        spoken_of: whom they named last before what is typed now, and may mean by "she".
        scope: what is spoken of: a *story*, or *roles*, or roles that are *cards*.
        victims: whose death is spoken of.
        hours: the half hours of the story, by number, which settle what 8:30 means.
        deaths: when who died, as far as everybody knows.
        places: where the story plays; every place of the lexicon where none is named.
        night: which night was the last, where nights are counted.
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

    @property
    def is_of_roles(self) -> bool:
        """Whether everybody has a role."""
        return self.scope != "story"
