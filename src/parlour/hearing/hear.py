"""Hearing a remark: clause by clause, so that what is not known sinks nothing of what is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from parlour.hearing import kinds as weights
from parlour.hearing.act import (
    ANYBODY,
    DOERS,
    PLACED,
    TIMED,
    HeardAct,
    HeardRemark,
    SpokenAct,
    TalkTable,
    Value,
)
from parlour.hearing.addressing import addressed, is_asking
from parlour.hearing.answers import OpenQuestion, answered, no_question
from parlour.hearing.clauses import Clause, clauses, leftover, plain, says_nothing, tidy
from parlour.hearing.entities import Entities, marked
from parlour.hearing.features import features, words_of
from parlour.hearing.filling import SlotGuess
from parlour.hearing.marks import ME, NIGHT, PEOPLE, REF, ROLE, YOU
from parlour.hearing.meaning import meaning
from parlour.hearing.rules import ActPattern, rules
from parlour.hearing.settling import OPEN, settled
from parlour.hearing.wordlists import sought, wordlist

_PEOPLE = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]")
_NAMES = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]")
_ENTITY = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(PEOPLE + 0x300)}-{chr(NIGHT)}]")
_WHERE = PLACED - {"death_where"} | {"alone"}
_WHEN = TIMED - {"death_when"} | {"alone"}
_OF_NIGHT = frozenset({"check", "saved", "poisoned"})
_SUBJECT = {
    **dict.fromkeys((*DOERS, "alone"), "by"),
    **dict.fromkeys(
        ("was", "not_there", "motive", "no_motive", "means", "no_means", "quarrel", "secret", "claim"), "who"
    ),
    "relation": "of",
}
"""The slot that is the subject, which may be left out."""
_AS_QUESTION = {
    "saw": "ask_saw",
    "was": "ask_where",
    "heard": "ask_heard",
    "claim": "ask_role",
    "quarrel": "ask_quarrel",
    "means": "ask_means",
    "relation": "ask_relation",
    "motive": "ask_motive",
    "secret": "ask_secret",
    "check": "ask_check",
    "suspect": "ask_opinion",
    "trust": "ask_trust",
    "vote": "ask_vote",
    "saw_nobody": "ask_company",
    "confess": "ask_killed",
    "unsure": "ask_opinion",
    "fellow": "ask_role",
    "robbed": "ask_check",
    "swapped": "ask_check",
    "centre": "ask_check",
    "drank": "ask_check",
    "woke": "ask_role",
    "no_vote": "ask_vote",
    "changed": "ask_why",
    "no_means": "ask_means",
    "no_motive": "ask_motive",
}
"""What a statement asks that ends in a question mark."""
_OF_OTHERS = frozenset({"ask_motive", "ask_quarrel", "ask_opinion", "ask_trust"})
"""What is asked of the one who is spoken to, though it is of somebody else."""
_LIKELY, _LEAST, _UNLIKELY = 0.4, 0.15, 0.02
"""How likely a kind must be: to be guessed, to be guessed alone, and to be kept of what the rules heard."""
_DEMANDS = frozenset({"ask_again", "ask_known", "ask_role", "ask_secret", "ask_why"})
"""What is asked without the form of a question, too."""


def hear(text: str, table: TalkTable) -> HeardRemark:
    """What somebody means by what they typed.

    Args:
        text: one remark or several.
        table: at which it is typed.
    """
    found = _Remark(table).weighed(text)
    return replace(found, heard=tuple(replace(each, means=meaning(each.act, table)) for each in found.heard))


def by_rules(text: str, table: TalkTable) -> tuple[HeardRemark, list[str]]:
    """What the rules alone hear, and the features by which the kinds of its acts are weighed: for fitting."""
    remark = _Remark(table)
    return remark.hear(text), remark.features()


def open_question(table: TalkTable) -> OpenQuestion:
    """What the last question put to somebody asks, as it bears on a short answer."""
    if not table.asked:
        return no_question()
    asker = table.asker or ""
    inner = replace(table, asked="", to=table.speaker, speaker=asker or "", asker=None)
    remark = _Remark(inner).hear(table.asked)
    asks = [each.act for each in remark.heard if each.act.is_question]
    return OpenQuestion(act=asks[0] if asks else None, text=table.asked)


@dataclass
class _Remark:
    """One remark as it is heard, clause after clause."""

    table: TalkTable
    acts: list[HeardAct] = field(default_factory=list[HeardAct])
    unheard: list[str] = field(default_factory=list[str])
    subject: str = ME
    named: str = ""
    to: str = ""
    waiting: dict[str, Value] = field(default_factory=dict[str, Value])

    def hear(self, text: str) -> HeardRemark:
        table = self.table
        self.entities = Entities(table=table)
        self.question = open_question(table)
        language = table.language
        found = marked(tidy(text, language), self.entities)
        self.said = plain(found, language)
        pieces = clauses(found, language)
        pieces, self.to = addressed(pieces, language, self.question)
        self.pieces = pieces
        for n, clause in enumerate(pieces):
            self._clause(clause, follows=pieces[n + 1] if n + 1 < len(pieces) else None)
        answer = answered(pieces, self.acts, self.question, self.entities, table)
        if answer is not None:
            self.acts = answer
            self.unheard = []
        self.acts = settled([self._put(each) for each in self.acts], self.question, table)
        return HeardRemark(
            heard=tuple(_once(self.acts)), unheard=tuple(self.unheard), guesses=tuple(self.entities.guesses)
        )

    def _put(self, heard: HeardAct) -> HeardAct:
        """A question to nobody put to whoever a remark begins or ends with."""
        act = heard.act
        if not act.is_question or act["whom"] != ANYBODY or self.to:
            return heard
        whole = "".join(each.text for each in self.pieces)
        ends = [self.entities.found[mark] for mark in (whole[:1], whole[-1:]) if _NAMES.fullmatch(mark)]
        free = [name for name in ends if name not in dict(act.slots).values()]
        return replace(heard, act=act.with_slots(whom=free[0])) if free else heard

    def features(self) -> list[str]:
        """What bears on which acts it holds."""
        table = self.table
        return features(
            self.said, self.question.kind, (each.act.kind for each in self.acts), table.language, table.scope
        )

    # What the weights say

    def weighed(self, text: str) -> HeardRemark:
        """The acts of the rules and the kinds that are likely: what only one of both holds is a guess."""
        found = self.hear(text)
        model = weights.model(self.table.language)
        chances = model.chances(self.features())
        if not chances or not self.pieces:
            return found
        if not found.heard and not any(word in model.weights for word in words_of(self.said)):
            return found  # nothing in it is known: a guess would be of the question alone
        likely = self._likely(chances)
        if found.heard:
            kinds = {each.act.kind for each in found.heard}
            if kinds == set(likely):
                return found
            kept = [each for each in found.heard if chances.get(each.act.kind, 0) > _UNLIKELY] or found.heard
            return replace(found, heard=tuple(replace(each, is_sure=False) for each in kept))
        filler = SlotGuess(
            pieces=self.pieces,
            entities=self.entities,
            question=self.question,
            table=self.table,
            called=self.to,
            resolve=self._person,
        )
        guessed: list[HeardAct] = []
        for kind in likely:
            clause = self._best(kind)
            told = self.entities.plain(clause.raw) if clause else text
            guessed += [HeardAct(act=act, clause=told, is_sure=False) for act in filler.acts(kind, clause)]
        return replace(found, heard=tuple(_once(guessed)), unheard=() if guessed else found.unheard)

    def _likely(self, chances: dict[str, float]) -> list[str]:
        """The kinds that are likelier than not; else the likeliest, if it is likely enough."""
        ranked = sorted(chances, key=lambda kind: -chances[kind])
        likely = [kind for kind in ranked if chances[kind] > _LIKELY]
        return likely or [kind for kind in ranked[:1] if chances[kind] > _LEAST]

    def _best(self, kind: str) -> Clause | None:
        """The clause that says it most, as the weights go."""
        if len(self.pieces) == 1:
            return self.pieces[0]
        table = self.table
        scored = [
            (
                weights.model(table.language).chances(
                    features(each.raw, self.question.kind, (), table.language, table.scope)
                )[kind],
                -n,
            )
            for n, each in enumerate(self.pieces)
        ]
        return self.pieces[-max(scored)[1]]

    # One clause

    def _clause(self, clause: Clause, *, follows: Clause | None) -> None:
        language = self.table.language
        if clause.is_bare:
            self._place(clause)
            return
        asks = clause.asks or (follows is not None and not follows.text and follows.asks)
        if asks and self.table.asked and YOU not in clause.text and not is_asking(clause, language):
            asks = False  # an answer that is not sure of itself
        if not clause.joined:
            self.subject = ME
        found, spans = self._matches(clause, asks=asks)
        rest = leftover(clause.text, spans, language)
        is_sure = not _ENTITY.search(rest) and re.search(wordlist(language)["doubt"], rest) is None
        if re.match(wordlist(language)["supposes"], clause.text):
            found = []
            is_sure = False
        for act in found:
            told = HeardAct(act=act, clause=self.entities.plain(clause.raw), is_sure=is_sure)
            self.acts.append(replace(told, role=self._role(clause)))
        if not found:
            self._unknown(clause)
        for mark in _PEOPLE.findall(clause.text):
            if mark not in (ME, YOU, REF):
                self.named = mark

    def _role(self, clause: Clause) -> str:
        """The one role that a clause names."""
        roles = [str(self.entities.found[mark]) for mark in clause.text if ROLE <= ord(mark) <= ROLE + 0xFF]
        return roles[0] if len(roles) == 1 else ""

    def _unknown(self, clause: Clause) -> None:
        """A clause without an act: an aside, what an act before lacks, or something not understood."""
        if self._completes(clause):
            return
        self._place(clause)
        if says_nothing(clause.text, self.table.language):
            return
        if _ENTITY.search(clause.raw) or clause.asks:
            self.unheard.append(self.entities.plain(clause.raw))

    def _completes(self, clause: Clause) -> bool:
        """Whether it names the one role that what was said before left open, as in `I checked 6. Wolf`."""
        last, role = (self.acts[-1] if self.acts else None), self._role(clause)
        slot = OPEN.get(last.act.kind, "") if last else ""
        if last is None or not slot or not role or last.act[slot] is not None:
            return False
        self.acts[-1] = replace(last, act=last.act.with_slots(**{slot: role}))
        return True

    def _place(self, clause: Clause) -> None:
        """Where or when, said beside what it belongs to: what was said before, or what is still to come."""
        told = self._of_clause(clause)
        if not told:
            return
        for n in range(len(self.acts) - 1, -1, -1):
            heard = self.acts[n]
            if heard.act.kind not in _WHEN:
                break
            lacks = {
                slot: value
                for slot, value in told.items()
                if heard.act[slot] is None and (slot == "when" or heard.act.kind in _WHERE)
            }
            if lacks and (len(lacks) == len(told)):
                self.acts[n] = replace(heard, act=heard.act.with_slots(**lacks))
                return
            if heard.act.kind == "was" and "where" in told:
                act = SpokenAct(kind="was", slots=(("who", heard.act["who"] or ""), *told.items()))
                self.acts.append(HeardAct(act=act, clause=self.entities.plain(clause.raw)))
                return
            break
        if len(told) == len(("where", "when")) and not self.table.asked:
            act = SpokenAct(kind="was", slots=(("who", self.table.speaker), *told.items()))
            self.acts.append(HeardAct(act=act, clause=self.entities.plain(clause.raw)))
            return
        self.waiting = told

    def _of_clause(self, clause: Clause) -> dict[str, Value]:
        told: dict[str, Value] = {}
        if clause.places:
            told["where"] = self.entities.found[clause.places[0]]
        if clause.times:
            told["when"] = self.entities.found[clause.times[0]]
        return told

    def _matches(self, clause: Clause, *, asks: bool) -> tuple[list[SpokenAct], list[tuple[int, int]]]:
        """The acts of a clause, in order, and where they stand in it."""
        placed: list[tuple[int, list[SpokenAct]]] = []
        spans: list[tuple[int, int]] = []
        may_ask = asks or is_asking(clause, self.table.language)
        for rule in rules(self.table.language, self.table.scope):
            if rule.asks and not may_ask and rule.kind not in _DEMANDS:
                continue
            for match in rule.regex.finditer(clause.text):
                if match.end() == match.start() or any(
                    a < match.end() and match.start() < b for a, b in spans
                ):
                    continue
                acts = self._acts(rule, match, clause, asks=asks)
                if acts:
                    spans.append(match.span())
                    placed.append((match.start(), acts))
        return [act for _, acts in sorted(placed, key=lambda each: each[0]) for act in acts], spans

    def _acts(self, rule: ActPattern, match: re.Match[str], clause: Clause, *, asks: bool) -> list[SpokenAct]:
        """What a match says; nothing where it lacks something, or names somebody who is not known."""
        slots: dict[str, list[Value]] = {}
        for slot, said in match.groupdict().items():
            if said is None or slot == "neg":
                continue
            values = self._values(slot, said, match.start(slot), clause)
            if values is None and not (said == YOU and rule.asks):
                return []
            slots["kind" if slot == "relation" else slot] = values or [ANYBODY]
        for slot, value in rule.fixed:
            slots.setdefault(slot, [self.table.speaker if value == "I" else value])
        if match.groupdict().get("neg") and "result" in slots:
            slots["result"] = ["good"]
        kind = rule.kind
        self._subject(kind, slots, match)
        if asks and not rule.asks:
            if not self._is_whole(kind, slots, clause):
                return []
            kind, slots = self._asked(kind, slots)
        if kind.startswith("ask_"):
            slots.setdefault("whom", [self._you() or ANYBODY])
            self._turned(kind, slots)
        return (
            [self._placed(kind, one, clause) for one in _combined(slots)]
            if self._is_whole(kind, slots, clause)
            else []
        )

    def _turned(self, kind: str, slots: dict[str, list[Value]]) -> None:
        """Puts a question on somebody else to the one who is spoken to."""
        you, whom = self._you(), slots["whom"][0]
        if kind == "ask_company" and whom == ANYBODY and you is not None:
            slots["whom"] = [you]
        if kind in _OF_OTHERS and whom not in (you, ANYBODY, self.table.speaker):
            slots["about"] = [whom]
            slots["whom"] = [you or ANYBODY]

    def _values(self, slot: str, said: str, start: int, clause: Clause) -> list[Value] | None:
        if slot == "kind":
            return [self.entities.plain(said).strip()]
        values: list[Value] = []
        for offset, mark in enumerate(said):
            if mark == "&":
                continue
            value = (
                self._person(mark, start + offset, clause)
                if _PEOPLE.match(mark)
                else self.entities.found[mark]
            )
            if value is None:
                return None
            values.append(value)
        return values

    def _person(self, mark: str, start: int, clause: Clause) -> Value | None:
        """Whom a stand-in means; None where nobody is known."""
        if mark == ME:
            return self.table.speaker
        if mark == YOU:
            return self._you()
        if mark != REF:
            return self.entities.found.get(mark)
        before = list(_NAMES.findall(clause.text[:start]))
        named = before[-1] if before else self.named
        if named:
            return self.entities.found[named]
        if self.question.about:
            return self.question.about
        names = set(_NAMES.findall("".join(each.text for each in self.pieces)))
        if len(names) == 1:
            return self.entities.found[names.pop()]
        return None

    def _you(self) -> Value | None:
        if self.to:
            return self.entities.found[self.to]
        return self.table.to or self.table.asker

    def _subject(self, kind: str, slots: dict[str, list[Value]], match: re.Match[str]) -> None:
        """Fills in whoever goes without saying, and remembers whom the clause speaks of."""
        slot = _SUBJECT.get(kind)
        if slot is None:
            return
        if slot not in slots:
            value = self._person(self.subject, 0, self.pieces[0])
            slots[slot] = [value if value is not None else self.table.speaker]
        elif slot in match.groupdict() and match[slot] and len(match[slot]) == 1:
            self.subject = match[slot] if match[slot] != REF else self.subject if self.subject != ME else REF

    def _asked(self, kind: str, slots: dict[str, list[Value]]) -> tuple[str, dict[str, list[Value]]]:
        """What is asked in the words of a statement."""
        asks = _AS_QUESTION.get(kind)
        if asks is None:
            return kind, slots
        subject = slots.get(_SUBJECT.get(kind, ""), [])
        you = self._you()
        whom: list[Value] = [you] if you else [ANYBODY]
        about: list[Value] = []
        if kind in ("saw", "fellow", "check", "robbed"):
            about = slots.get("whom", [])
            whom = subject if subject and subject[0] != self.table.speaker else whom
        elif kind == "quarrel":
            about = slots.get("whom", [])
            whom = [subject[0]] if subject and subject[0] != self.table.speaker else whom
        elif kind == "relation":
            return asks, {"whom": subject, "to": slots.get("to", [])}
        elif kind in ("suspect", "trust", "vote", "no_vote"):
            about = slots.get("who", slots.get("whom", []))
        elif kind == "claim" and slots.get("role") == [sought()]:
            return "ask_killed", {"whom": subject}
        elif subject and subject[0] != self.table.speaker:
            whom = subject
        told: dict[str, list[Value]] = {"whom": whom}
        if about and about[0] != whom[0]:
            told["about"] = about
        if kind in ("means", "no_means") and "thing" in slots:
            told["thing"] = slots["thing"]
        return asks, told

    def _placed(self, kind: str, slots: dict[str, Value], clause: Clause) -> SpokenAct:
        """An act with where and when, and in which night, as far as its clause says."""
        told = self._of_clause(clause)
        if not told and self.waiting and kind in _WHEN:
            told, self.waiting = self.waiting, {}
        elif self.waiting and kind in _WHEN:
            told = {**self.waiting, **told}
            self.waiting = {}
        if kind in _WHERE or kind == "death_where":
            slots |= {"where": told["where"]} if "where" in told else {}
        if kind in _WHEN or kind == "death_when":
            slots |= {"when": told["when"]} if "when" in told else {}
        if kind in _OF_NIGHT and "night" not in slots and clause.nights:
            night = self.entities.found[clause.nights[0]]
            slots["night"] = night or self.table.night
        return SpokenAct(kind=kind, slots=tuple(slots.items()))

    def _is_whole(self, kind: str, slots: dict[str, list[Value]], clause: Clause) -> bool:
        """Whether an act has what it cannot be without."""
        told = {**self.waiting, **self._of_clause(clause)}
        if kind in ("was", "not_there"):
            return "where" in told or "with" in slots
        if kind == "death_where":
            return "where" in told
        if kind == "death_when":
            return "when" in told
        return True


def _combined(slots: dict[str, list[Value]]) -> Iterator[dict[str, Value]]:
    """One row for each of several people in a slot."""
    several = next((slot for slot, values in slots.items() if len(values) > 1 and slot != "with"), None)
    for value in slots[several] if several else [None]:
        yield {
            slot: (value if slot == several and value is not None else values[0])
            for slot, values in slots.items()
            if values
        }


def _once(acts: Sequence[HeardAct]) -> Iterator[HeardAct]:
    """Each act once; one that another says more fully is left out."""
    for n, heard in enumerate(acts):
        slots = set(heard.act.slots)
        fuller = (
            (slots < set(other.act.slots)) or (slots == set(other.act.slots) and m < n)
            for m, other in enumerate(acts)
            if m != n and other.act.kind == heard.act.kind
        )
        if not any(fuller):
            yield heard
