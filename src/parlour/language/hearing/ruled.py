"""A remark as the rules hear it, clause by clause, so that what is not known sinks nothing of what is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.language.hearing.addressing import addressed, is_asking
from parlour.language.hearing.answers import OpenQuestion, answered, no_question
from parlour.language.hearing.clauses import Clause, clauses, leftover, plain, says_nothing, tidy
from parlour.language.hearing.entities import Entities, marked
from parlour.language.hearing.evidence import RemarkEvidence
from parlour.language.hearing.greeting import is_greeting
from parlour.language.hearing.hedging import is_hedged
from parlour.language.hearing.introducing import without_own_name
from parlour.language.hearing.marks import ME, NIGHT, PEOPLE, REF, ROLE, YOU
from parlour.language.hearing.matching import WHEN, WHERE, ClauseMatching
from parlour.language.hearing.remark_context import NAME, PERSON, RemarkContext
from parlour.language.hearing.settling import OPEN, apart, settled
from parlour.language.hearing.spoken import SpokenTokens, sort_of
from parlour.language.hearing.wordlists import wordlist

_ENTITY = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(PEOPLE + 0x300)}-{chr(NIGHT)}]")


def by_rules(text: str, table: TalkTable) -> tuple[HeardRemark, RemarkEvidence | None]:
    """What the rules alone hear, and what weights tell more by; None of a remark without words."""
    remark = RuledRemark.of(text, table)
    found, context = remark.heard(), remark.context
    if not context.pieces:
        return found, None
    spoken = SpokenTokens.of(remark.said, context.entities, context.question, context.to)
    ruled = tuple(each.act for each in found.heard)
    evidence = RemarkEvidence(text=remark.said, spoken=spoken, ruled=ruled, is_hedged=remark.is_hedged)
    return found, evidence


def open_question(table: TalkTable) -> OpenQuestion:
    """What the last question put to somebody asks, as it bears on a short answer."""
    if not table.asked:
        return no_question()
    inner = replace(table, asked="", to=table.speaker, speaker=table.asker or "", asker=None)
    remark = RuledRemark.of(table.asked, inner)
    asks = [each.act for each in remark.heard().heard if each.act.is_question]
    found = remark.context.entities.found
    return OpenQuestion(
        act=asks[0] if asks else None,
        text=table.asked,
        people=tuple(str(found[mark]) for mark in dict.fromkeys(NAME.findall(remark.said))),
        things=tuple((sort, value) for mark, value in found.items() if (sort := sort_of(mark))),
    )


@dataclass(kw_only=True)
class RuledRemark:
    """One remark as the rules hear it.

    Attributes:
        said: it, marked, one word for all that say the same.
        is_hedged: whether its words make less than a statement of something.
        context: what is known of it so far.
        acts: what was heard.
        unheard: the clauses that were not understood.
    """

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
        found = without_own_name(marked(tidy(text, language), entities), table)
        parts = () if is_greeting(found, language) else clauses(found, language)
        pieces, to = addressed(parts, language, question)
        context = RemarkContext(table=table, entities=entities, question=question, pieces=pieces, to=to)
        return cls(
            said=plain(found, language),
            is_hedged=entities.is_bounded or is_hedged(found, language),
            context=context,
        )

    def heard(self) -> HeardRemark:
        """What is heard in it."""
        context = self.context
        pieces, entities, question, table = (
            context.pieces,
            context.entities,
            context.question,
            context.table,
        )
        for n, clause in enumerate(pieces):
            self._clause(clause, follows=pieces[n + 1] if n + 1 < len(pieces) else None)
        answer = answered(pieces, self.acts, question, entities, table)
        if answer is not None:
            self.acts = answer
            self.unheard = []
        self.acts = settled([self._put(each) for each in self.acts], question, table)
        return HeardRemark(
            heard=apart(self.acts), unheard=tuple(self.unheard), guesses=tuple(entities.guesses)
        )

    def _put(self, heard: HeardAct) -> HeardAct:
        """A question to nobody put to whoever a remark begins or ends with."""
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
        if clause.is_bare:
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
            told = HeardAct(act=act, clause=self._typed(clause), is_sure=is_sure, role=self._role(clause))
            self.acts.append(told)
        if not found:
            self._unknown(clause)
        for mark in PERSON.findall(clause.text):
            if mark not in (ME, YOU, REF):
                context.named = mark

    def _typed(self, clause: Clause) -> str:
        return self.context.entities.plain(clause.raw)

    def _role(self, clause: Clause) -> str:
        """The one role that a clause names."""
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
            self.unheard.append(self._typed(clause))

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
                self.acts.append(HeardAct(act=act, clause=self._typed(clause)))
                return
        if len(told) == len(("where", "when")) and not context.table.asked:
            act = SpokenAct(kind="was", slots=(("who", context.table.speaker), *told.items()))
            self.acts.append(HeardAct(act=act, clause=self._typed(clause)))
            return
        context.waiting = told
