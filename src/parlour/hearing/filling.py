"""Who and what an act speaks of, where only its kind is known: the names of the clause that says it best.

This is a guess by kind and order, and is shown to the person before it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from parlour.hearing.act import ANYBODY, DOERS, PLACED, TIMED, SpokenAct, TalkTable, Value
from parlour.hearing.answers import OpenQuestion
from parlour.hearing.clauses import Clause
from parlour.hearing.entities import Entities
from parlour.hearing.marks import CARD, KIND, ME, NIGHT, PEOPLE, REF, ROLE, THING, YOU

_TARGET = {
    "suspect": "who",
    "trust": "who",
    "vote": "whom",
    "no_vote": "whom",
    "agree": "with",
    "disagree": "with",
    "contradict": "who",
    "saved": "whom",
    "poisoned": "whom",
    "robbed": "whom",
    "fellow": "whom",
    "check": "whom",
    "saw": "whom",
    "heard": "whom",
}
"""The slot of the one whom an act is about."""
_SEVERAL = frozenset({"suspect", "trust", "vote", "saw"})
_DOER = {
    "was": "who",
    "not_there": "who",
    "motive": "who",
    "no_motive": "who",
    "means": "who",
    "no_means": "who",
    "secret": "who",
    "claim": "who",
    "saw": "by",
    "heard": "by",
    "saw_nobody": "by",
    "check": "by",
    "saved": "by",
    "poisoned": "by",
    "centre": "by",
    "robbed": "by",
    "swapped": "by",
    "drank": "by",
    "woke": "by",
    "fellow": "by",
}
_ABOUT = frozenset(
    {"ask_saw", "ask_motive", "ask_quarrel", "ask_opinion", "ask_trust", "ask_check", "ask_vote", "ask_why"}
)
_NEEDS = {"was": "where", "death_where": "where", "death_when": "when"}
_OF_ROLES = frozenset({"claim", "woke", "fellow", "check", "centre", "robbed"})
Resolve = Callable[[str, int, Clause], Value | None]


@dataclass(frozen=True, kw_only=True)
class SlotGuess:
    """Fills the slots of acts from a remark.

    Attributes:
        pieces: its clauses.
        called: the stand-in of whoever is called by name; empty for nobody.
        resolve: whom a stand-in at a place of a clause means.
    """

    pieces: Sequence[Clause]
    entities: Entities
    question: OpenQuestion
    table: TalkTable
    called: str
    resolve: Resolve

    def acts(self, kind: str, clause: Clause | None) -> list[SpokenAct]:
        """The acts of a kind; none where somebody or something is missing that it takes."""
        if kind.startswith("ask_"):
            return self._questions(kind, clause)
        return list(self._statements(kind, clause))

    # Questions

    def _questions(self, kind: str, clause: Clause | None) -> list[SpokenAct]:
        names = self._people(clause)
        whom, others = self._asked(kind, names)
        slots: dict[str, Value] = {"whom": whom or ANYBODY}
        if kind == "ask_relation":
            to = others[0] if others else self.question.about
            if to is None:
                return []
            slots["to"] = to
        elif kind in _ABOUT:
            about = others[0] if others else self._spoken_of(kind)
            if about is not None and about != slots["whom"]:
                slots["about"] = about
            elif kind == "ask_saw":
                return []
        if kind == "ask_means" and (things := self._all(THING)):
            slots["thing"] = things[0]
        return [SpokenAct(kind=kind, slots=tuple({**slots, **self._placed(kind, clause)}.items()))]

    def _asked(self, kind: str, names: list[Value]) -> tuple[Value | None, list[Value]]:
        """To whom a question is put, and who else is named in it."""
        whom = self.entities.found[self.called] if self.called else self.resolve(YOU, 0, self.pieces[0])
        is_to_first = names and self._opens_with(names[0]) and (YOU in self._whole or kind not in _ABOUT)
        if whom is None and is_to_first:
            whom = names[0]
        others = [name for name in names if name != whom]
        if whom is None and others and (kind == "ask_relation" or (kind not in _ABOUT and len(others) == 1)):
            return others[0], others[1:]
        return whom, others

    def _spoken_of(self, kind: str) -> Value | None:
        """Of whom a question is that names nobody."""
        if REF in self._whole and (one := self.resolve(REF, 0, self.pieces[0])):
            return one
        return self.table.speaker if kind == "ask_why" and ME in self._whole else None

    @property
    def _whole(self) -> str:
        return "".join(each.text for each in self.pieces)

    def _opens_with(self, name: Value) -> bool:
        first = self.pieces[0].text[:1] if self.pieces else ""
        return self.entities.found.get(first) == name

    # Statements

    def _statements(self, kind: str, clause: Clause | None) -> Iterator[SpokenAct]:
        me = self.table.speaker
        slots: dict[str, Value] = {}
        doer = _DOER.get(kind)
        if doer:
            slots[doer] = me if kind in DOERS else self._doer(kind, clause)
        slots |= self._placed(kind, clause)
        if not self._things(kind, slots, clause):
            return
        if kind in _TARGET:
            targets = self._targets(kind, clause)
            if not targets and kind in ("agree", "disagree", "heard"):
                yield SpokenAct(kind=kind, slots=tuple(slots.items()))
            for target in targets if kind in _SEVERAL else targets[:1]:
                yield SpokenAct(kind=kind, slots=tuple({**slots, _TARGET[kind]: target}.items()))
            return
        if kind in ("relation", "quarrel", "swapped", "changed"):
            yield from self._pair(kind, slots, clause)
            return
        yield SpokenAct(kind=kind, slots=tuple(slots.items()))

    def _doer(self, kind: str, clause: Clause | None) -> Value:
        """The first one of the clause; else whoever was asked about; else the speaker."""
        text = clause.text if clause else ""
        for n, mark in enumerate(text):
            if mark == ME:
                return self.table.speaker
            if (
                self._is_person(mark)
                and mark != YOU
                and (value := self.resolve(mark, n, clause or self.pieces[0]))
            ):
                return value
        if kind in ("motive", "no_motive", "means", "no_means", "secret") and self.question.act:
            asked = self.question.about or self.question.act["whom"]
            if isinstance(asked, str) and asked != ANYBODY:
                return asked
        return self.table.speaker

    def _targets(self, kind: str, clause: Clause | None) -> list[Value]:
        named = [name for name in self._people(clause) if name != self.table.speaker]
        if named:
            return named
        text = clause.text if clause else ""
        if YOU in text and (you := self.resolve(YOU, 0, self.pieces[0])):
            return [you]
        if self.question.act and self.question.about:
            return [self.question.about]
        everybody = [
            name for piece in self.pieces for name in self._people(piece) if name != self.table.speaker
        ]
        if everybody:
            return everybody[:1]
        if REF in text and (one := self.resolve(REF, 0, self.pieces[0])):
            return [one]
        return []

    def _pair(self, kind: str, slots: dict[str, Value], clause: Clause | None) -> Iterator[SpokenAct]:
        """An act of two people."""
        named = self._people(clause, with_me=True)
        others = [name for name in named if name != self.table.speaker]
        match kind:
            case "quarrel":
                pair = others[:2] if len(others) > 1 else [self.table.speaker, *(others or self._about())]
                fields = ("who", "whom")
            case "swapped":
                pair = others if len(others) > 1 else [self.table.speaker, *others]
                fields = ("whom", "other")
            case "changed":
                pair = [
                    name
                    for piece in self.pieces
                    for name in self._people(piece)
                    if name != self.table.speaker
                ]
                pair = [*dict.fromkeys(pair)]
                pair, fields = ([pair[0], pair[-1]], ("from", "to")) if len(pair) > 1 else (pair, ("to",))
            case _:
                pair, fields = self._related(named), ("of", "to")
                kinds = self._of(KIND, clause)
                slots |= {"kind": kinds[0]} if kinds else {}
        if len(pair) >= len(fields):
            told = dict(zip(fields, pair, strict=False))
            yield SpokenAct(kind=kind, slots=tuple({**told, **slots}.items()))

    def _about(self) -> list[Value]:
        return [self.question.about] if self.question.about else []

    def _related(self, named: list[Value]) -> list[Value]:
        """Who is something to whom: as named; else the one who was asked about, to the speaker."""
        if len(named) > 1:
            return named[:2]
        if self._about():
            return [*self._about(), self.table.speaker]
        return [*named, self.table.victims[0]] if named and self.table.victims else []

    def _things(self, kind: str, slots: dict[str, Value], clause: Clause | None) -> bool:
        """Adds the words that the kind needs; whether all are there."""
        if kind in _NEEDS:
            return _NEEDS[kind] in slots
        if kind in ("means", "no_means", "cause"):
            things = self._of(THING, clause) or self._all(THING)
            slots |= {"thing": things[0]} if things else {}
            if not things and (asked := self.question.slot("thing")) is not None:
                slots["thing"] = asked
            return "thing" in slots
        if kind in _OF_ROLES:
            return self._roles(kind, slots, clause)
        if kind == "drank" and (cards := self._of(CARD, clause) or self._all(CARD)):
            slots["card"] = cards[0]
        return True

    def _roles(self, kind: str, slots: dict[str, Value], clause: Clause | None) -> bool:
        roles = self._of(ROLE, clause) or self._all(ROLE)
        if kind in ("centre", "robbed", "check") and len(roles) > 1 and roles[0] in ("seer", "robber"):
            roles = roles[1:]  # what the speaker is, and then what was seen
        if roles:
            slots["result" if kind == "check" else "role"] = roles[0]
        if kind == "claim" and slots.get("role") == "good":
            slots["role"] = "villager"
        if kind == "fellow":
            slots.setdefault("role", "mason")
        if kind == "check" and (nights := self._of(NIGHT, clause)):
            slots["night"] = nights[0] or self.table.night
        if kind == "centre" and (cards := self._of(CARD, clause)):
            slots["card"] = cards[0]
        return bool(roles) or kind in ("robbed", "fellow")

    # What a clause names

    def _placed(self, kind: str, clause: Clause | None) -> dict[str, Value]:
        slots: dict[str, Value] = {}
        asked = (
            self.question.act
            if self.question.kind in ("ask_where", "ask_company", "ask_saw", "ask_heard")
            else None
        )
        is_answer = asked is not None and not kind.startswith("ask_")
        if kind in PLACED:
            found = self._sorted("places", clause) or (
                [asked["where"]] if is_answer and asked and asked["where"] else []
            )
            slots |= {"where": found[0]} if found and found[0] else {}
        if kind in TIMED:
            found = self._sorted("times", clause) or (
                [asked["when"]] if is_answer and asked and asked["when"] else []
            )
            slots |= {"when": found[0]} if found and found[0] else {}
        return slots

    def _sorted(self, sort: str, clause: Clause | None) -> list[Value]:
        own = getattr(clause, sort) if clause else ()
        marks = own or tuple(mark for piece in self.pieces for mark in getattr(piece, sort))
        return [self.entities.found[mark] for mark in marks]

    def _people(self, clause: Clause | None, *, with_me: bool = False) -> list[Value]:
        found: list[Value] = []
        for piece in [clause] if clause else self.pieces:
            for n, mark in enumerate(piece.text):
                if (
                    not self._is_person(mark)
                    or mark == YOU
                    or (mark == ME and not with_me)
                    or mark == self.called
                ):
                    continue
                value = self.resolve(mark, n, piece)
                if value is not None and value not in found:
                    found.append(value)
        return found

    def _is_person(self, mark: str) -> bool:
        return PEOPLE <= ord(mark) <= PEOPLE + 0xFF

    def _of(self, sort: int, clause: Clause | None) -> list[Value]:
        return [
            self.entities.found[mark]
            for mark in (clause.raw if clause else "")
            if sort <= ord(mark) <= sort + 0xFF
        ]

    def _all(self, sort: int) -> list[Value]:
        return [value for piece in self.pieces for value in self._of(sort, piece)]
