"""A speech as a turn of a conversation: questions are answered and asked, contradictions named.

What a player believes and claims, its game says; here it is put into words. Which acts there are and how they
are worded is drawn by what all players have heard, never by what the speaker is: they reveal nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from parlour.core import count_words
from parlour.language.facts import (
    NIGHT_OF_CARDS,
    Fact,
    Fellow,
    Lead,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    Word,
    answering,
    joined_by,
    lead_up,
)
from parlour.reader.hearing import SpeechAct, typed_acts, word_act
from parlour.reader.parsed_prompt import ParsedPrompt
from parlour.reader.phrases import USUAL_WORDS, SentenceFrame

Told = Fact | str
"""A unit of a speech: a fact, or the reason for the one before it."""

_ASKS = 0.95
"""The probability of asking, if there is a player to ask (ours): about as often as people do."""
_ASKS_WHY = 0.3
"""The probability of asking for the reason of a suspicion, if there is one to ask for (ours)."""
_REMARKS: Mapping[str, float] = {
    "contradiction": 0.2,
    "confession": 0.6,
    "new_story": 0.5,
    "claim": 0.4,
    "changed": 0.8,
    "defence": 0.6,
    "agrees": 0.25,
    "doubt": 0.3,
    "stands_up": 0.4,
    "appeal": 0.25,
}
"""The probability of each remark if it is possible, first ones first (ours)."""
_NEWS = ("contradiction", "contradiction_own", "confession", "new_story", "claim")
"""The remarks that are made in any case if no one has made them in this round."""
_COMMON = frozenset({"good", "villager"})
"""The roles that anybody can claim."""
_MOST_REMARKS = 2
_RECALLS = 0.1
"""The probability of a remark on what happened that another has made in this round (ours)."""
_LED, _JOINED, _INTRODUCED, _CONTRASTED = 0.7, 0.7, 0.5, 0.3
_PAIR = 2
_ENOUGH_HEARD = 3
"""The speeches after which a speaker may recall what was said."""
_MOST_ANSWERED = 3
"""The most questions to a player before it speaks."""
_ANSWERS: Mapping[str, tuple[type[Fact], ...]] = {
    "ask_suspect": (Suspicion,),
    "ask_trust": (Trust,),
    "ask_vote": (VoteFor,),
    "ask_role": (RoleClaim,),
    "ask_night": (OneOfTwo, NeitherOfTwo, Fellow, *NIGHT_OF_CARDS),
}


@dataclass(frozen=True, kw_only=True)
class TalkTurn:
    """The turn of a player who speaks.

    Attributes:
        rivals: who claims by now what only one can be, in order, itself among them.
        confessions: the roles that nobody of the larger side would claim.
        events: remarks on what has happened since the last talk.
        vouch: returns the trust in a player with its reason; nothing if the speaker does not trust it.
    """

    prompt: ParsedPrompt
    told: tuple[Told, ...]
    others: tuple[Name, ...]
    rivals: tuple[Name, ...] = ()
    confessions: frozenset[Word] = frozenset()
    replies: Mapping[str, Fact | str] = field(default_factory=dict[str, "Fact | str"])
    may_ask: tuple[SpeechAct, ...] = ()
    events: tuple[SpeechAct, ...] = ()
    vouch: Callable[[Name], tuple[Told, ...]] = lambda name: ()

    def sentences(self, questions: Iterable[str] = ()) -> tuple[str, ...]:
        """Returns the speech within the prompt's word limit: claims and answers come first."""
        room = USUAL_WORDS if self.prompt.limit is None else self.prompt.limit
        opening, first, remarks = self._opening(), self._opinion(), self._remarks()
        last = list(questions) or self._question()
        selected: set[str] = set()
        for sentence in (*first, *last, *opening, *remarks):
            if sentence not in selected and (length := count_words(sentence)) <= room:
                selected.add(sentence)
                room -= length
        return tuple(
            sentence
            for sentence in dict.fromkeys((*opening, *first, *remarks, *last))
            if sentence in selected
        )

    def _opening(self) -> list[str]:
        """Returns a remark on what happened: one not made in this round yet, or now and then another."""
        prompt, rng = self.prompt, self.prompt.draw("opening")
        made = {(act.kind, act.about) for line in prompt.this_round for act in _acts(line, prompt)}
        new = [act for act in self.events if (act.kind, act.about) not in made]
        if new:
            return [self._word(new[0])]
        return [self._word(rng.choice(self.events))] if self.events and rng.random() < _RECALLS else []

    # What it thinks

    def _opinion(self) -> list[str]:
        points = [*self._explain_trust(), *self._asked_besides()]
        answered = {index: asks for index in range(len(points)) if (asks := self._answered_by(points, index))}
        sentences: list[str] = []
        both = self._contrast(points, answered)
        for index, point in enumerate(points):
            if isinstance(point, str) or (both and isinstance(point, VoteFor)):
                continue
            if both and isinstance(point, Trust):
                sentences.append(both)
                continue
            why = next((text for text in points[index + 1 : index + 2] if isinstance(text, str)), "")
            sentences += self._clause(point, why, answered.get(index, []), sentences)
        return [*sentences, *self._replies(points)]

    def _explain_trust(self) -> Iterator[Told]:
        """Yields what it tells, with its trust in each player of whom it was asked why, and the reason."""
        asked = {ask.about: ask for ask in self._asks if ask.kind == "ask_why_trust"}
        suspects = {point.whom for point in self.told if isinstance(point, Suspicion)}
        trusted = {name: self.vouch(name) for name in asked if name not in suspects}
        for point in self.told:
            reasons = trusted.pop(point.whom, ()) if isinstance(point, Trust) else ()
            yield from (point, *reasons[1:])
        for points in trusted.values():
            yield from points

    def _contrast(self, points: Sequence[Told], answered: Mapping[int, object]) -> str:
        """Returns trust and vote joined in one sentence, now and then; empty if either was asked for."""
        prompt, rng = self.prompt, self.prompt.draw("contrast")
        chooser = prompt.wording("contrast")
        places = [n for n, point in enumerate(points) if isinstance(point, Trust | VoteFor)]
        if len(places) != _PAIR or answered.keys() & places or rng.random() > _CONTRASTED:
            return ""
        first, second = (prompt.say(points[n]) for n in places)  # pyright: ignore[reportArgumentType]
        return joined_by("whereas", first, second, prompt.language, chooser, prompt.table.players)

    def _clause(
        self, fact: Fact, why: str, asks: Sequence[SpeechAct], before: Sequence[str]
    ) -> Iterator[str]:
        prompt, rng = self.prompt, self.prompt.draw(f"say {fact}")
        language, names, chooser = prompt.language, prompt.table.players, prompt.wording(f"around {fact}")
        chooser = replace(chooser, recent=(*chooser.recent, *before))
        to = asks[0].by if asks else None
        sentence = prompt.say(fact, to=to)
        is_joined = bool(why) and rng.random() < _JOINED and not (to and to in why)
        if is_joined:
            sentence = joined_by("because", sentence, why, language, chooser, names)
        if to:
            sentence = answering(sentence, to, language, chooser, names)
        elif isinstance(fact, Suspicion) and rng.random() < _LED:
            sentence = lead_up(sentence, language, chooser, names, kinds=self._leads)
        elif isinstance(fact, RoleClaim) and rng.random() < _INTRODUCED:
            sentence = lead_up(sentence, language, chooser, names, kinds=("introductions",))
        yield sentence
        if why and not is_joined:
            yield why
        also: list[str] = []
        for ask in asks[1:_MOST_ANSWERED]:
            also.append(self._act("answered_too", to=ask.by, after=also))
        yield from also

    @property
    def _leads(self) -> Sequence[Lead]:
        """Returns the leads of an opinion: who speaks first has no talk to recall."""
        has_heard = len(self.prompt.of("spoke")) >= _ENOUGH_HEARD
        return ("leads", "recalls") if has_heard else ("leads",)

    # Answers

    @cached_property
    def _waiting(self) -> Mapping[Name, tuple[SpeechAct, ...]]:
        return open_questions(self.prompt)

    @property
    def _asks(self) -> tuple[SpeechAct, ...]:
        return self._waiting.get(self.prompt.me, ())

    def _asked_besides(self) -> Iterator[Fact]:
        kinds = {ask.kind for ask in self._asks}
        suspicion = self._own(Suspicion)
        if "ask_vote" in kinds and not self._own(VoteFor) and isinstance(suspicion, Suspicion):
            yield VoteFor(by=self.prompt.me, whom=suspicion.whom)
        for kind, reply in self.replies.items():
            if kind in kinds and not isinstance(reply, str) and not self._own(*_ANSWERS[kind]):
                yield reply

    def _own(self, *types: type[Fact]) -> Fact | None:
        return next((point for point in self.told if isinstance(point, types)), None)

    def _answered_by(self, points: Sequence[Told], index: int) -> list[SpeechAct]:
        fact = points[index]
        if isinstance(fact, str):
            return []
        is_first = not any(type(fact) is type(point) for point in points[:index])
        asks = (ask for ask in self._asks if is_first or ask.kind == "ask_why_trust")
        return [ask for ask in asks if self._answers(fact, ask)]

    def _answers(self, fact: Fact, ask: SpeechAct) -> bool:
        match ask.kind, fact:
            case (("ask_view" | "ask_why" | "ask_ballot"), Suspicion(whom=whom)):
                return whom == ask.about
            case (("ask_view" | "ask_why_trust"), Trust(whom=whom)):
                return whom == ask.about
            case kind, _:
                return isinstance(fact, _ANSWERS.get(kind, ()))

    def _replies(self, points: Sequence[Told]) -> Iterator[str]:
        facts = [point for point in points if not isinstance(point, str)]
        for ask in self._asks:
            if any(self._answers(fact, ask) for fact in facts):
                continue
            match ask.kind:
                case "ask_trust":
                    yield self._act("trust_nobody", to=ask.by)
                case "ask_view":
                    yield self._act("no_view", to=ask.by, about=ask.about)
                case "ask_why_trust":
                    kind = "trust_lost" if has_trusted(self.prompt, ask.about) else "never_trusted"
                    yield self._act(kind, to=ask.by, about=ask.about)
                case "ask_why" | "ask_ballot":
                    yield self._act("dropped", to=ask.by, about=ask.about)
                case kind if isinstance(reply := self.replies.get(kind), str):
                    yield self._act(reply, to=ask.by)
                case _:
                    pass

    # Questions

    def _question(self) -> list[str]:
        """Returns a question to a player who can still answer in this round; none is repeated."""
        prompt, rng = self.prompt, self.prompt.draw("ask")
        if not (among := self._askable) or rng.random() > _ASKS:
            return []
        to = rng.choice(among)
        kinds = [SpeechAct(kind=kind, by=prompt.me, to=to) for kind in self._open(to)]
        kinds += [act for act in self.may_ask if act.to == to]
        kinds += self._about(to)
        before = {(act.kind, act.about) for act in self._waiting.get(to, ())}
        new = [act for act in kinds if (act.kind, act.about) not in before]
        pointed = [act for act in new if act.kind == "ask_why"]
        chosen = pointed if pointed and rng.random() < _ASKS_WHY else new
        return [self._word(rng.choice(chosen))] if new else []

    @property
    def _askable(self) -> list[Name]:
        """The players still to speak with the fewest questions; in free talk also others without any."""
        prompt = self.prompt
        later = [name for name in self.others if not prompt.has_had_turn(name)]
        if prompt.is_free:
            unasked = [name for name in self.others if name not in self._waiting]
            return [name for name in unasked if name in later] or unasked
        counts = {name: len(self._waiting.get(name, ())) for name in later}
        fewest = min(counts.values(), default=0)
        return [name for name in later if counts[name] == fewest < _MOST_ANSWERED]

    def _open(self, to: Name) -> Iterator[str]:
        prompt = self.prompt
        types = {
            type(statement.fact)
            for statement in prompt.statements
            if (statement.by, statement.round) == (to, prompt.round)
        }
        yield from (
            kind for kind in ("ask_suspect", "ask_trust", "ask_vote") if _ANSWERS[kind][0] not in types
        )
        claims = [fact for fact in prompt.own_words(to) if isinstance(fact, RoleClaim)]
        if not claims and to not in prompt.left_out:
            yield "ask_role"

    def _about(self, to: Name) -> Iterator[SpeechAct]:
        """Yields questions to a player about another: the reason for a suspicion, the view of a player."""
        me, suspicion = self.prompt.me, self._own(Suspicion)
        if isinstance(suspicion, Suspicion) and suspicion.whom != to:
            yield SpeechAct(kind="ask_view", by=me, to=to, about=suspicion.whom)
        accused = _last(self.prompt.own_words(to))
        if accused and accused in self.others:
            yield SpeechAct(kind="ask_why", by=me, to=to, about=accused)

    # Remarks

    def _remarks(self) -> list[str]:
        rng = self.prompt.draw("remarks")
        open_ones = {act.kind: act for act in self._open_acts(rng)}
        draws = {kind: rng.random() < share for kind, share in _REMARKS.items()}
        acts = (act for line in self.prompt.this_round for act in _acts(line, self.prompt))
        named = {act.kind.removesuffix("_own") for act in acts}
        chosen = [
            act
            for kind, act in open_ones.items()
            if draws[kind.removesuffix("_own")] or (kind in _NEWS and kind.removesuffix("_own") not in named)
        ]
        return [self._word(act) for act in chosen[:_MOST_REMARKS]]

    def _open_acts(self, rng: Random) -> Iterator[SpeechAct]:
        prompt, me = self.prompt, self.prompt.me
        suspicion, trust = self._own(Suspicion), self._own(Trust)
        top = suspicion.whom if isinstance(suspicion, Suspicion) else ""
        yield from self._contradiction()
        yield from self._news()
        before = _last(prompt.own_words(me))
        if before in self.others and top and before != top:
            yield SpeechAct(kind="changed", by=me, about=top, second=before)
        lately = [
            statement
            for statement in prompt.statements
            if statement.round >= prompt.round - 1 and statement.by in self.others
        ]
        accusing = {
            statement.by: statement.fact.whom for statement in lately if isinstance(statement.fact, Suspicion)
        }
        if against := [by for by, suspect in accusing.items() if suspect == me]:
            yield SpeechAct(kind="defence", by=me, about=rng.choice(against))
        if alike := [by for by, suspect in accusing.items() if suspect == top]:
            yield SpeechAct(kind="agrees", by=me, about=top, second=rng.choice(alike))
        claims = [fact.role for fact in prompt.own_words(top) if isinstance(fact, RoleClaim)] if top else []
        if any(role != "good" for role in claims):
            yield SpeechAct(kind="doubt", by=me, about=top)
        if isinstance(trust, Trust) and trust.whom in accusing.values():
            yield SpeechAct(kind="stands_up", by=me, about=trust.whom)
        yield SpeechAct(kind="appeal", by=me)

    def _contradiction(self) -> Iterator[SpeechAct]:
        me = self.prompt.me
        others = [name for name in self.rivals if name != me]
        if any(isinstance(point, str) and all(name in point for name in others[-2:]) for point in self.told):
            return  # its reason names them already
        if me in self.rivals and others:
            yield SpeechAct(kind="contradiction_own", by=me, about=others[-1])
        elif len(others) > 1:
            yield SpeechAct(kind="contradiction", by=me, about=others[-2], second=others[-1])

    def _news(self) -> Iterator[SpeechAct]:
        """Yields a remark on the last role that another claimed in this round for the first time."""
        prompt = self.prompt
        talk = prompt.of("spoke")
        for line in reversed(prompt.this_round):
            by = line["actor"]
            earlier = self._roles(by, (frame for frame in talk if frame not in prompt.this_round))
            now = [role for role in self._roles(by, [line]) if role not in earlier]
            is_news = now and (earlier or now[-1] not in _COMMON)
            is_contested = len(self.rivals) > 1 and by in self.rivals
            if by in self.others and is_news and not is_contested:
                kind = "confession" if now[-1] in self.confessions else "new_story" if earlier else "claim"
                yield SpeechAct(kind=kind, by=prompt.me, about=by)
                return

    def _roles(self, by: Name, talk: Iterable[SentenceFrame]) -> list[Word]:
        """Returns the roles that a player claimed in some lines."""
        facts = (fact for line in talk if line["actor"] == by for fact in self.prompt.facts_of(line))
        claims = (fact for fact in facts if isinstance(fact, RoleClaim) and fact.who == by)
        return [claim.role for claim in claims if claim.role != "good"]

    def _act(self, kind: str, *, to: Name = "", about: Name = "", after: Sequence[str] = ()) -> str:
        return self._word(SpeechAct(kind=kind, by=self.prompt.me, to=to, about=about), after)

    def _word(self, act: SpeechAct, after: Sequence[str] = ()) -> str:
        """Returns an act in a wording that is used neither by recent talk nor by those sentences."""
        chooser = self.prompt.wording(f"{act}")
        chooser = replace(chooser, recent=(*chooser.recent, *after))
        return word_act(act, self.prompt.language, chooser, self.prompt.package)


def has_trusted(prompt: ParsedPrompt, name: Name) -> bool:
    """Returns true if the reader has said that it trusts a player."""
    own = prompt.own_words(prompt.me)
    return any(isinstance(fact, Trust) and fact.whom == name for fact in own)


def open_questions(prompt: ParsedPrompt) -> Mapping[Name, tuple[SpeechAct, ...]]:
    """Returns by name the questions to each player since their last speech."""
    waiting: dict[Name, list[SpeechAct]] = {}
    for line in prompt.of("spoke", "passed"):
        waiting.pop(line["actor"], None)
        for act in _acts(line, prompt):
            if act.is_question and act.to != line["actor"]:
                waiting.setdefault(act.to, []).append(act)
    return {name: tuple(asks) for name, asks in waiting.items()}


def _acts(line: SentenceFrame, prompt: ParsedPrompt) -> tuple[SpeechAct, ...]:
    return typed_acts(line["text"], line["actor"], prompt.table, prompt.package, prompt.scope)


def _last(facts: Sequence[Fact]) -> Name:
    """Returns the last player suspected; empty if there is none."""
    return next((fact.whom for fact in reversed(facts) if isinstance(fact, Suspicion)), "")
