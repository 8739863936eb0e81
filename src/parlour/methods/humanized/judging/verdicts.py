"""What a judge found in games, as the measures of richness ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.evaluation.richness import MemorableMoment, Mention, Quality, TableTalk
from parlour.methods.humanized.judging.forms import JudgeQuestion, Mentioned, Rated, Remembered, Reply


@dataclass(frozen=True, kw_only=True)
class JudgeQuery:
    """One time that a judge is asked something.

    Attributes:
        match: about which game.
        question: what.
        round: about which round; 0 for the whole game.
        time: which time, from 1.
    """

    match: str
    question: JudgeQuestion
    round: int = 0
    time: int


@dataclass(frozen=True, kw_only=True)
class JudgeVerdicts:
    """A judge's replies; the `Judge` of the measures.

    Attributes:
        replies: by what was asked; what came back unreadable is missing.
        asked: how many replies there would be if all could be read.
        times: how often everything was asked.
    """

    replies: Mapping[JudgeQuery, Reply]
    asked: int
    times: int

    @property
    def unreadable(self) -> int:
        """How many replies could not be read."""
        return self.asked - len(self.replies)

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        """How much of a quality a game has, in [1, 10]."""
        told = (self._reply(talk, JudgeQuestion(quality.value), time) for time in self._every)
        return [reply.rating for reply in told if isinstance(reply, Rated)]

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        """For every round who called whom what; a time with an unreadable round is missing as a whole."""
        return [told for time in self._every if (told := list(self._rounds(talk, time)))]

    def moments(self, talk: TableTalk) -> Sequence[Sequence[MemorableMoment]]:
        """The most memorable moments of a game."""
        told = (self._reply(talk, JudgeQuestion.MOMENTS, time) for time in self._every)
        return [
            [MemorableMoment(said=talk.utterances[each.said - 1], value=each.value) for each in reply.moments]
            for reply in told
            if isinstance(reply, Remembered)
        ]

    @property
    def _every(self) -> range:
        return range(1, self.times + 1)

    def _reply(self, talk: TableTalk, question: JudgeQuestion, time: int, round_: int = 0) -> Reply | None:
        return self.replies.get(JudgeQuery(match=talk.match, question=question, round=round_, time=time))

    def _rounds(self, talk: TableTalk, time: int) -> Iterator[list[Mention]]:
        told = [self._reply(talk, JudgeQuestion.MENTIONS, time, round_) for round_ in talk.rounds]
        read = [reply for reply in told if isinstance(reply, Mentioned)]
        if len(read) == len(told):
            for reply in read:
                yield [
                    Mention(speaker=each.speaker, target=each.target, role=each.role)
                    for each in reply.mentions
                ]
