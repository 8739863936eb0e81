"""A model as the judge of whole games: its questions, its forms, and its verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.agents import attempt, together
from parlour.core import Player
from parlour.errors import UsageError
from parlour.evaluation.richness import MOMENTS, TIMES, Mention, Quality, TableTalk, TableUtterance
from parlour.llm import (
    REPLY_TOKENS,
    RULES,
    MatchModels,
    ModelPool,
    Part,
    Prompt,
    Source,
    Templates,
    is_rule_based,
)
from parlour.store import Store

_REASON_CHARACTERS = 600


class JudgeQuestion(StrEnum):
    """A question to the judge."""

    ENGAGEMENT = Quality.ENGAGEMENT.value
    WONDER = Quality.WONDER.value
    ATTRACTION = Quality.ATTRACTION.value
    MENTIONS = "mentions"
    """The roles that speakers gave to players in a round; asked without the true roles."""
    MOMENTS = "moments"

    @property
    def shows_roles(self) -> bool:
        """True if the judge sees the true roles."""
        return self is not JudgeQuestion.MENTIONS


class Rated(BaseModel):
    """A rating of a game's quality."""

    reason: Annotated[str, Field(max_length=_REASON_CHARACTERS)]
    rating: Annotated[float, Field(ge=1, le=10)]


class Called(BaseModel):
    """A speaker's claim that a player has a role."""

    speaker: str
    target: str
    role: str


class Mentioned(BaseModel):
    """The claims of roles in a round."""

    mentions: tuple[Called, ...]


class Recalled(BaseModel):
    """A moment, by the number of what was said."""

    said: int
    value: Annotated[float, Field(ge=1, le=10)]
    """How memorable it is; equation 18 makes no use of it."""


class Remembered(BaseModel):
    """The moments of a game."""

    moments: tuple[Recalled, ...]


Reply = Rated | Mentioned | Remembered


def moments_asked(talk: TableTalk) -> int:
    """Returns the number of moments to name: the paper's, or the number of speeches if that is less."""
    return min(MOMENTS, len(talk.utterances))


def form(question: JudgeQuestion, talk: TableTalk) -> type[Reply]:
    """Returns the form of the reply to a question, limited to the game's names, roles and numbers."""
    match question:
        case JudgeQuestion.ENGAGEMENT | JudgeQuestion.WONDER | JudgeQuestion.ATTRACTION:
            return Rated
        case JudgeQuestion.MENTIONS:
            return _mention_form(talk.players, tuple(sorted(set(talk.roles))))
        case JudgeQuestion.MOMENTS:
            return _moment_form(len(talk.utterances), moments_asked(talk))


@lru_cache(maxsize=512)
def _mention_form(players: tuple[Player, ...], roles: tuple[str, ...]) -> type[Mentioned]:
    player: Any = Literal[players]
    role: Any = Literal[roles]
    mention = create_model(
        "Called", __base__=Called, speaker=(player, ...), target=(player, ...), role=(role, ...)
    )
    mentions: Any = Annotated[tuple[mention, ...], Field(max_length=len(players) ** 2)]
    return create_model("Mentioned", __base__=Mentioned, mentions=(mentions, ...))


@lru_cache(maxsize=512)
def _moment_form(speeches: int, count: int) -> type[Remembered]:
    number: Any = Annotated[int, Field(ge=1, le=speeches)]
    recalled = create_model("Recalled", __base__=Recalled, said=(number, ...))
    moments: Any = Annotated[tuple[recalled, ...], Field(min_length=count, max_length=count)]
    return create_model("Remembered", __base__=Remembered, moments=(moments, ...))


@dataclass(frozen=True, kw_only=True)
class JudgeQuery:
    """One repetition of a question to the judge.

    Attributes:
        time: the number of the repetition, from 1.
    """

    match: str
    question: JudgeQuestion
    round: int = 0
    time: int


@dataclass(frozen=True, kw_only=True)
class JudgeVerdicts:
    """A judge's replies; the `Judge` of the measures."""

    replies: Mapping[JudgeQuery, Reply]
    requests: int
    times: int

    @property
    def unreadable(self) -> int:
        """The number of replies that could not be read."""
        return self.requests - len(self.replies)

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        """Returns the ratings of a game's quality, in [1, 10]."""
        replies = (self._reply(talk, JudgeQuestion(quality.value), time) for time in self._every)
        return [reply.rating for reply in replies if isinstance(reply, Rated)]

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        """Returns the claims of every round; a repetition with an unreadable round is left out."""
        return [rounds for time in self._every if (rounds := list(self._rounds(talk, time)))]

    def moments(self, talk: TableTalk) -> Sequence[Sequence[TableUtterance]]:
        """Returns the most memorable moments of a game."""
        replies = (self._reply(talk, JudgeQuestion.MOMENTS, time) for time in self._every)
        return [
            [talk.utterances[moment.said - 1] for moment in reply.moments]
            for reply in replies
            if isinstance(reply, Remembered)
        ]

    @property
    def _every(self) -> range:
        return range(1, self.times + 1)

    def _reply(self, talk: TableTalk, question: JudgeQuestion, time: int, round_: int = 0) -> Reply | None:
        return self.replies.get(JudgeQuery(match=talk.match, question=question, round=round_, time=time))

    def _rounds(self, talk: TableTalk, time: int) -> Iterator[list[Mention]]:
        replies = [self._reply(talk, JudgeQuestion.MENTIONS, time, round_) for round_ in talk.rounds]
        readable = [reply for reply in replies if isinstance(reply, Mentioned)]
        if len(readable) == len(replies):
            for reply in readable:
                yield [
                    Mention(speaker=mention.speaker, target=mention.target, role=mention.role)
                    for mention in reply.mentions
                ]


_TEMPLATES = Templates("parlour.methods.humanized")
_TOKENS = 2 * REPLY_TOKENS
"""Eight players who speak of each other make for long lists."""


async def judge(
    talks: Sequence[TableTalk], model: str, run: str, store: Store, models: ModelPool, *, times: int = TIMES
) -> JudgeVerdicts:
    """Returns a model's verdicts on games; a reply that cannot be read is missing and counted.

    Raises:
        UsageError: if the reader is asked, which does not judge, or a game cannot be judged.
    """
    if is_rule_based(model):
        raise UsageError("the reader does not judge: name a model that does (`parlour models`)")
    games = {talk.match: _judgeable(talk) for talk in talks}
    name, cells = f"{run}-judge", store.cells(f"{run}-judge")
    queries = [query for talk in games.values() for query in _questions(talk, times)]
    prompts = {query: _prompt(query, games[query.match]) for query in queries}
    keys = {query: f"{model}|{prompt.request}|{prompt.digest}" for query, prompt in prompts.items()}
    judging = MatchModels(models).open(model)

    async def ask(query: JudgeQuery) -> None:
        reply = form(query.question, games[query.match])
        verdict = await attempt(judging.parse(prompts[query], reply, max_tokens=_TOKENS))
        if isinstance(verdict, reply):
            cells[keys[query]] = verdict.model_dump_json()
            store.put_cell(name, keys[query], cells[keys[query]])

    await together([ask(query) for query in queries if keys[query] not in cells])
    replies = {
        query: form(query.question, games[query.match]).model_validate_json(cells[keys[query]])
        for query in queries
        if keys[query] in cells
    }
    return JudgeVerdicts(replies=replies, requests=len(queries), times=times)


def _judgeable(talk: TableTalk) -> TableTalk:
    if not talk.utterances:
        raise UsageError(f"{talk.match}: nothing was said, so that there is nothing to judge")
    if not talk.roles:
        raise UsageError(f"{talk.match}: a judge of richness reads games that deal roles")
    return talk


def _questions(talk: TableTalk, times: int) -> Iterator[JudgeQuery]:
    for question in JudgeQuestion:
        rounds = talk.rounds if question is JudgeQuestion.MENTIONS else (0,)
        for round_ in rounds:
            for time in range(1, times + 1):
                yield JudgeQuery(match=talk.match, question=question, round=round_, time=time)


def _prompt(query: JudgeQuery, talk: TableTalk) -> Prompt:
    utterances = [
        {"number": number, "player": utterance.player, "text": utterance.text, "round": utterance.round}
        for number, utterance in enumerate(talk.utterances, 1)
        if query.round in (0, utterance.round)
    ]
    roles = dict(zip(talk.players, talk.roles, strict=True)) if query.question.shows_roles else {}
    game = _TEMPLATES.speak(
        "game",
        talk.language,
        said=utterances,
        roles=roles,
        dealt=sorted(set(talk.roles)),
        players=talk.players,
    )
    task = _TEMPLATES.speak(query.question.value, talk.language, count=moments_asked(talk))
    return Prompt(
        player="judge",
        request=f"{query.match}.{query.question}.{query.round}.{query.time}",
        purpose="judge",
        language=talk.language,
        system=(Part(text=_TEMPLATES.speak("system", talk.language), source=RULES),),
        user=(Part(text=game, source=Source(origin="request")), Part(text=task)),
    )
