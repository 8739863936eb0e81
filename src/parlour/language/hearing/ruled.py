"""Hears a remark by rules alone, clause by clause, and settles its acts beside each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from parlour.language.facts import Language, Name, Word, WordKind, entries, say
from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable
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
from parlour.language.hearing.meaning import meaning
from parlour.language.hearing.patterns import WHEN, WHERE, ClauseMatching
from parlour.language.hearing.readings import RemarkEvidence
from parlour.language.hearing.spoken import SpokenTokens, sort_of

OPEN = {"check": "result", "robbed": "role"}
"""The slot that an act may leave to the next clause: `I checked 6. Wolf.`"""


def _settle(acts: Sequence[HeardAct], question: OpenQuestion, table: TalkTable) -> list[HeardAct]:
    """The acts of a remark, in order, as they are meant together."""
    told = [replace(each, act=_of_oneself(each.act, table.speaker, table.victims)) for each in acts]
    if table.is_of_roles:
        told = _complete(told, table.speaker)
        claim = ("claim", table.speaker, "seer")
        if question.kind == "ask_check" or any(
            (each.act.kind, each.act["who"], each.act["role"]) == claim for each in told
        ):
            told = [replace(each, act=_as_check(each, table)) for each in told]
        told = [each for each in told if not (each.act.kind == "vote" and each.act["whom"] == table.speaker)]
    told = _join_change(_place_alone(told, question))
    return [each for each in told if each.act.kind != "unknown"] or told


def _of_oneself(act: SpokenAct, me: Name, victims: Sequence[Name]) -> SpokenAct:
    """Who calls themself good denies to be what is sought; who calls themself what is sought admits it."""
    if act.kind == "relation" and act["of"] == act["to"] and victims:
        return act.with_slots(to=victims[0])  # `he was her ex`, of nobody else who was named
    if act.kind == "claim" and act["who"] == me:
        if act["role"] == "good":
            return SpokenAct(kind="deny", slots=(("what", "role"),))
        if act["role"] == sought_role():
            return SpokenAct(kind="confess", slots=(("what", "role"),))
    return act


def _complete(acts: list[HeardAct], me: Name) -> list[HeardAct]:
    kept: list[HeardAct] = []
    for heard in acts:
        before = kept[-1] if kept else None
        slot = OPEN.get(before.act.kind, "") if before else ""
        if before and slot and before.act[slot] is None and (role := _role_told(heard, before.act, me)):
            kept[-1] = replace(before, act=before.act.with_slots(**{slot: role}))
        else:
            kept.append(heard)
    return kept


def _role_told(heard: HeardAct, before: SpokenAct, me: Name) -> str | None:
    act = heard.act
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


def _as_check(heard: HeardAct, table: TalkTable) -> SpokenAct:
    act, me = heard.act, table.speaker
    role = heard.role
    if act.kind not in ("suspect", "trust", "claim") or act["who"] == me or not role:
        return act
    return SpokenAct(kind="check", slots=(("by", me), ("whom", act["who"] or ""), ("result", role)))


def _join_change(acts: list[HeardAct]) -> list[HeardAct]:
    """Yields a change of mind with both of its people; other statements about these two are part of it."""
    for heard in acts:
        if heard.act.kind != "changed":
            continue
        act = heard.act
        others = [each.act for each in acts if each.act.kind in ("suspect", "trust", "vote")]
        for other in others:
            slot = "from" if other.kind == "trust" else "to"
            whom = other["who"] or other["whom"]
            if act[slot] is None and whom is not None and whom not in (act["from"], act["to"]):
                act = act.with_slots(**{slot: whom})
        both = {act["from"], act["to"]}
        rest = [
            each
            for each in acts
            if each is heard
            or not (each.act in others and {each.act["who"], each.act["whom"]} & both - {None})
        ]
        return [replace(each, act=act) if each is heard else each for each in rest]
    return acts


def _place_alone(acts: list[HeardAct], question: OpenQuestion) -> list[HeardAct]:
    """Replaces "alone" by a place, if one is told or asked for; else by having seen no one."""
    kept: list[HeardAct] = []
    has_place = any(each.act.kind == "was" for each in acts)
    for heard in acts:
        act = heard.act
        if act.kind != "alone":
            kept.append(heard)
            continue
        slots = dict(act.slots)
        if act["where"] is not None:
            was = {"who": slots["by"], **{slot: slots[slot] for slot in ("where", "when") if slot in slots}}
            kept.append(replace(heard, act=SpokenAct(kind="was", slots=tuple(was.items()))))
        elif not (has_place or question.kind == "ask_where"):
            kept.append(replace(heard, act=SpokenAct(kind="saw_nobody", slots=act.slots)))
    return kept


def keep_apart(acts: Iterable[HeardAct]) -> tuple[HeardAct, ...]:
    """Each act once; one that another says more fully is left out."""
    told = [(heard, heard.act.kind, {*heard.act.slots}) for heard in acts]
    return tuple(
        heard
        for n, (heard, kind, slots) in enumerate(told)
        if not any(
            kind == other and (slots < more or (slots == more and m < n))
            for m, (_, other, more) in enumerate(told)
        )
    )


_WHOM = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(KIND)}-{chr(KIND + 0xFF)}]"
"""The stand-ins of who is named, and of what one is to another: `my dear friend`."""
_SAYS = re.compile("[\\w\ue000-\uf8ff]")
"""A letter, or the stand-in of anybody or anything."""


def is_greeting(found: str, language: Language) -> bool:
    """Returns true if a marked text, in the words that were typed, is only a greeting or thanks."""
    greets, greeted = _greetings(language)
    left, count = greets.subn(" ", found)
    return count > 0 and _SAYS.search(greeted.sub(" ", left)) is None


@cache
def _greetings(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Returns the patterns of greetings and of the greeted; each is removed in one pass."""
    told = wordlist(language)
    start, end = (r"(?<![\w'])", r"(?![\w'])") if language == "en" else ("", "")
    greets, greeted = ("|".join(told[each]) for each in ("greets", "greeted"))
    return re.compile(f"{start}(?:{greets}){end}"), re.compile(f"{_WHOM}|{start}(?:{greeted}){end}")


def without_own_name(text: str, table: TalkTable) -> str:
    """A marked text of a story without `I'm Edmund`; what else a sentence tells of oneself stays."""
    if table.is_of_roles or table.speaker not in table.names:
        return text
    mark = chr(PEOPLE + table.names.index(table.speaker))
    for pattern, kept in _names(table.language, mark):
        text = pattern.sub(kept, text)
    return text.strip()


@cache
def _names(language: Language, mark: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    told = wordlist(language)["own_name"]
    return tuple((re.compile(pattern.replace("<me>", mark)), kept) for pattern, kept in told.items())


_ENTITY = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(PEOPLE + 0x300)}-{chr(NIGHT)}]")


def by_rules(text: str, table: TalkTable) -> tuple[HeardRemark, RemarkEvidence | None]:
    """Hears a remark by rules alone, with the evidence for weights; None for one without words."""
    remark = RuledRemark.of(text, table)
    found, context = remark.hear(), remark.context
    if not context.pieces:
        return found, None
    spoken = SpokenTokens.of(remark.said, context.entities, context.question, context.to)
    ruled = tuple(each.act for each in found.heard)
    evidence = RemarkEvidence(text=remark.said, spoken=spoken, ruled=ruled, is_hedged=remark.is_hedged)
    return found, evidence


def open_question(table: TalkTable) -> OpenQuestion:
    """Returns the content of the last question to a person, for a short answer."""
    if not table.asked:
        return OpenQuestion()
    inner = replace(table, asked="", to=table.speaker, speaker=table.asker or "", asker=None)
    remark = RuledRemark.of(table.asked, inner)
    asks = [each.act for each in remark.hear().heard if each.act.is_question]
    found = remark.context.entities.found
    return OpenQuestion(
        act=asks[0] if asks else None,
        text=table.asked,
        people=tuple(str(found[mark]) for mark in dict.fromkeys(NAME.findall(remark.said))),
        things=tuple((sort, value) for mark, value in found.items() if (sort := sort_of(mark))),
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
        """A text, in which nothing was heard yet."""
        language = table.language
        entities, question = Entities(table=table), open_question(table)
        found = without_own_name(mark_entities(tidy(text, language), entities), table)
        hedges = "|".join(wordlist(language)["hedges"])  # what supposes, denies or only retells
        parts = () if is_greeting(found, language) else clauses(found, language)
        pieces, to = split_addressee(parts, language, question)
        context = RemarkContext(table=table, entities=entities, question=question, pieces=pieces, to=to)
        return cls(
            said=plain(found, language),
            is_hedged=entities.is_bounded or re.search(hedges, found) is not None,
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
        self.acts = _settle([self._put(each) for each in self.acts], question, table)
        return HeardRemark(
            heard=keep_apart(self.acts), unheard=tuple(self.unheard), guesses=tuple(entities.guesses)
        )

    def _put(self, heard: HeardAct) -> HeardAct:
        act, context = heard.act, self.context
        if not act.is_question or act["whom"] != ANYBODY or context.to:
            return heard
        whole = "".join(each.text for each in context.pieces)
        ends = [context.entities.found[mark] for mark in (whole[:1], whole[-1:]) if NAME.fullmatch(mark)]
        free = [name for name in ends if name not in dict(act.slots).values()]
        return replace(heard, act=act.with_slots(whom=free[0])) if free else heard

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
        found, spans = ClauseMatching(clause=clause, context=context, asks=asks).acts()
        rest = leftover(clause.text, spans, language)
        is_sure = not _ENTITY.search(rest) and re.search(wordlist(language)["doubt"], rest) is None
        if re.match(wordlist(language)["supposes"], clause.text):
            found = []
        for act in found:
            told = HeardAct(
                act=act, clause=self._clause_as_typed(clause), is_sure=is_sure, role=self._role(clause)
            )
            self.acts.append(told)
        if not found:
            self._unknown(clause)
        for mark in PERSON.findall(clause.text):
            if mark not in (ME, YOU, REF):
                context.named = mark

    def _clause_as_typed(self, clause: Clause) -> str:
        return self.context.entities.plain(clause.raw)

    def _role(self, clause: Clause) -> str:
        found = self.context.entities.found
        roles = [str(found[mark]) for mark in clause.text if ROLE <= ord(mark) <= ROLE + 0xFF]
        return roles[0] if len(roles) == 1 else ""

    def _unknown(self, clause: Clause) -> None:
        """A clause without an act: an aside, what an act before lacks, or something not understood."""
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
        told, context = self.context.of_clause(clause), self.context
        if not told:
            return
        last = self.acts[-1] if self.acts else None
        if last is not None and last.act.kind in WHEN:
            lacks = {
                slot: value
                for slot, value in told.items()
                if last.act[slot] is None and (slot == "when" or last.act.kind in WHERE)
            }
            if lacks and len(lacks) == len(told):
                self.acts[-1] = replace(last, act=last.act.with_slots(**lacks))
                return
            if last.act.kind == "was" and "where" in told:
                act = SpokenAct(kind="was", slots=(("who", last.act["who"] or ""), *told.items()))
                self.acts.append(HeardAct(act=act, clause=self._clause_as_typed(clause)))
                return
        if len(told) == len(("where", "when")) and not context.table.asked:
            act = SpokenAct(kind="was", slots=(("who", context.table.speaker), *told.items()))
            self.acts.append(HeardAct(act=act, clause=self._clause_as_typed(clause)))
            return
        context.waiting = told


# The night of games of roles: thanks, and a pair

_PARTS = re.compile(r"[,.;:!?，。；：！？\n]+")
_MOVERS = frozenset({"robber", "troublemaker", "drunk", "insomniac"})
"""Roles of the rules by which a seer looks at cards one by one."""


def drop_thanks(remark: HeardRemark, text: str, table: TalkTable) -> HeardRemark:
    """Drops the acts that name a role that is only thanked, and what such a role does by night."""
    roles = _find_thanked(text, table) if table.is_of_roles else frozenset[Word]()
    if not roles:
        return remark

    def is_meant(each: HeardAct) -> bool:
        act = each.act
        is_of_night = act.kind in ("saved", "poisoned") and act["by"] == table.speaker
        return not is_of_night and roles.isdisjoint(value for _, value in act.slots if isinstance(value, str))

    kept = (tuple(filter(is_meant, reading)) for reading in remark.offered)
    return replace(remark, heard=tuple(filter(is_meant, remark.heard)), offered=tuple(filter(None, kept)))


def _find_thanked(text: str, table: TalkTable) -> frozenset[Word]:
    words, language = wordlist(table.language), table.language
    parts = [part for part in _PARTS.split(text.lower()) if re.search(words["thanks"], part)]
    parts = [part for part in parts if not re.search(words["own"], part)]
    named = {role: say(WordKind.ROLE, role, language).removeprefix("the ") for role in entries(WordKind.ROLE)}
    return frozenset(role for role, word in named.items() if any(word in part for part in parts))


def point_at_two(remark: HeardRemark, text: str, people: Iterable[Name], table: TalkTable) -> HeardRemark:
    """Offers first that one of two named players is what is sought, where a seer learns that of a pair.

    Checks of the two are dropped: the same words were heard as these.
    """
    words, named = wordlist(table.language), [name for name in people if name != table.speaker]
    is_of_pairs = table.scope == "cards" and "seer" in table.roles and _MOVERS.isdisjoint(table.roles)
    said = text.lower()
    if not is_of_pairs or len(named) != 2 or not re.search(words["one_of_two"], said):
        return remark
    if not re.search(words["looked"], said):
        return remark
    act = SpokenAct(kind="one_of_two", slots=(("by", table.speaker), ("whom", named[0]), ("other", named[1])))
    pair = HeardAct(act=act, clause=text, means=meaning(act, table), is_sure=False)
    rest = [_without_checks(reading, named) for reading in (remark.heard, *remark.offered)]
    claims = [each for each in rest[0] if each.act.kind == "claim" and each.act["who"] == table.speaker]
    first = ((*claims[:1], pair), (pair,)) if claims else ((pair,),)
    return replace(remark, heard=rest[0], offered=(*first, *filter(None, rest[1:])))


def _without_checks(reading: Sequence[HeardAct], named: Sequence[Name]) -> tuple[HeardAct, ...]:
    return tuple(each for each in reading if not (each.act.kind == "check" and each.act["whom"] in named))
