"""Asks a model what it finds in games: how rich they are, who called whom what, and what is memorable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.agents import attempt, together
from parlour.errors import UsageError
from parlour.evaluation.richness import TIMES, TableTalk
from parlour.llm import (
    REPLY_TOKENS,
    RULES,
    MatchModels,
    ModelPool,
    Part,
    Prompt,
    Source,
    Templates,
    is_reader,
)
from parlour.methods.humanized.judging.forms import JudgeQuestion, form, moments_asked
from parlour.methods.humanized.judging.verdicts import JudgeQuery, JudgeVerdicts
from parlour.store import Store

_TEMPLATES = Templates("parlour.methods.humanized.judging")
_TOKENS = 2 * REPLY_TOKENS
"""Eight players who speak of each other make for long lists."""


async def judge(
    talks: Sequence[TableTalk],
    model: str,
    run: str,
    store: Store,
    models: ModelPool,
    *,
    times: int = TIMES,
) -> JudgeVerdicts:
    """What a model finds in games; a reply that cannot be read is missing and counted.

    It answers at the usual temperature, since at none it would say the same each time. What was judged is
    kept, and not asked again while the prompt is the same.

    Args:
        talks: the games, in which something was said and roles were dealt.
        model: the judge.
        run: whose games they are.
        store: where replies are kept.
        models: opens the judge; its cap holds.
        times: how often everything is asked.

    Raises:
        UsageError: if the reader is asked, which does not judge, or a game cannot be judged.
    """
    if is_reader(model):
        raise UsageError("the reader does not judge: name a model that does (`parlour models`)")
    games = {talk.match: _judgeable(talk) for talk in talks}
    name, kept = f"{run}-judge", store.cells(f"{run}-judge")
    every = [asked for talk in games.values() for asked in _questions(talk, times)]
    prompts = {asked: _prompt(asked, games[asked.match]) for asked in every}
    keys = {asked: f"{model}|{prompt.request}|{prompt.digest}" for asked, prompt in prompts.items()}
    judging = MatchModels(models).open(model)

    async def ask(asked: JudgeQuery) -> None:
        reply = form(asked.question, games[asked.match])
        told = await attempt(judging.parse(prompts[asked], reply, max_tokens=_TOKENS))
        if isinstance(told, reply):
            kept[keys[asked]] = told.model_dump_json()
            store.put_cell(name, keys[asked], kept[keys[asked]])

    await together([ask(asked) for asked in every if keys[asked] not in kept])
    replies = {
        asked: form(asked.question, games[asked.match]).model_validate_json(kept[keys[asked]])
        for asked in every
        if keys[asked] in kept
    }
    return JudgeVerdicts(replies=replies, asked=len(every), times=times)


def _judgeable(talk: TableTalk) -> TableTalk:
    if not talk.utterances:
        raise UsageError(f"{talk.match}: nothing was said, so that there is nothing to judge")
    if not talk.roles:
        raise UsageError(f"{talk.match}: a judge of richness reads games that deal roles")
    return talk


def _questions(talk: TableTalk, times: int) -> Iterator[JudgeQuery]:
    """Questions on one text stand together, whose prefix a server then reuses."""
    for question in JudgeQuestion:
        rounds = talk.rounds if question is JudgeQuestion.MENTIONS else (0,)
        for round_ in rounds:
            for time in range(1, times + 1):
                yield JudgeQuery(match=talk.match, question=question, round=round_, time=time)


def _prompt(asked: JudgeQuery, talk: TableTalk) -> Prompt:
    """The game first, which five questions share, and what is asked of it last."""
    shown = [
        {"number": number, "player": each.player, "text": each.text, "round": each.round}
        for number, each in enumerate(talk.utterances, 1)
        if asked.round in (0, each.round)
    ]
    roles = dict(zip(talk.players, talk.roles, strict=True)) if asked.question.shows_roles else {}
    game = _TEMPLATES.speak(
        "game", talk.language, said=shown, roles=roles, dealt=sorted(set(talk.roles)), players=talk.players
    )
    task = _TEMPLATES.speak(asked.question.value, talk.language, count=moments_asked(talk))
    return Prompt(
        player="judge",
        request=f"{asked.match}.{asked.question}.{asked.round}.{asked.time}",
        purpose="judge",
        language=talk.language,
        system=(Part(text=_TEMPLATES.speak("system", talk.language), source=RULES),),
        user=(Part(text=game, source=Source(origin="request")), Part(text=task)),
    )
