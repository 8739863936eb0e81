"""The speeches of the reader: its introduction, its questions, its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from parlour.games.mystery.reader.asking import (
    TIES_OF_OTHERS,
    bearing,
    bears_on,
    best_question,
    disclaimers,
    tellable,
)
from parlour.games.mystery.reader.considering import Considering, Grounds
from parlour.games.mystery.reader.mind import Mind, remark_facts
from parlour.games.mystery.reader.parsed import phrases, word_limit
from parlour.language.facts import (
    Accusation,
    Confirm,
    Fact,
    Killing,
    Language,
    Level,
    Name,
    Plain,
    Presence,
    Question,
    Relation,
    Suspicion,
    Trust,
    Unrepeated,
    VoteFor,
    WhatMotive,
    WhatQuarrel,
    WhatSecret,
    WhenSeen,
    WhoKilled,
    WhomHeard,
    WhomSeen,
    WhomSeenAnywhere,
    WhomSeenThere,
    WhomSuspected,
    WhomTrusted,
    WhoseMeans,
    WhoseVote,
    every_wording,
)
from parlour.language.hearing import SpokenAct
from parlour.llm import Speech
from parlour.reader import drawn_for, fitting

VOLUNTEERED = 1
"""The number of facts that a reply adds to the answer. Without a limit each reply would empty its speaker,
all would know everything after two rounds, and the choice of questions would not matter."""
_ROUND = 2
"""The speeches of each player in a round: a question and an answer."""
_YES_OR_NO = Confirm | WhatQuarrel | WhenSeen
_EVEN = 1e-6
"""The least share above an even one that counts as more suspect."""
_MOST_CLEARED = 2
"""The number of others of whom a reason says what clears them."""
_UNSPOKEN = frozenset({"blackmailer", "blackmailed", "lover"})
"""The relations that people do not volunteer."""


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """A player about to speak."""

    mind: Mind
    task: str
    want: Speech

    def sentences(self) -> tuple[str, ...]:
        """Returns the sentences, within the prompt's limit of words."""
        match self.want.kind:
            case "introduce":
                return self._fitting(self._introduction())
            case "ask":
                return self._fitting(self._question())
            case "reply":
                return self._fitting(self._reply())

    def _introduction(self) -> list[str]:
        """Returns its name, its ties to the dead, its place at their deaths if public, its ties to others."""
        facts, lines = tellable(self.mind), [self._phrase("i_am", me=self.mind.me)]
        own = [fact for fact in facts if isinstance(fact, Relation) and self.mind.me in (fact.of, fact.to)]
        spoken = [relation for relation in own if relation.kind not in _UNSPOKEN]
        victims = self.mind.prompt.table.victims
        for victim in victims:
            ties = [relation for relation in spoken if victim in (relation.of, relation.to)]
            is_stranger = not any(victim in (relation.of, relation.to) for relation in own)
            lines += [self._phrase("stranger", victim=victim)] if is_stranger else self._say_all(ties)
        if slots := {slot for _, slot in self.mind.prompt.deaths}:
            present = [fact for fact in facts if isinstance(fact, Presence) and fact.who == self.mind.me]
            where = [presence for presence in present if presence.slot in slots]
            lines += self._say_all(where) or [self._phrase("nowhere")]
        # All speak at once: of two players with a tie only the one who sits first states it.
        players = self.mind.prompt.table.players
        others = {*players[players.index(self.mind.me) + 1 :]}
        return lines + self._say_all(relation for relation in spoken if {relation.of, relation.to} & others)

    def _question(self) -> list[str]:
        case, to = self.want.case or self.mind.prompt.table.victims[0], self.want.to or self.mind.others[0]
        prepared = Considering(mind=self.mind, task=self.task).questions(to)
        question = best_question(self.mind, to, case, tuple(prepared.values()))
        text = self._say(question)
        opening = self._phrase("by_the_way" if case in text else "opening", victim=case, to=to, about=text)
        return [*filter(None, [opening]), text]

    def _reply(self) -> list[str]:
        """Returns the answer, then a little of what else bears on the death and was not said."""
        case = self.want.case or self.mind.prompt.table.victims[0]
        considering = Considering(mind=self.mind, task=self.task)
        questions = considering.understood_questions()
        if not questions and (act := considering.act_to_answer()) and (lines := self._to_act(act, case)):
            return [*self._fitting(lines)]
        facts = (*tellable(self.mind), *disclaimers(self.mind, case, questions))
        ranked = sorted(facts, key=lambda fact: bearing(fact, case, self.mind))
        answers = [fact for fact in ranked if any(bears_on(fact, question) for question in questions)]
        before = self.mind.statements_of(self.mind.me)
        rest = [
            fact
            for fact in ranked
            if fact not in before and fact not in answers and bearing(fact, case, self.mind) < TIES_OF_OTHERS
        ]
        opinion = [fact for question in questions for fact in self._opinions(question, case)]
        only = Accusation(by=self.mind.me, whom=self.mind.ranking(case)[0], victim=case)
        is_due = self.mind.is_settled(case) and only not in (*before, *opinion)
        verdict = [self._say(only), self._phrase("settled")] if is_due else []
        lines = [*self._denials(questions), *self._say_all(answers), *self._say_all(opinion)]
        unmet = [
            question
            for question in questions
            if not any(bears_on(fact, question) for fact in answers)
            and not (self._denials([question]) or self._opinions(question, case))
        ]
        if unmet or not lines:
            lines.append(self._excuse(unmet))
        reply = self._fitting([*lines, *verdict, *self._more(rest[:VOLUNTEERED], is_last=not is_due)])
        return [
            *(line for line in reply if line not in verdict),
            *(line for line in reply if line in verdict),
        ]

    def _more(self, facts: Sequence[Plain], *, is_last: bool) -> list[str]:
        lines = self._say_all(facts)
        if not lines:
            return [*filter(None, [self._phrase("told") if is_last else ""])]
        before, gap = (
            self._phrase("besides", about=lines[0]),
            phrases(self.mind.prompt.language)["gap"],
        )
        return [gap.join(filter(None, [before, lines[0]])), *lines[1:]]

    def _excuse(self, questions: Sequence[Question]) -> str:
        to = self.want.to or ""
        if not questions:
            return self._phrase("noted" if self._is_told_something else "not_understood", to=to)
        match questions[0]:
            case WhatSecret(who=who) if who == self.mind.me:
                return self._phrase("rather_not", to=to)
            case WhatMotive(who=who, victim=victim) if who == self.mind.me:
                return self._phrase("no_grudge", victim=victim)
            case WhomSeen() | WhomSeenAnywhere() | WhomSeenThere():
                return self._phrase("saw_nobody", to=to)
            case WhomHeard():
                return self._phrase("heard_nobody", to=to)
            case question if isinstance(question, _YES_OR_NO):
                return self._phrase("not_that_i_know", to=to)
            case _:
                return self._phrase("nothing", to=to)

    @property
    def _is_told_something(self) -> bool:
        """Whether the last words to it, which ask nothing, state a fact."""
        talk = reversed(self.mind.prompt.talk)
        last = next(
            (line for line in talk if (line["actor"], line["to"]) == (self.want.to, self.mind.me)), None
        )
        return last is not None and bool(remark_facts(last, self.mind.prompt))

    def _denials(self, questions: Sequence[Question]) -> list[str]:
        """Returns denials of killings that the question asks about."""
        me = self.mind.me
        return [
            self._phrase("denial", victim=question.fact.victim)
            for question in questions
            if isinstance(question, Confirm)
            and isinstance(question.fact, Killing)
            and question.fact.who == me
        ]

    def _opinions(self, question: Question, case: Name) -> list[Fact]:
        me, (top, *_) = self.mind.me, self.mind.ranking(case)
        match question:
            case Confirm(fact=Suspicion(by=by, whom=whom)) if by == me and self.mind.share(whom, case) > 0:
                return [self._suspicion(whom, case)]
            case Confirm(fact=Suspicion(by=by, whom=whom)) if by == me != whom:
                return [Trust(by=me, whom=whom, level=Level.SOME)]
            case WhoKilled(victim=victim) | Confirm(fact=Killing(victim=victim)) if self.mind.is_settled(
                victim
            ):
                return [Accusation(by=me, whom=self.mind.ranking(victim)[0], victim=victim)]
            case Confirm(fact=Trust(by=by, whom=whom)) if by == me and whom in self.mind.others:
                return [self._view(whom)]
            case WhomTrusted(by=by) if by == me:
                return [self._view(min(reversed(self.mind.ranking(case)), key=self._worst_share))]
            case WhoKilled() | WhomSuspected() | Confirm(fact=Killing() | Suspicion()):
                return [self._suspicion(top, case)]
            case WhoseVote(by=by) if by == me:
                return [VoteFor(by=me, whom=top)]
            case _:
                return []

    def _suspicion(self, suspect: Name, case: Name) -> Suspicion:
        share = self.mind.share(suspect, case)
        level = Level.STRONG if share > 0.9 else Level.SOME if share > 0.4 else Level.LITTLE
        return Suspicion(by=self.mind.me, whom=suspect, level=level)

    def _view(self, name: Name) -> Suspicion | Trust:
        """Returns its trust in a player, or suspicion if the player is more suspect than most."""
        if (share := self._worst_share(name)) > 1 / len(self.mind.others) + _EVEN:
            victims = self.mind.prompt.table.victims
            return self._suspicion(name, max(victims, key=lambda case: self.mind.share(name, case)))
        level = Level.LITTLE if share else Level.STRONG
        return Trust(by=self.mind.me, whom=name, level=level)

    def _worst_share(self, name: Name) -> float:
        return max(self.mind.share(name, case) for case in self.mind.prompt.table.victims)

    def _to_act(self, act: SpokenAct, case: Name) -> list[str]:
        """Returns the answer to a typed question that no sentence of the grammar asks; empty for none."""
        about = act["about"]
        match act.kind:
            case "ask_why":
                return self._why(about if isinstance(about, str) else "", case)
            case "ask_sure":
                sure = [self._phrase("stands_by", to=self.want.to or "")]
                return [*sure, *self._why("", case)] if self._accusations("") else sure
            case "ask_trust" if about in self.mind.others:
                return [self._say(self._view(str(about)))]
            case "ask_means" if thing := self.mind.cause(case):
                facts = (*tellable(self.mind), *disclaimers(self.mind, case, ()))
                answers = [fact for fact in facts if bears_on(fact, WhoseMeans(thing=thing))]
                return self._say_all(answers) or [self._phrase("nothing", to=self.want.to or "")]
            case "ask_again":
                return self._last_words()
            case _:
                return []

    def _why(self, about: Name, case: Name) -> list[str]:
        """Returns why it named a player, or the last one that it named; or that it never did."""
        to = self.want.to or ""
        if not (named := self._accusations(about)):
            if about in self.mind.others:
                return [self._phrase("never_said", about=self._person(about)), self._say(self._view(about))]
            return [self._phrase("named_nobody", to=to)]
        suspect = named[-1].whom
        case = next((fact.victim for fact in reversed(named) if isinstance(fact, Accusation)), case)
        if not self.mind.share(suspect, case) and self.mind.ranking(case)[0] != suspect:
            return [self._phrase("no_longer", about=self._person(suspect))]
        grounds = Grounds(mind=self.mind)
        reasons = [*self._say_all(grounds.against(suspect, case)), *self._contradiction(suspect)]
        if self.mind.is_settled(case):
            cleared = [*grounds.clearing(suspect, case)]
            return [*reasons, *self._say_all(cleared[:_MOST_CLEARED]), self._phrase("settled")]
        return reasons or [self._phrase("feeling", to=to)]

    def _accusations(self, about: Name) -> list[Accusation | Suspicion | VoteFor]:
        """Returns its own words against a player, or against anybody, in order."""
        return [
            fact
            for fact in self.mind.statements_of(self.mind.me)
            if isinstance(fact, Accusation | Suspicion | VoteFor)
            and fact.by == self.mind.me
            and about in ("", fact.whom)
        ]

    def _contradiction(self, suspect: Name) -> Iterator[str]:
        """Yields that a player's words contradict another's, or what is known."""
        clash = next((clash for clash in self.mind.contradictions if suspect in clash.sources), None)
        if clash:
            others = [name for name in clash.sources if name != suspect]
            phrase = "clashes" if others else "clashes_with_known"
            row = self._phrase(phrase, about=self._person(suspect), by=self._person((*others, "")[0]))
            yield row[:1].upper() + row[1:]

    def _last_words(self) -> list[str]:
        """Returns its last answer to the player who asks, or else its last words to anybody."""
        own = [line for line in self.mind.prompt.talk if line["actor"] == self.mind.me and line["text"]]
        own = [line for line in own if line.kind in ("introduced", "replied")]
        to_asker = [line for line in own if line.kind == "replied" and line["to"] == self.want.to]
        return [(to_asker or own)[-1]["text"]] if own else []

    def _person(self, name: Name) -> str:
        """Returns how it speaks of a player to the one who asks."""
        words = phrases(self._language)
        return {self.want.to: words["you"], self.mind.me: words["I"]}.get(name, name)

    def _say_all(self, facts: Iterable[Plain | Fact]) -> list[str]:
        return [self._say(fact) for fact in facts]

    def _say(self, what: Fact | Question) -> str:
        rng = self._chance(str(what))
        ways = every_wording(what, self._language, rng, speaker=self.mind.me, reader=self.want.to)
        return self._chooser(type(what).__name__, str(what)).choice(ways)

    @property
    def _language(self) -> Language:
        return self.mind.prompt.language

    def _phrase(self, name: str, **about: str) -> str:
        ways = phrases(self._language)[name]
        return self._chooser(name, f"{name}{about}").choice(ways).format(**about)

    def _chooser(self, kind: str, content: str) -> Unrepeated:
        """Returns a chooser of wordings; players who introduce themselves at once get different ones."""
        talk, players = self.mind.prompt.talk, self.mind.prompt.table.players
        is_at_once = self.want.kind == "introduce"
        return Unrepeated(
            rng=drawn_for(f"{players}{kind}") if is_at_once else self._chance(content),
            recent=() if is_at_once else tuple(line["text"] for line in talk[-_ROUND * len(players) :]),
            language=self._language,
            names=self.mind.prompt.table.names,
            turn=players.index(self.mind.me) if is_at_once else 0,
        )

    def _chance(self, about: str) -> Random:
        return drawn_for(f"{self.mind.me}{self.want}{about}")

    def _fitting(self, sentences: Iterable[str]) -> tuple[str, ...]:
        return fitting(sentences, word_limit(self.task, self.mind.prompt.table))
