"""A player's reasoning over everything it knows: the possible murderers, and the reasons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice

from parlour.games.mystery import Clash, Deduction, Hypothesis, SourcedFact
from parlour.games.mystery.deduction import killings
from parlour.games.mystery.reader.cover import pose_as_innocent
from parlour.games.mystery.reader.misreading import Misreading
from parlour.games.mystery.reader.parsed import MysteryPrompt
from parlour.language.facts import (
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Quarrel,
    Question,
    Slot,
    StatedFact,
    TextReading,
    WhomHeard,
    WhomSeenAnywhere,
    Word,
    read,
    understand,
)
from parlour.language.hearing import TalkTable, as_confirmed, hear, sentences
from parlour.reader import Bounds, SentenceFrame, TableNames

_MOST_HYPOTHESES = 20000
_POINTED = 2.0
"""The factor by which a clue without proof makes a suspect likelier (ours; as of a note)."""
_FAINT = 0.05
"""The share below which a suspect counts as cleared, given earlier thoughts (ours)."""


Sourced = tuple[Name | None, StatedFact]
"""A fact with its sentence and its speaker; None for what is public."""


@dataclass(frozen=True)
class Mind:
    """A player's reasoning over its script and the talk.

    Attributes:
        unbounded: the reasoning over the same prompt without bounds, from which this one takes what bounds
            do not change; None for none.
    """

    prompt: MysteryPrompt
    unbounded: Mind | None = field(default=None, compare=False, repr=False)

    @property
    def me(self) -> Name:
        return self.prompt.me

    @cached_property
    def guise(self) -> Mind:
        """The player it poses as: an innocent as itself, a murderer as a believer of its own story.

        It would give itself away if it spoke without any knowledge, or had suspicions that no innocent has.
        """
        return Mind(pose_as_innocent(self.prompt, self.evidence.denies)) if self.prompt.own_victims else self

    @property
    def others(self) -> tuple[Name, ...]:
        return tuple(name for name in self.prompt.table.players if name != self.me)

    @cached_property
    def statements(self) -> tuple[Sourced, ...]:
        """All statements, the player's own among them."""
        if self.unbounded:
            return self.unbounded.statements
        return tuple(
            (frame["actor"], statement)
            for question, frame in _remarks(self.prompt.talk)
            for statement in remark_facts(frame, self.prompt, question)
        )

    def statements_of(self, name: Name) -> tuple[Fact, ...]:
        """Returns the facts that a player has stated."""
        return tuple(statement.fact for by, statement in self.statements if by == name)

    @cached_property
    def questions(self) -> tuple[tuple[Name, Question], ...]:
        """All questions, with their addressees."""
        frames = (frame for frame in self.prompt.talk if frame.kind == "asked")
        return tuple(
            (frame["to"], question)
            for frame in frames
            for question in read_questions(frame["text"], self.prompt, frame["actor"], frame["to"])
        )

    @cached_property
    def questions_answered(self) -> frozenset[tuple[Name, Question]]:
        """The questions that players have answered in words; where a person plays, also by "nobody"."""
        prompt, found = self.prompt, set[tuple[Name, Question]]()
        for text, frame in _remarks(prompt.talk):
            by, said = frame["actor"], as_confirmed(frame["text"], prompt.language)
            if text and said:
                found.update((by, asked) for asked in read_questions(text, prompt, frame["to"], by))
            for sentence in sentences(said, prompt.language) if prompt.has_people else ():
                found.update((by, asked) for asked in _none_met(sentence, prompt.table, by, prompt.deaths))
        return frozenset(found)

    def times_questioned(self, name: Name, case: Name) -> int:
        """Returns how often a player was asked about a case."""
        return sum(f.kind == "asked" and f["to"] == name and f["case"] == case for f in self.prompt.talk)

    def is_placed(self, name: Name, case: Name) -> bool:
        """Returns true if a player has said where it was when the victim died, as far as that is known."""
        slot = self.time(case)
        own = self.statements_of(name)
        return any(isinstance(fact, Presence) and fact.who == name and fact.slot == slot for fact in own)

    @cached_property
    def evidence(self) -> Deduction:
        """The public facts and statements; an innocent adds its own knowledge.

        A murderer reasons as if it knew no more than the table.
        """
        if self.unbounded:
            return self.unbounded.evidence.within(self.prompt.bounds.steps)
        mine = () if self.prompt.own_victims else self.prompt.facts
        deduction = Deduction(
            suspects=self.prompt.table.players,
            victims=self.prompt.table.victims,
            statements=tuple(
                SourcedFact(source=source, fact=statement.fact)
                for source, statement in self._with_news(mine)
                if not isinstance(statement.fact, Claim)
            ),
            hands=dict.fromkeys(self.prompt.is_of_two_hands, 2),
            steps=self.prompt.bounds.steps,
        )
        return deduction if self.prompt.own_victims else deduction.seen_by(self.me)

    @cached_property
    def survivors(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that are not refuted yet."""
        return tuple(islice(self.evidence.survivors(), _MOST_HYPOTHESES))

    def share(self, name: Name, case: Name) -> float:
        """Returns the share of the surviving hypotheses in which a player killed the victim, from 0 to 1.

        If the player has missed something, its earlier thoughts count too.
        """
        if self.prompt.bounds.is_reminded:
            return self._recalled_shares[name, case]
        return self._current_share(name, case)

    def open_suspects(self, case: Name) -> tuple[Name, ...]:
        """Returns the possible murderers, the likeliest first; never empty."""
        ranked = self.ranking(case)
        return tuple(name for name in ranked if self.share(name, case) > 0) or ranked[:1]

    def ranking(self, case: Name) -> tuple[Name, ...]:
        """Returns the others, from the most suspected to the least.

        First by how many hypotheses name them, then by how much points at them, then by seat.
        """
        return tuple(sorted(self.others, key=lambda name: (-self.share(name, case), -self.clues(name, case))))

    def is_settled(self, case: Name) -> bool:
        """Returns true if only one person, or one pair, is left."""
        return len(self.open_suspects(case)) <= self.evidence.hands.get(case, 1)

    def clues(self, name: Name, case: Name) -> float:
        """Returns how much points at a player, without proof."""
        return self._clues[name, case]

    def pointing_at(self, by: Name, at: Name) -> float:
        """Returns how much of a player's words points at another over all cases; negative if away from it."""
        clues = (
            self._clue(by, statement.fact, case)
            for source, statement in self._news
            if source == by
            for case in self.prompt.table.victims
        )
        return sum(weight for name, weight in clues if name == at)

    @cached_property
    def contradictions(self) -> tuple[Clash, ...]:
        """Statements that cannot both be true under any hypothesis."""
        return tuple(clash for clash in self.evidence.clashes if not clash.killings)

    def cause(self, case: Name) -> Word | None:
        """Returns the known cause of a victim's death."""
        return next((fact.thing for fact in self._of_deaths[case] if isinstance(fact, Cause)), None)

    def place(self, case: Name) -> Word | None:
        """Returns the known place of a victim's death."""
        return next((fact.place for fact in self._of_deaths[case] if isinstance(fact, DeathPlace)), None)

    def time(self, case: Name) -> Slot | None:
        """Returns the known time of a victim's death."""
        return next((fact.slot for fact in self._of_deaths[case] if isinstance(fact, DeathTime)), None)

    def facts(self) -> Iterator[Plain]:
        """Yields all known facts and statements, the surest first."""
        return (statement.fact for _, statement in self.everything if not isinstance(statement.fact, Claim))

    @cached_property
    def everything(self) -> tuple[Sourced, ...]:
        """Everything with its source."""
        return self.unbounded.everything if self.unbounded else self._with_news(self.prompt.facts)

    def _with_news(self, mine: tuple[StatedFact, ...]) -> tuple[Sourced, ...]:
        public = ((None, statement) for statement in self.prompt.common)
        return (*public, *((self.me, statement) for statement in mine), *self._news)

    @cached_property
    def _news(self) -> tuple[Sourced, ...]:
        """The others' statements, each fact once per speaker; a murderer also keeps its own lies."""
        fresh: dict[tuple[Name | None, object], Sourced] = {}
        for by, statement in self.statements:
            if by != self.me or self.prompt.own_victims:
                fresh.setdefault((by, statement.fact), (by, statement))
        return tuple(fresh.values())

    @cached_property
    def _of_deaths(self) -> Mapping[Name, Sequence[Cause | DeathPlace | DeathTime]]:
        """The known facts on how, where and when each victim died, the surest first."""
        by_victim: defaultdict[Name, list[Cause | DeathPlace | DeathTime]] = defaultdict(list)
        for fact in self.facts():
            if isinstance(fact, Cause | DeathPlace | DeathTime):
                by_victim[fact.victim].append(fact)
        return by_victim

    @cached_property
    def _clues(self) -> Mapping[tuple[Name, Name], float]:
        """The weight of what points at each player in each case, each fact weighed once."""
        totals = {(name, case): 0.0 for name in self.others for case in self.prompt.table.victims}
        for case in self.prompt.table.victims:
            for source, statement in self.everything:
                name, weight = self._clue(source, statement.fact, case)
                if (name, case) in totals:
                    totals[name, case] += weight
        return {(name, case): total + self._doubts[name] for (name, case), total in totals.items()}

    def _clue(self, source: Name | None, fact: Fact, case: Name) -> tuple[Name, float]:
        """Returns the player that a fact points at in a case, and how much; negative if away from it."""
        trust = 1.0 if source in (None, self.me) else 0.75
        match fact:
            case Motive(who=who, victim=victim) if victim == case:
                return who, trust
            case NoMotive(who=who, victim=victim) if victim == case and source != who:
                return who, -trust
            case Means(who=who, thing=thing) if thing == self.cause(case):
                return who, trust
            case NoMeans(who=who, thing=thing) if thing == self.cause(case) and source != who:
                return who, -trust
            case Presence(who=who, place=place, slot=slot) if (place, slot) == (
                self.place(case),
                self.time(case),
            ):
                return who, trust
            case Quarrel(who=who, whom=whom) if case in (who, whom):
                return whom if who == case else who, trust / 4
            case _:
                return "", 0.0

    @cached_property
    def _doubts(self) -> Mapping[Name, float]:
        """The weight of contradictions against each player: people lie about themselves, not others."""
        doubts: defaultdict[Name, float] = defaultdict(float)
        for clash in self.contradictions:
            certainty = self._misreading.are_right(clash)
            for statement in clash.statements:
                is_of_itself = getattr(statement.fact, "who", None) == statement.source
                doubts[statement.source or ""] += certainty * (1.0 if is_of_itself else 0.25)
        return doubts

    def _current_share(self, name: Name, case: Name) -> float:
        if self.prompt.bounds.slip:
            return self._doubtful_shares[name, case]
        return self._shares[name, case] / max(1, len(self.survivors))

    @cached_property
    def _doubtful_shares(self) -> Mapping[tuple[Name, Name], float]:
        """The shares for a reader who may have misread; faint ones are zero."""
        pointing = defaultdict[tuple[Name, Name], float](lambda: 1.0)
        for case in self.prompt.table.victims:
            for source, statement in self.everything:
                name, weight = self._clue(source, statement.fact, case)
                if weight and not isinstance(statement.fact, Claim):
                    sourced = SourcedFact(source=None if source == self.me else source, fact=statement.fact)
                    pointing[name, case] *= _POINTED ** (weight * self._misreading.is_right(sourced))
        shares = self._misreading.shares(self.evidence, pointing)
        return defaultdict(float, {key: share for key, share in shares.items() if share >= _FAINT})

    @cached_property
    def _misreading(self) -> Misreading:
        public = frozenset(statement.fact for statement in self.prompt.public_facts)
        return Misreading(slip=self.prompt.bounds.slip, public=public)

    @cached_property
    def _recalled_shares(self) -> Mapping[tuple[Name, Name], float]:
        """The shares by what is known now, times the odds by earlier opinions; faint ones are zero."""
        recalled: dict[tuple[Name, Name], float] = {}
        for case in self.prompt.table.victims:
            shares = {name: self._current_share(name, case) for name in self.prompt.table.players}
            odds = {name: share * self.prompt.bounds.odds(name, case) for name, share in shares.items()}
            scale = sum(shares.values()) / (sum(odds.values()) or 1.0)
            recalled |= {
                (name, case): scale * weight if scale * weight >= _FAINT else 0.0
                for name, weight in odds.items()
            }
        return recalled

    @cached_property
    def _shares(self) -> Counter[tuple[Name, Name]]:
        return Counter(
            (killing.who, killing.victim)
            for hypothesis in self.survivors
            for killing in killings(self.evidence.victims, hypothesis)
        )


@lru_cache(maxsize=256)
def mind_of(prompt: MysteryPrompt) -> Mind:
    """Returns the reasoning over that prompt, cached for all requests of a moment."""
    return Mind(prompt)


@lru_cache(maxsize=256)
def bounded_mind(mind: Mind, bounds: Bounds) -> Mind:
    """Returns the same player's reasoning within bounds, which shares the unbounded one's understanding."""
    return Mind(replace(mind.prompt, bounds=bounds), unbounded=mind)


def _remarks(talk: Sequence[SentenceFrame]) -> Iterator[tuple[str, SentenceFrame]]:
    """Yields the remarks, each with the question that it answers."""
    questions: dict[tuple[Name, Name], str] = {}
    for frame in talk:
        match frame.kind:
            case "asked":
                questions[frame["actor"], frame["to"]] = frame["text"]
                yield "", frame  # a person says something beside the question, too
            case "introduced":
                yield "", frame
            case "replied":
                yield questions.get((frame["to"], frame["actor"]), ""), frame
            case _:
                pass


def remark_facts(frame: SentenceFrame, prompt: MysteryPrompt, question: str = "") -> Sequence[StatedFact]:
    """Returns the facts of a remark: as rendered, or as people type; beside a question as confirmed alone."""
    text, speaker, to = frame["text"], frame["actor"], frame["to"] or None
    if not text:
        return ()
    if statements := _read(as_confirmed(text, prompt.language), prompt.table, speaker, to).found:
        return statements
    if frame.kind == "asked":
        return ()
    meanings = typed_meaning(text, prompt, speaker, to, question)
    return tuple(StatedFact(fact=meaning, sentence=text) for meaning in meanings if isinstance(meaning, Fact))


def read_questions(text: str, prompt: MysteryPrompt, by: Name, to: Name) -> tuple[Question, ...]:
    """Returns the questions of a text to a player: as rendered, or as people type."""
    if plain := _read(text, prompt.table, by, to).questions:
        return plain
    return tuple(meaning for meaning in typed_meaning(text, prompt, by, to) if isinstance(meaning, Question))


def typed_meaning(
    text: str, prompt: MysteryPrompt, speaker: Name, to: Name | None, question: str = ""
) -> tuple[Fact | Question, ...]:
    """Returns the certain meaning of a text that was not rendered, be it an answer or not."""
    text = as_confirmed(text, prompt.language)
    return meant(text, prompt.table, speaker, to, question, prompt.hours, prompt.deaths)


@lru_cache(maxsize=1024)
def meant(
    text: str,
    table: TableNames,
    speaker: Name,
    to: Name | None,
    question: str,
    hours: frozenset[int],
    deaths: tuple[tuple[Name, Slot], ...],
) -> tuple[Fact | Question, ...]:
    """Returns the meaning of a typed text to the reader's characters at a table."""
    understood = understand(
        text,
        table.language,
        table.names,
        speaker=speaker,
        reader=to,
        victims=table.victims,
        hours=hours,
        deaths=dict(deaths),
    )
    if understood.meanings and not understood.guesses:
        return understood.meanings
    talk = TalkTable(
        language=table.language,
        names=table.names,
        speaker=speaker,
        to=to,
        asked=question,
        asker=to if question else None,
        victims=table.victims,
        hours=hours,
        deaths=dict(deaths),
    )
    return hear(text, talk).meanings


@lru_cache(maxsize=1024)
def _none_met(
    sentence: str, table: TableNames, by: Name, deaths: tuple[tuple[Name, Slot], ...]
) -> tuple[Question, ...]:
    """Returns the questions that a typed sentence answers with none: at its time, or at each death."""
    if (reading := _read(sentence, table, by, None)).found or reading.questions:
        return ()
    talk = TalkTable(
        language=table.language, names=table.names, speaker=by, victims=table.victims, deaths=dict(deaths)
    )
    acts = [heard_act.act for heard_act in hear(sentence, talk).certain]
    return tuple(
        WhomHeard(by=by, slot=slot) if act["how"] else WhomSeenAnywhere(by=by, slot=slot)
        for act in acts
        if act.kind == "saw_nobody"
        for slot in dict.fromkeys(slot for _, slot in deaths)
        if act["when"] in (None, slot)
    )


@lru_cache(maxsize=8192)
def _read(text: str, table: TableNames, speaker: Name, to: Name | None) -> TextReading:
    text = as_confirmed(text, table.language)
    return read(text, table.language, speaker=speaker, reader=to, names=table.names)
