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

from parlour.language.facts import Language, Name, WordKind, entries
from parlour.language.hearing.act import ANYBODY, SpokenAct, TalkTable
from parlour.language.hearing.clauses import PEOPLE, REF, ROLE, YOU, sought_role, wordlist
from parlour.language.hearing.possible import makes_sense

Reading = tuple[SpokenAct, ...]

_TURNED: Mapping[str, tuple[str, str]] = {
    "no_trust": ("trust", "suspect"),
    "trust": ("suspect", "trust"),
    "no_suspect": ("suspect", "trust"),
    "no_sound": ("heard", "saw_nobody"),
    "no_motive": ("motive", "no_motive"),
    "no_means": ("means", "no_means"),
}
"""By the rows of `negated`: the act that the words exclude, and the one that they say."""
_OPINIONS = frozenset({"suspect", "trust"})
_STATED = frozenset({"suspect", "trust", "vote", "check", "saw", "heard", "claim"})
"""Acts about a person that "Ann, not Bo" says of the first and denies of the second."""
_CONTRARIES: Mapping[str, frozenset[str]] = {
    "either": frozenset({"trust", "changed"}),
    "retract": frozenset({"suspect", "changed"}),
    "call": frozenset({"no_vote", "ask_vote"}),
    "no_vote": frozenset({"suspect", "vote", "contradict"}),
}
"""The acts about its players that one which the words state excludes."""


_CALLED = re.compile(
    f"^(?:sorry,? )?[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]|{YOU}[&,] ?[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]\\W*$"
)
"""A name that begins a text, or ends one after "you"."""
_STOPS = ",。.!?;，；！？…"
_SLOT: Mapping[str, str] = {"vote": "whom", "no_vote": "whom", "disagree": "with"}
"""The slot of the person whom an act is about, if it is not `who`."""
_RESULTS: Mapping[str, str] = {"found": sought_role(), "cleared": "good"}
"""The results of checks, by the rows of `stated`."""
_BOTH = ("都", "俩", "全")


@dataclass(frozen=True, kw_only=True)
class Negation:
    """The explicit negations of a remark.

    Attributes:
        is_of_belief: whether the typed words speak of belief or trust.
        is_choice: whether they ask which of several players: "who do you believe, me or Theo?"
        turned: the rows that excluded an act, with the person whom it is about if that matters.
        claimless: the players who are said not to be something: "Theo is not the seer".
        excluded: the second players of contrasts, "Ann, not Bo", "not Bo but Ann", and those whose word is
            only a reason.
        barred: opinions that nobody has in the same breath: trust of a player who is told to stop something,
            suspicion of the speaker whom another one attacks; and quarrels that are denied.
        stated: what the words say outright: that a player is a liar, the first of a contrast without a verb,
            is not to be trusted, or is; and the acts that the weights do not know.
    """

    is_of_belief: bool = False
    is_choice: bool = False
    turned: tuple[tuple[str, Name | None], ...] = ()
    claimless: tuple[Name, ...] = ()
    excluded: tuple[Name, ...] = ()
    barred: tuple[tuple[str, Name], ...] = ()
    stated: tuple[SpokenAct, ...] = ()

    @classmethod
    def of(cls, text: str, table: TalkTable, *, typed: str, you: Name | None) -> Negation:
        """Returns the negations of a marked text.

        Belief is told from "I (do not) think Ann" by the typed words alone: both are marked alike.
        """
        rows = _rows(table.language)
        if you not in table.names and YOU in text and _CALLED.search(text):
            named = {*_names(text, table)} - {table.speaker}
            you = named.pop() if len(named) == 1 else None
        if you in table.names:
            text = text.replace(YOU, chr(PEOPLE + table.names.index(you)))
        explicit, text = _explicit_acts(_with_referents(text, table, you), typed, table)
        pairs = [match.groupdict() for row in rows["contrasts"] for match in row.finditer(text)]
        [verbs] = rows["verbs"]
        accused = [] if verbs.search(text) else [pair["so"] for pair in pairs]
        [believing], choices = rows["believing"], rows["choices"]
        is_belief = bool(believing.search(typed.lower()))
        turned = [
            (kind, who)
            for kind in _TURNED
            if "trust" not in kind or is_belief
            for row in rows.get(kind, ())
            for match in row.finditer(text)
            for who in (_names(match[0], table) if _TURNED[kind][0] in _OPINIONS else (None,))
        ]
        if any(kind == "no_trust" for kind, _ in turned):
            turned = [(kind, who) for kind, who in turned if kind != "trust"]
        suspects = [*accused, *(match["who"] for row in rows["liar"] for match in row.finditer(text))]
        stated: dict[object, SpokenAct] = {}
        accused_acts = _acts("suspect", suspects, table, by=table.speaker)
        for act in (*explicit, *accused_acts, *_outright_acts(text, table)):
            stated.setdefault(act["who"] if act.kind in _OPINIONS else act.key, act)
        checked = {act["whom"] for act in stated.values() if act.kind == "check"}
        stated = {key: act for key, act in stated.items() if key not in checked}
        meant = {value for act in stated.values() for _, value in act.slots}
        own = "".join(match[0] for row in rows["own"] for match in row.finditer(text))
        marks = {
            key: [mark for row in rows[key] for match in row.finditer(text) for mark in match["who"]]
            for key in ("aside", "scolded")
        }
        return cls(
            is_of_belief=is_belief,
            is_choice=any(row.search(text) for row in choices),
            turned=tuple(turned),
            claimless=(
                *_names([match["who"] for row in rows["no_claim"] for match in row.finditer(text)], table),
                *(str(act["who"]) for act in explicit if act["role"]),
            ),
            excluded=(
                *_names([pair["no"] for pair in pairs], table),
                *(name for name in _names(set(marks["aside"]) - set(own), table) if name not in meant),
            ),
            barred=(
                *(("trust", name) for name in _names(marks["scolded"], table)),
                *(("suspect", table.speaker) for row in rows["accused"] if row.search(text)),
                *(
                    ("quarrel", name)
                    for row in rows["no_quarrel"]
                    if row.search(text)
                    for name in table.names
                ),
            ),
            stated=tuple(stated.values()),
        )

    def apply(self, readings: Sequence[Reading]) -> tuple[Reading, ...]:
        """Returns the readings that agree with the words, and before them what these state."""
        fitting = [tuple(map(self.turn, reading)) for reading in readings if all(map(self.allows, reading))]
        if self.stated:
            is_said = bool(fitting) and all(_is_said(act, fitting[0]) for act in self.stated)
            fitting.insert(1 if is_said else 0, self.stated)
        return tuple(fitting)

    def turn(self, act: SpokenAct) -> SpokenAct:
        """Returns an act in full, or its contrary if the words exclude it; a choice unnamed."""
        if self.is_choice and act.kind in ("ask_opinion", "ask_trust"):
            return SpokenAct(kind=act.kind, slots=tuple(pair for pair in act.slots if pair[0] != "about"))
        for kind, who in self.turned:
            excluded, said = _TURNED[kind]
            if act.kind == excluded and (who is None or act["who"] == who):
                return _contrary(act, said)
        return _fuller(act, self.stated)

    def is_clear(self, act: SpokenAct) -> bool:
        """Returns false for "why do you trust Ann?", which is heard as the question why one suspects.

        Nor is clear what is said of the two in an either-or, or beside what one takes back.
        """
        is_open = any(said.kind == "retract" or act["who"] in _pair(said) for said in self.stated)
        return not (is_open or (self.is_of_belief and act.kind == "ask_why"))

    def allows(self, act: SpokenAct) -> bool:
        """Returns false for an act that the words deny."""
        is_denied = (
            (act.kind in _STATED - self._kinds_of_excluded and (act["who"] or act["whom"]) in self.excluded)
            or (act.kind == "claim" and act["who"] in self.claimless)
            or (
                act.kind in _OPINIONS
                and act["who"] in self._players_judged
                and _fuller(act, self.stated) not in self.stated
            )
            or any(
                act.kind in _CONTRARIES.get(said.as_sent(scope="").kind, ())
                and (act["who"] or act["to"] or act["about"] or act["whom"])
                in (said["about"], said["whom"], said["other"])
                for said in self.stated
            )
            or (act.kind, act["who"]) in self.barred
            or (act.kind == "changed" and act["to"] in self.excluded)
        )
        return not is_denied

    @property
    def _kinds_of_excluded(self) -> frozenset[str]:
        """The acts that a contrast without a verb leaves possible: "not Bo but Ann" may trust Bo."""
        return frozenset({"trust"}) if any(act.kind == "suspect" for act in self.stated) else frozenset()

    @property
    def _players_judged(self) -> frozenset[Name]:
        return frozenset(str(act["who"]) for act in self.stated if act.kind in _OPINIONS)


def _pair(act: SpokenAct) -> tuple[object, ...]:
    """Returns the two players of an either-or."""
    return (act["whom"], act["other"]) if act.kind == "either" else ()


def _fuller(act: SpokenAct, acts: Iterable[SpokenAct]) -> SpokenAct:
    """Returns the one of several acts that says more than an act, or else this."""
    return next((it for it in acts if it.kind == act.kind and {*act.slots} < {*it.slots}), act)


def _is_said(act: SpokenAct, reading: Reading) -> bool:
    """Returns true if a reading holds an act, or a check of the person that comes to the same."""
    checks = [
        ("trust" if it["result"] == "good" else "suspect", it["whom"]) for it in reading if it.kind == "check"
    ]
    return act in reading or (act.kind, act["who"]) in checks


def _contrary(act: SpokenAct, kind: str) -> SpokenAct:
    if kind == "saw_nobody":
        kept = tuple((slot, value) for slot, value in act.slots if slot in ("by", "where", "when"))
        return SpokenAct(kind=kind, slots=(*kept, ("how", "heard")))
    return SpokenAct(kind=kind, slots=act.slots)


def _outright_acts(text: str, table: TalkTable) -> Iterator[SpokenAct]:
    """Yields what clauses say outright of players, unless one asks, supposes or tells what another said."""
    words = wordlist(table.language)
    reported, unsaid = re.compile(words["reported"]), re.compile(f"{words['asks']}|{words['supposes']}")
    dead = "".join(chr(PEOPLE + table.names.index(name)) for name in table.victims) or "\uf8f0"
    matches = [
        (match, kind)
        for kind, rows in words["stated"].items()
        for row in rows
        for match in re.finditer(row.replace("<victim>", f"[{dead}]"), text)
    ]
    for match, kind in sorted(matches, key=lambda pair: (pair[0].start("who"), -pair[0].end())):
        start = max(text.rfind(stop, 0, match.start("who")) for stop in _STOPS) + 1
        end = min((at for stop in _STOPS if (at := text.find(stop, match.end())) >= 0), default=len(text))
        if not unsaid.search(text[start : end + 1]) and not reported.search(text[start : match.start("who")]):
            by = next(_names(match.groupdict().get("by") or "", table), table.speaker)
            yield from _acts(kind, match["who"], table, by=by)


def _explicit_acts(text: str, typed: str, table: TalkTable) -> tuple[tuple[SpokenAct, ...], str]:
    """Returns the acts that the weights do not know, and the text without their words."""
    words = wordlist(table.language)
    unsaid, acts, spans = f"{words['asks']}|{words['supposes']}", list[SpokenAct](), list[tuple[int, int]]()
    for kind, row in _explicit_rows(table.language):
        for match in row.finditer(f"{text}\n{typed.lower()}"):
            start, end = (min(at, len(text)) for at in match.span())
            before = re.split(f"[{_STOPS}]", text[:start])[-1]
            after = re.split(f"(?<=[{_STOPS}])", text[end:])[0]
            if start == end or re.search(unsaid, before + after) or re.search(words["reported"], before):
                continue
            act = _explicit_act(kind, match.groupdict(""), table)
            if act:
                acts.append(act)
                spans.append((start, end))
    for start, end in spans:
        text = text[:start] + "," * (end - start) + text[end:]
    return tuple(dict.fromkeys(_fuller(act, acts) for act in acts)), text


def _explicit_act(kind: str, groups: Mapping[str, str], table: TalkTable) -> SpokenAct | None:
    """Returns an act of some players and perhaps a role; None if the words lack one or name the dead."""
    role = "".join(groups.get(name, "") for name in ("role", "part"))
    names = [*_names("".join(groups.values()), table)]
    if not {*names}.isdisjoint({table.speaker, *table.victims}):
        return None
    match kind, names:
        case "doubt", [who] if table.is_of_roles:
            roles = [*entries(WordKind.ROLE)]
            return SpokenAct(kind="suspect").with_slots(who=who, role=roles[ord(role) - ROLE])
        case "either", [one, other]:
            return SpokenAct(kind=kind).with_slots(whom=one, other=other)
        case "call", [whom]:
            return SpokenAct(kind="vote").with_slots(**{"whom": whom, "with": ANYBODY})
        case "retract", _:
            return SpokenAct(kind=kind, slots=tuple(("about", name) for name in names[:1]))
        case _:
            return None


@cache
def _explicit_rows(language: Language) -> Sequence[tuple[str, re.Pattern[str]]]:
    kinds: Mapping[str, Sequence[str]] = wordlist(language)["explicit"]["acts"]
    gaps: Mapping[str, str] = wordlist(language)["explicit"]["gaps"]
    pattern = re.compile("|".join(gaps))
    return [
        (kind, re.compile(pattern.sub(lambda gap: gaps[gap[0]], row)))
        for kind, rows in kinds.items()
        for row in rows
    ]


def _acts(row: str, marks: Iterable[str], table: TalkTable, *, by: Name) -> Iterator[SpokenAct]:
    """Yields what a row states of players; a motive is named beside its kind of act."""
    kind, _, what = row.partition(" ")
    for name in _names(marks, table):
        slots = {"who": name}
        if kind in _RESULTS:
            slots = {"by": by, "whom": name, "result": _RESULTS[kind]}
        elif kind in _SLOT:
            slots = {_SLOT[kind]: name}
        slots |= {"kind": what} if what else {}
        act = SpokenAct(kind="check" if kind in _RESULTS else kind).with_slots(**slots)
        if name not in (table.speaker, *table.victims) and makes_sense(act.kind, table):
            yield act


def _with_referents(text: str, table: TalkTable, you: Name | None) -> str:
    """Replaces he and she by the person meant: the one last named, or the one whose deed was told last.

    It is neither the speaker nor the addressee, and a plural pronoun stays.
    """
    marks = {name: chr(PEOPLE + number) for number, name in enumerate(table.names)}
    others = [mark for name, mark in marks.items() if name not in (table.speaker, you)]
    last = marks.get(table.spoken_of or "", "")
    [deed] = _rows(table.language)["deed"]
    pieces: list[str] = []
    for piece in re.split(f"([{_STOPS}])", text):
        meant = last
        for at, mark in enumerate(piece):
            if mark in others:
                last = meant = mark
            elif mark == REF and meant and piece[at + 1 : at + 2] not in _BOTH:
                piece = piece[:at] + meant + piece[at + 1 :]
        if (match := deed.search(piece)) and match["who"] in others:
            last = match["who"]
        pieces.append(piece)
    return "".join(pieces)


@cache
def _rows(language: Language) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    rows: Mapping[str, Sequence[str]] = wordlist(language)["negated"]
    return {name: tuple(map(re.compile, row)) for name, row in rows.items()}


def _names(marks: Iterable[str], table: TalkTable) -> Iterator[Name]:
    yield from dict.fromkeys(name for mark in marks if (name := _name(mark, table)))


def _name(mark: str, table: TalkTable) -> Name | None:
    number = ord(mark) - PEOPLE
    return table.names[number] if 0 <= number < len(table.names) else None
