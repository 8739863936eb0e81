"""Hears a remark by rules alone, clause by clause, and settles its acts beside each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from parlour.language.facts import Language, Name, Word, WordKind, entries, say
from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable, meaning
from parlour.language.hearing.addressing import NAME, PERSON, RemarkContext, is_asking, split_addressee
from parlour.language.hearing.answers import OpenQuestion, add_answers
from parlour.language.hearing.clauses import (
    KIND,
    ME,
    NIGHT,
    PEOPLE,
    REF,
    ROLE,
    YOU,
    Clause,
    clauses,
    leftover,
    plain,
    says_nothing,
    sought_role,
    tidy,
    wordlist,
)
from parlour.language.hearing.entities import Entities, mark_entities
from parlour.language.hearing.patterns import WHEN, WHERE, ClauseMatching
from parlour.language.hearing.possible import MOVERS, as_weighed
from parlour.language.hearing.readings import RemarkEvidence
from parlour.language.hearing.spoken import SpokenTokens, sort_of

OPEN = {"check": "result", "robbed": "role"}
"""The slot that an act may leave to the next clause: `I checked 6. Wolf.`"""


def _settle(acts: Sequence[HeardAct], question: OpenQuestion, table: TalkTable) -> list[HeardAct]:
    """Returns the acts of a remark, in order, as they are meant together."""
    asked = (question.about,) if question.kind == "ask_relation" and question.about else ()
    people = (*asked, *table.victims)
    heard_acts = [
        replace(heard_act, act=_of_oneself(heard_act.act, table.speaker, people)) for heard_act in acts
    ]
    if table.is_of_roles:
        heard_acts = _complete(heard_acts, table.speaker)
        claim = ("claim", table.speaker, "seer")
        if question.kind == "ask_check" or any(
            (heard_act.act.kind, heard_act.act["who"], heard_act.act["role"]) == claim
            for heard_act in heard_acts
        ):
            heard_acts = [replace(heard_act, act=_as_check(heard_act, table)) for heard_act in heard_acts]
        heard_acts = [
            heard_act
            for heard_act in heard_acts
            if not (heard_act.act.kind == "vote" and heard_act.act["whom"] == table.speaker)
        ]
    heard_acts = _join_change(_place_alone(heard_acts, question))
    return [heard_act for heard_act in heard_acts if heard_act.act.kind != "unknown"] or heard_acts


def _of_oneself(act: SpokenAct, me: Name, people: Sequence[Name]) -> SpokenAct:
    """Turns a speaker's claim to be good into a denial, and one to be what is sought into a confession."""
    if act.kind == "relation" and act["of"] == act["to"] and people:
        return act.with_slots(to=people[0])  # `he was her ex`, of nobody else who was named
    if act.kind == "claim" and act["who"] == me:
        if act["role"] == "good":
            return SpokenAct(kind="deny", slots=(("what", "role"),))
        if act["role"] == sought_role():
            return SpokenAct(kind="confess", slots=(("what", "role"),))
    return act


def _complete(acts: list[HeardAct], me: Name) -> list[HeardAct]:
    completed: list[HeardAct] = []
    for heard_act in acts:
        before = completed[-1] if completed else None
        slot = OPEN.get(before.act.kind, "") if before else ""
        if before and slot and before.act[slot] is None and (role := _role_told(heard_act, before.act, me)):
            completed[-1] = replace(before, act=before.act.with_slots(**{slot: role}))
        else:
            completed.append(heard_act)
    return completed


def _role_told(heard_act: HeardAct, before: SpokenAct, me: Name) -> str | None:
    act = heard_act.act
    match act.kind:
        case "suspect" if act["who"] == before["whom"]:
            return sought_role()
        case "trust" if act["who"] == before["whom"]:
            return "good"
        case "claim" if act["who"] in (me, before["whom"]):
            return str(act["role"])
        case "deny" if act["what"] == "role":
            return "good"
        case "confess" if act["what"] == "role":
            return sought_role()
        case _:
            return None


def _as_check(heard_act: HeardAct, table: TalkTable) -> SpokenAct:
    act, me = heard_act.act, table.speaker
    role = heard_act.role
    if act.kind not in ("suspect", "trust", "claim") or act["who"] == me or not role:
        return act
    return SpokenAct(kind="check", slots=(("by", me), ("whom", act["who"] or ""), ("result", role)))


def _join_change(acts: list[HeardAct]) -> list[HeardAct]:
    """Yields a change of mind with both of its people; other statements about these two are part of it."""
    for heard_act in acts:
        if heard_act.act.kind != "changed":
            continue
        act = heard_act.act
        others = [candidate.act for candidate in acts if candidate.act.kind in ("suspect", "trust", "vote")]
        for other in others:
            slot = "from" if other.kind == "trust" else "to"
            person = other["who"] or other["whom"]
            if act[slot] is None and person is not None and person not in (act["from"], act["to"]):
                act = act.with_slots(**{slot: person})
        both = {act["from"], act["to"]}
        rest = [
            candidate
            for candidate in acts
            if candidate is heard_act
            or not (candidate.act in others and {candidate.act["who"], candidate.act["whom"]} & both - {None})
        ]
        return [replace(candidate, act=act) if candidate is heard_act else candidate for candidate in rest]
    return acts


def _place_alone(acts: list[HeardAct], question: OpenQuestion) -> list[HeardAct]:
    """Replaces "alone" by a place, if one is told or asked for; else by having seen no one."""
    heard_acts: list[HeardAct] = []
    has_place = any(heard_act.act.kind == "was" for heard_act in acts)
    for heard_act in acts:
        act = heard_act.act
        if act.kind != "alone":
            heard_acts.append(heard_act)
            continue
        slots = dict(act.slots)
        if act["where"] is not None:
            was = {"who": slots["by"], **{slot: slots[slot] for slot in ("where", "when") if slot in slots}}
            heard_acts.append(replace(heard_act, act=SpokenAct(kind="was", slots=tuple(was.items()))))
        elif not (has_place or question.kind == "ask_where"):
            heard_acts.append(replace(heard_act, act=SpokenAct(kind="saw_nobody", slots=act.slots)))
    return heard_acts


def keep_apart(acts: Iterable[HeardAct]) -> tuple[HeardAct, ...]:
    """Returns each act once; an act that another says more fully is left out."""
    rows = [(heard_act, heard_act.act.kind, {*heard_act.act.slots}) for heard_act in acts]
    return tuple(
        heard_act
        for n, (heard_act, kind, slots) in enumerate(rows)
        if not any(
            kind == other and (slots < more or (slots == more and m < n))
            for m, (_, other, more) in enumerate(rows)
        )
    )


_WHOM = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(KIND)}-{chr(KIND + 0xFF)}]"
"""The stand-ins of who is named, and of what one is to another: `my dear friend`."""
_SAYS = re.compile("[\\w\ue000-\uf8ff]")
"""A letter, or the stand-in of anybody or anything."""


def is_greeting(text: str, language: Language) -> bool:
    """Returns true if a marked text, in the words that were typed, is only a greeting or thanks."""
    greets, greeted = _greetings(language)
    left, count = greets.subn(" ", text)
    return count > 0 and _SAYS.search(greeted.sub(" ", left)) is None


@cache
def _greetings(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Returns the patterns of greetings and of the greeted; each is removed in one pass."""
    words = wordlist(language)
    start, end = (r"(?<![\w'])", r"(?![\w'])") if language == "en" else ("", "")
    greets, greeted = ("|".join(words[key]) for key in ("greets", "greeted"))
    return re.compile(f"{start}(?:{greets}){end}"), re.compile(f"{_WHOM}|{start}(?:{greeted}){end}")


def without_own_name(text: str, table: TalkTable) -> str:
    """Removes `I'm Edmund` from a story's marked text; the rest of such a sentence stays."""
    if table.is_of_roles or table.speaker not in table.names:
        return text
    mark = chr(PEOPLE + table.names.index(table.speaker))
    for pattern, replacement in _names(table.language, mark):
        text = pattern.sub(replacement, text)
    return text.strip()


@cache
def _names(language: Language, mark: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    replacements = wordlist(language)["own_name"]
    return tuple(
        (re.compile(pattern.replace("<me>", mark)), replacement)
        for pattern, replacement in replacements.items()
    )


_ENTITY = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(PEOPLE + 0x300)}-{chr(NIGHT)}]")


def by_rules(text: str, table: TalkTable) -> tuple[HeardRemark, RemarkEvidence | None]:
    """Hears a remark by rules alone, with the evidence for weights; None for one without words."""
    remark = RuledRemark.of(text, table)
    heard_remark, context = remark.hear(), remark.context
    if not context.pieces:
        return heard_remark, None
    spoken = SpokenTokens.of(remark.said, context.entities, context.question, context.to)
    ruled = tuple(as_weighed(heard_act.act) for heard_act in heard_remark.heard)
    evidence = RemarkEvidence(text=remark.said, spoken=spoken, ruled=ruled, is_hedged=remark.is_hedged)
    return heard_remark, evidence


def open_question(table: TalkTable) -> OpenQuestion:
    """Returns the content of the last question to a person, for a short answer."""
    if not table.asked:
        return OpenQuestion()
    inner = replace(table, asked="", to=table.speaker, speaker=table.asker or "", asker=None)
    remark = RuledRemark.of(table.asked, inner)
    asks = [heard_act.act for heard_act in remark.hear().heard if heard_act.act.is_question]
    values = remark.context.entities.found
    return OpenQuestion(
        act=asks[0] if asks else None,
        text=table.asked,
        people=tuple(str(values[mark]) for mark in dict.fromkeys(NAME.findall(remark.said))),
        things=tuple((sort, value) for mark, value in values.items() if (sort := sort_of(mark))),
    )


@dataclass(kw_only=True)
class RuledRemark:
    """One remark as the rules hear it."""

    said: str
    is_hedged: bool
    context: RemarkContext
    acts: list[HeardAct] = field(default_factory=list[HeardAct])
    unheard: list[str] = field(default_factory=list[str])

    @classmethod
    def of(cls, text: str, table: TalkTable) -> RuledRemark:
        """Returns a text as a remark in which nothing was heard yet."""
        language = table.language
        entities, question = Entities(table=table), open_question(table)
        marked_text = without_own_name(mark_entities(tidy(text, language), entities), table)
        marked_text = entities.name_pair(marked_text, question.people)
        hedges = "|".join(wordlist(language)["hedges"])  # what supposes, denies or only retells
        parts = () if is_greeting(marked_text, language) else clauses(marked_text, language)
        pieces, to = split_addressee(parts, language, question)
        context = RemarkContext(table=table, entities=entities, question=question, pieces=pieces, to=to)
        return cls(
            said=plain(marked_text, language),
            is_hedged=entities.is_bounded or re.search(hedges, marked_text) is not None,
            context=context,
        )

    def hear(self) -> HeardRemark:
        """Returns the remark as it was heard."""
        context = self.context
        pieces, entities = context.pieces, context.entities
        question, table = context.question, context.table
        for n, clause in enumerate(pieces):
            self._clause(clause, follows=pieces[n + 1] if n + 1 < len(pieces) else None)
        answer = add_answers(pieces, self.acts, question, entities, table)
        if answer is not None:
            self.acts = answer
            self.unheard = []
        self.acts = _settle([self._put(heard_act) for heard_act in self.acts], question, table)
        return HeardRemark(
            heard=keep_apart(self.acts), unheard=tuple(self.unheard), guesses=tuple(entities.guesses)
        )

    def _put(self, heard_act: HeardAct) -> HeardAct:
        act, context = heard_act.act, self.context
        is_why = act.kind == "ask_why" and act.slots == (("whom", context.table.to),)
        if not act.is_question or not (act["whom"] == ANYBODY or is_why) or context.to:
            return heard_act
        texts = [piece.text for piece in context.pieces]
        whole = "".join(texts)
        marks = (texts[0], texts[-1]) if is_why else (whole[:1], whole[-1:])
        ends = [context.entities.found[mark] for mark in marks if NAME.fullmatch(mark)]
        taken = {*dict(act.slots).values(), *context.table.victims}
        free = [name for name in ends if name not in taken]
        return replace(heard_act, act=act.with_slots(whom=free[0])) if free else heard_act

    # One clause

    def _clause(self, clause: Clause, *, follows: Clause | None) -> None:
        context, language = self.context, self.context.table.language
        if not clause.text:
            self._place(clause)
            return
        asks = clause.asks or (follows is not None and not follows.text and follows.asks)
        if asks and context.table.asked and YOU not in clause.text and not is_asking(clause, language):
            asks = False  # an answer that is not sure of itself
        if not clause.joined:
            context.subject = ME
        acts, spans = ClauseMatching(clause=clause, context=context, asks=asks).acts()
        rest = leftover(clause.text, spans, language)
        is_sure = not _ENTITY.search(rest) and re.search(wordlist(language)["doubt"], rest) is None
        if re.match(wordlist(language)["supposes"], clause.text):
            acts = []
        for act in acts:
            heard_act = HeardAct(
                act=act, clause=self._clause_as_typed(clause), is_sure=is_sure, role=self._role(clause)
            )
            self.acts.append(heard_act)
        if not acts:
            self._unknown(clause)
        for mark in PERSON.findall(clause.text):
            if mark not in (ME, YOU, REF):
                context.named = mark

    def _clause_as_typed(self, clause: Clause) -> str:
        return self.context.entities.plain(clause.raw)

    def _role(self, clause: Clause) -> str:
        values = self.context.entities.found
        roles = [str(values[mark]) for mark in clause.text if ROLE <= ord(mark) <= ROLE + 0xFF]
        return roles[0] if len(roles) == 1 else ""

    def _unknown(self, clause: Clause) -> None:
        """Sorts a clause without an act: an aside, an earlier act's missing slot, or not understood."""
        if self._completes(clause):
            return
        self._place(clause)
        if says_nothing(clause.text, self.context.table.language):
            return
        if _ENTITY.search(clause.raw) or clause.asks:
            self.unheard.append(self._clause_as_typed(clause))

    def _completes(self, clause: Clause) -> bool:
        """Returns true if a clause names the role that was left open before, as in `I checked 6. Wolf`."""
        last, role = (self.acts[-1] if self.acts else None), self._role(clause)
        slot = OPEN.get(last.act.kind, "") if last else ""
        if last is None or not slot or not role or last.act[slot] is not None:
            return False
        self.acts[-1] = replace(last, act=last.act.with_slots(**{slot: role}))
        return True

    def _place(self, clause: Clause) -> None:
        setting, context = self.context.of_clause(clause), self.context
        if not setting:
            return
        last = self.acts[-1] if self.acts else None
        if last is not None and last.act.kind in WHEN:
            lacks = {
                slot: value
                for slot, value in setting.items()
                if last.act[slot] is None and (slot == "when" or last.act.kind in WHERE)
            }
            if lacks and len(lacks) == len(setting):
                self.acts[-1] = replace(last, act=last.act.with_slots(**lacks))
                return
            if last.act.kind == "was" and "where" in setting:
                act = SpokenAct(kind="was", slots=(("who", last.act["who"] or ""), *setting.items()))
                self.acts.append(HeardAct(act=act, clause=self._clause_as_typed(clause)))
                return
        if len(setting) == len(("where", "when")) and not context.table.asked:
            act = SpokenAct(kind="was", slots=(("who", context.table.speaker), *setting.items()))
            self.acts.append(HeardAct(act=act, clause=self._clause_as_typed(clause)))
            return
        context.waiting = setting


# The night of games of roles: thanks, and a pair

_PARTS = re.compile(r"[,.;:!?，。；：！？\n]+")


def drop_thanks(remark: HeardRemark, text: str, table: TalkTable) -> HeardRemark:
    """Drops the acts that name a role that is only thanked, and what such a role does by night."""
    roles = _find_thanked(text, table) if table.is_of_roles else frozenset[Word]()
    if not roles:
        return remark

    def is_meant(heard_act: HeardAct) -> bool:
        act = heard_act.act
        is_of_night = act.kind in ("saved", "poisoned") and act["by"] == table.speaker
        return not is_of_night and roles.isdisjoint(value for _, value in act.slots if isinstance(value, str))

    readings = (tuple(filter(is_meant, reading)) for reading in remark.offered)
    return replace(remark, heard=tuple(filter(is_meant, remark.heard)), offered=tuple(filter(None, readings)))


def _find_thanked(text: str, table: TalkTable) -> frozenset[Word]:
    words, language = wordlist(table.language), table.language
    parts = [part for part in _PARTS.split(text.lower()) if re.search(words["thanks"], part)]
    parts = [part for part in parts if not re.search(words["own"], part)]
    named = {role: say(WordKind.ROLE, role, language).removeprefix("the ") for role in entries(WordKind.ROLE)}
    return frozenset(role for role, word in named.items() if any(word in part for part in parts))


def point_at_two(remark: HeardRemark, text: str, people: Iterable[Name], table: TalkTable) -> HeardRemark:
    """Offers first that one of two named players is what is sought, where a seer learns that of a pair.

    Checks of the two and the plain either-or are dropped: the same words were heard as these.
    """
    words, names = wordlist(table.language), [name for name in people if name != table.speaker]
    is_of_pairs = table.scope == "cards" and "seer" in table.roles and MOVERS.isdisjoint(table.roles)
    lower_text = text.lower()
    if not is_of_pairs or len(names) != 2 or not re.search(words["one_of_two"], lower_text):
        return remark
    if not re.search(words["looked"], lower_text):
        return remark
    act = SpokenAct(kind="one_of_two", slots=(("by", table.speaker), ("whom", names[0]), ("other", names[1])))
    pair = HeardAct(act=act, clause=text, means=meaning(act, table), is_sure=False)
    rest = [_without_pair(reading, names) for reading in (remark.heard, *remark.offered)]
    claims = [
        heard_act
        for heard_act in rest[0]
        if heard_act.act.kind == "claim" and heard_act.act["who"] == table.speaker
    ]
    first = ((*claims[:1], pair), (pair,)) if claims else ((pair,),)
    return replace(remark, heard=rest[0], offered=(*first, *filter(None, rest[1:])))


def _without_pair(reading: Sequence[HeardAct], names: Sequence[Name]) -> tuple[HeardAct, ...]:
    return tuple(
        heard_act
        for heard_act in reading
        if not (heard_act.act.kind in ("check", "either") and heard_act.act["whom"] in names)
    )
