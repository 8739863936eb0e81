"""Finds the acts of a clause by the patterns of `patterns.*.yaml`.

Pattern slots: `<who>` any players, several joined by `&`; `<who's>` a possessive; `<who:name>` a named
player, neither I nor you; `<I>`, `<you>` the speaker and the addressee; `<thing> <role> <card> <night>` a
word of that kind; `<kind>` words, as few as fit; `=> role=seer, by=I` slots that the wording settles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from parlour.language.facts import Language
from parlour.language.hearing.act import ANYBODY, PLACED, TIMED, SpokenAct, Value
from parlour.language.hearing.addressing import (
    PERSON,
    SUBJECT,
    RemarkContext,
    is_asking,
    redirect,
    turn_to_question,
)
from parlour.language.hearing.clauses import (
    KIND,
    ME,
    PEOPLE,
    REF,
    ROLE,
    YOU,
    Clause,
    role_mark,
    rows,
    sought_role,
)
from parlour.language.hearing.spoken import SORTS

_PERSON = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]"
_NAME = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{REF}]"
_SORTS = {slot: sort for sort, slot in SORTS.items()} | {"result": ROLE, "relation": KIND}
_WORDS: Mapping[Language, str] = {"en": r"[a-z][a-z' -]*?", "zh": "[\u4e00-\u9fff]+?"}
_GAP = re.compile(r"(?<!\?P)<(?P<slot>[a-z_]+\d?|I)(?P<s>'s)?(?::(?P<only>[a-z]+|I))?>")
_ROLES = {
    "good": ("good", "villager"),
    "power": (
        *("seer", "witch", "guard", "hunter", "robber", "troublemaker"),
        *("drunk", "insomniac", "mason", "minion", "tanner"),
    ),
}


ActPattern = tuple[str, re.Pattern[str], tuple[tuple[str, str], ...]]
"""The kind of an act, what fits a clause with the slots as groups, and the slots that the wording settles."""


@cache
def rules(language: Language, scope: str, *, may_ask: bool) -> tuple[ActPattern, ...]:
    """Returns the patterns of a language for a scope, in the order in which they are tried."""
    if not may_ask:
        all_rules = rules(language, scope, may_ask=True)
        return tuple(row for row in all_rules if not row[0].startswith("ask_") or row[0] in _DEMANDS)
    act_patterns: list[ActPattern] = []
    for section, acts in rows(language).items():
        if section.partition(" ")[0] not in ("any", scope, "roles" if scope == "cards" else scope):
            continue
        for kind, patterns in acts.items():
            for row in patterns:
                text, _, settled = row.partition(" => ")
                name = kind.partition(" ")[0]
                act_patterns += (_rule(name, either, settled, language) for either in _alternatives(text))
    return tuple(act_patterns)


def _alternatives(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for n, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "|" and not depth:
            yield text[start:n]
            start = n + 1
    yield text[start:]


def _rule(kind: str, text: str, settled: str, language: Language) -> ActPattern:
    fixed = tuple(tuple(pair.strip().split("=", 1)) for pair in settled.split(",") if pair.strip())
    pattern = _GAP.sub(lambda match: _group(match, language), text)
    pattern = f"(?<![\\w'])(?:{pattern})(?![\\w])" if language == "en" else pattern.replace(" ", "")
    return kind, re.compile(pattern), fixed  # pyright: ignore[reportReturnType]


def _group(match: re.Match[str], language: Language) -> str:
    slot, only = match["slot"], match["only"]
    if slot == "I":
        return ME + ("(?:'s)?" if match["s"] else "")
    if slot == "you":
        return YOU + ("(?:'s)?" if match["s"] else "")
    if slot == "kind":
        return f"(?P<kind>{_WORDS[language]})"
    if only in ("role", "card"):
        return f"[{chr(_SORTS[only])}-{chr(_SORTS[only] + 0xFF)}]"
    if only == "notwolf":
        return f"(?P<role>(?!{role_mark(sought_role())})[{chr(ROLE)}-{chr(ROLE + 0xFF)}])"
    if only == "wolf":
        return role_mark(sought_role())
    if only in _ROLES:
        marks = "".join(map(role_mark, _ROLES[only]))
        return f"(?P<role>[{marks}])" if slot == "role" else f"[{marks}]"
    if sort := _SORTS.get(slot):
        mark = f"[{chr(sort)}-{chr(sort + 0xFF)}]"
        return f"(?P<{slot}>{mark}(?:&{mark})*)" if slot == "thing" else f"(?P<{slot}>{mark})"
    is_kept = slot != "x" and not slot[-1].isdigit()
    person = {"name": _NAME, "I": ME, "you": YOU}.get(only or "", _PERSON)
    end = "(?:'s)?" if match["s"] and language == "en" else "的?" if match["s"] else ""
    name = f"?P<{slot}>" if is_kept else "?:"
    if only == "one" or end:
        return f"({name}{person}){end}"
    return f"({name}{person}(?:&{person})*)"


WHERE = PLACED - {"death_where"} | {"alone"}
WHEN = TIMED - {"death_when"} | {"alone"}
"""The acts that a place, or a time, may belong to that is said beside them."""
_OF_NIGHT = frozenset({"check", "saved", "poisoned"})
_DEMANDS = frozenset({"ask_again", "ask_known", "ask_role", "ask_secret", "ask_why", "ask_why_trust"})
"""Questions that need no question form."""


@dataclass(frozen=True, kw_only=True)
class ClauseMatching:
    """A clause as it is matched."""

    clause: Clause
    context: RemarkContext
    asks: bool

    def acts(self) -> tuple[list[SpokenAct], list[tuple[int, int]]]:
        """Returns the clause's acts in order, and the spans that they match."""
        table, clause = self.context.table, self.clause
        placed: list[tuple[int, list[SpokenAct]]] = []
        spans: list[tuple[int, int]] = []
        may_ask = self.asks or is_asking(clause, table.language)
        for kind, regex, fixed in rules(table.language, table.scope, may_ask=may_ask):
            for match in regex.finditer(clause.text):
                if match.end() == match.start() or any(
                    a < match.end() and match.start() < b for a, b in spans
                ):
                    continue
                if acts := self._of(kind, fixed, match):
                    spans.append(match.span())
                    placed.append((match.start(), acts))
        return [act for _, acts in sorted(placed, key=lambda entry: entry[0]) for act in acts], spans

    def _of(self, kind: str, fixed: tuple[tuple[str, str], ...], match: re.Match[str]) -> list[SpokenAct]:
        """Returns the acts of a match; none if it lacks a slot, or names an unknown person."""
        is_question = kind.startswith("ask_")
        slots = self._slots(match, is_question=is_question)
        if slots is None:
            return []
        for slot, value in fixed:
            slots.setdefault(slot, [self.context.table.speaker if value == "I" else value])
        if match.groupdict().get("neg") and "result" in slots:
            slots["result"] = ["good"]
        self._add_subject(kind, slots, match)
        if kind == "quarrel" and slots.get("whom") == slots.get("who"):
            slots["whom"] = [*self.context.table.victims[:1]]  # whom they all speak of
        if self.asks and not is_question:
            if not self._is_whole(kind, slots):
                return []
            kind, slots = turn_to_question(kind, slots, self.context)
        if kind.startswith("ask_"):
            slots.setdefault("whom", [self.context.you() or ANYBODY])
            redirect(kind, slots, self.context)
            if slots["whom"] == slots.get("about"):
                return []
        if not self._is_whole(kind, slots):
            return []
        acts = [self._place(kind, combination) for combination in _combine(slots)]
        times = [self.context.entities.found[mark] for mark in self.clause.times]
        several = kind in WHEN and not kind.startswith("ask_") and len(times) > 1  # from seven till eight
        return [act.with_slots(when=time) for act in acts for time in times] if several else acts

    def _slots(self, match: re.Match[str], *, is_question: bool) -> dict[str, list[Value]] | None:
        """Returns the slots of a match; None if a person in it is unknown."""
        slots: dict[str, list[Value]] = {}
        for slot, marks in match.groupdict().items():
            if marks is None or slot == "neg":
                continue
            values = self._values(slot, marks, match.start(slot))
            if values is None and not (marks == YOU and is_question):
                return None
            slots["kind" if slot == "relation" else slot] = values or [ANYBODY]
        return slots

    def _values(self, slot: str, marks: str, start: int) -> list[Value] | None:
        entities = self.context.entities
        if slot == "kind":
            return [entities.plain(marks).strip()]
        values: list[Value] = []
        for offset, mark in enumerate(marks):
            if mark == "&":
                continue
            is_person = PERSON.match(mark)
            value = (
                self.context.person(mark, start + offset, self.clause) if is_person else entities.found[mark]
            )
            if value is None:
                return None
            values.append(value)
        return values

    def _add_subject(self, kind: str, slots: dict[str, list[Value]], match: re.Match[str]) -> None:
        context, slot = self.context, SUBJECT.get(kind)
        if slot is None:
            return
        if slot not in slots:
            value = context.person(context.subject, 0, context.pieces[0])
            slots[slot] = [value if value is not None else context.table.speaker]
        elif slot in match.groupdict() and match[slot] and len(match[slot]) == 1:
            earlier = context.subject if context.subject != ME else REF
            context.subject = match[slot] if match[slot] != REF else earlier

    def _place(self, kind: str, slots: dict[str, Value]) -> SpokenAct:
        """Returns an act with the place, time and night that its clause states."""
        context, clause = self.context, self.clause
        setting = context.of_clause(clause)
        if kind in WHEN:
            setting, context.waiting = {**context.waiting, **setting}, {}
        if kind in WHERE or kind == "death_where":
            slots |= {"where": setting["where"]} if "where" in setting else {}
        if kind in WHEN or kind == "death_when":
            slots |= {"when": setting["when"]} if "when" in setting else {}
        if kind in _OF_NIGHT and "night" not in slots and clause.nights:
            night = context.entities.found[clause.nights[0]]
            slots["night"] = night or context.table.night
        return SpokenAct(kind=kind, slots=tuple(slots.items()))

    def _is_whole(self, kind: str, slots: dict[str, list[Value]]) -> bool:
        """Returns true if an act has its necessary slots."""
        setting = {**self.context.waiting, **self.context.of_clause(self.clause)}
        if kind in ("was", "not_there"):
            return "where" in setting or "with" in slots
        if kind == "death_where":
            return "where" in setting
        if kind == "death_when":
            return "when" in setting
        return True


def _combine(slots: dict[str, list[Value]]) -> Iterator[dict[str, Value]]:
    several = next((slot for slot, values in slots.items() if len(values) > 1 and slot != "with"), None)
    for value in slots[several] if several else [None]:
        yield {
            slot: (value if slot == several and value is not None else values[0])
            for slot, values in slots.items()
            if values
        }
