"""Readings that the words say the contrary of: "I don't believe Ulric" is no trust in Ulric.

The weights know words and their neighbours, and weigh "I heard nothing" much as "I heard something". Where a
negation or a contrast is explicit, the readings that it excludes are turned or left out, and what it says is
offered. A reading that is lit stays lit if it is turned; the question why one trusts is not lit as why one
suspects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from parlour.language.facts import Language, Name
from parlour.language.hearing.act import SpokenAct, TalkTable
from parlour.language.hearing.clauses import PEOPLE, YOU, wordlist

Reading = tuple[SpokenAct, ...]

_TURNED: Mapping[str, tuple[str, str]] = {
    "no_trust": ("trust", "suspect"),
    "trust": ("suspect", "trust"),
    "no_sound": ("heard", "saw_nobody"),
    "no_motive": ("motive", "no_motive"),
    "no_means": ("means", "no_means"),
}
"""By the rows of `negated`: the act that the words exclude, and the one that they say."""
_STATED = frozenset({"suspect", "trust", "vote", "check", "saw", "heard", "claim"})
"""Acts about a person that "Ann, not Bo" says of the first and denies of the second."""


@dataclass(frozen=True, kw_only=True)
class Negation:
    """The explicit negations of a remark.

    Attributes:
        is_of_belief: whether the typed words speak of belief or trust.
        is_choice: whether they ask which of several players: "who do you believe, me or Theo?"
        turned: the rows that excluded an act, with the person whom it is about if that matters.
        claimless: the players who are said not to be something: "Theo is not the seer".
        excluded: the second players of contrasts: "Ann, not Bo", "not Bo but Ann".
        suspects: the players whom the words accuse: a liar, or the first of a contrast without a verb.
    """

    is_of_belief: bool = False
    is_choice: bool = False
    turned: tuple[tuple[str, Name | None], ...] = ()
    claimless: tuple[Name, ...] = ()
    excluded: tuple[Name, ...] = ()
    suspects: tuple[Name, ...] = ()

    @classmethod
    def of(cls, text: str, table: TalkTable, *, typed: str, you: Name | None) -> Negation:
        """Returns the negations of a marked text.

        Belief is told from "I (do not) think Ann" by the typed words alone: both are marked alike.
        """
        rows = _rows(table.language)
        if you in table.names:
            text = text.replace(YOU, chr(PEOPLE + table.names.index(you)))
        pairs = [match.groupdict() for row in rows["contrasts"] for match in row.finditer(text)]
        [verbs] = rows["verbs"]
        accused = [] if verbs.search(text) else [pair["so"] for pair in pairs]
        [liar], [believing], choices = rows["liar"], rows["believing"], rows["choices"]
        is_belief = bool(believing.search(typed.lower()))
        turned = [
            (kind, who)
            for kind in _TURNED
            if "trust" not in kind or is_belief
            for row in rows[kind]
            for match in row.finditer(text)
            for who in (_names(match[0], table) if "trust" in kind else (None,))
        ]
        if any(kind == "no_trust" for kind, _ in turned):
            turned = [(kind, who) for kind, who in turned if kind != "trust"]
        return cls(
            is_of_belief=is_belief,
            is_choice=any(row.search(text) for row in choices),
            turned=tuple(turned),
            claimless=tuple(
                _names([match["who"] for row in rows["no_claim"] for match in row.finditer(text)], table)
            ),
            excluded=tuple(_names([pair["no"] for pair in pairs], table)),
            suspects=tuple(_names([*accused, *(match["who"] for match in liar.finditer(text))], table)),
        )

    def apply(self, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        """Returns the readings that agree with the words, and before them the accusations that these make."""
        fitting = [tuple(map(self.turn, reading)) for reading in readings if all(map(self.allows, reading))]
        stated = tuple(SpokenAct(kind="suspect", slots=(("who", name),)) for name in self.suspects)
        return ((stated,) if stated else ()) + tuple(fitting)

    def turn(self, act: SpokenAct) -> SpokenAct:
        """Returns an act, or its contrary if the words exclude it; a question which of several names none."""
        if self.is_choice and act.kind in ("ask_opinion", "ask_trust"):
            return SpokenAct(kind=act.kind, slots=tuple(pair for pair in act.slots if pair[0] != "about"))
        for kind, who in self.turned:
            excluded, said = _TURNED[kind]
            if act.kind == excluded and (who is None or act["who"] == who):
                return _contrary(act, said)
        return act

    def is_clear(self, act: SpokenAct) -> bool:
        """Returns false for "why do you trust Ann?", which is heard as the question why one suspects."""
        return not (self.is_of_belief and act.kind == "ask_why")

    def allows(self, act: SpokenAct) -> bool:
        """Returns false for an act that the words deny."""
        is_denied = (
            (act.kind in _STATED - self._kinds_of_excluded and (act["who"] or act["whom"]) in self.excluded)
            or (act.kind == "claim" and act["who"] in self.claimless)
            or (act.kind == "trust" and act["who"] in self.suspects)
            or (act.kind == "changed" and act["to"] in self.excluded)
        )
        return not is_denied

    @property
    def _kinds_of_excluded(self) -> frozenset[str]:
        """The acts that a contrast without a verb leaves possible: "not Bo but Ann" may trust Bo."""
        return frozenset({"trust"}) if self.suspects else frozenset()


def _contrary(act: SpokenAct, kind: str) -> SpokenAct:
    if kind == "saw_nobody":
        kept = tuple((slot, value) for slot, value in act.slots if slot in ("by", "where", "when"))
        return SpokenAct(kind=kind, slots=(*kept, ("how", "heard")))
    return SpokenAct(kind=kind, slots=act.slots)


@cache
def _rows(language: Language) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    rows: Mapping[str, Sequence[str]] = wordlist(language)["negated"]
    return {name: tuple(map(re.compile, row)) for name, row in rows.items()}


def _names(marks: Iterable[str], table: TalkTable) -> Iterator[Name]:
    yield from dict.fromkeys(name for mark in marks if (name := _name(mark, table)))


def _name(mark: str, table: TalkTable) -> Name | None:
    number = ord(mark) - PEOPLE
    return table.names[number] if 0 <= number < len(table.names) else None
