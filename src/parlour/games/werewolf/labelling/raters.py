"""The two raters of deeds: a model that judges them, and a page for a person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel, Field

from parlour.agents import attempt, together
from parlour.errors import UsageError
from parlour.games.werewolf.deeds import Label
from parlour.games.werewolf.labelling.items import LabelledDeed
from parlour.llm import RULES, MatchModels, ModelPool, Part, Prompt, Source, Templates, is_rule_based
from parlour.store import Store

_TEMPLATES = Templates("parlour.games.werewolf.labelling")
_REASON_CHARACTERS = 300


class Verdict(BaseModel):
    """A judge's reply: why, and which label."""

    reason: Annotated[str, Field(max_length=_REASON_CHARACTERS)]
    label: Literal["correct", "deception", "hallucination"]


async def judge(
    items: Sequence[LabelledDeed], model: str, run: str, store: Store, models: ModelPool
) -> dict[str, Label]:
    """Returns a model's label of each item, by the id of the item; unreadable replies are left out.

    Verdicts are stored and reused while the prompt is the same.

    Raises:
        UsageError: if the reader is asked, which does not judge.
    """
    if is_rule_based(model):
        raise UsageError("the reader does not judge: name a model that does (`parlour models`)")
    name, kept = f"{run}-judge", store.cells(f"{run}-judge")
    prompts = {item.id: _prompt(item) for item in items}
    keys = {item.id: f"{model}|{item.id}|{prompts[item.id].digest}" for item in items}
    left = [item for item in items if keys[item.id] not in kept]
    match_models = MatchModels(models, temperature=0.0)

    async def ask(item: LabelledDeed) -> None:
        told = await attempt(match_models.open(model).parse(prompts[item.id], Verdict))
        if isinstance(told, Verdict):
            kept[keys[item.id]] = told.model_dump_json()
            store.put_cell(name, keys[item.id], kept[keys[item.id]])

    await together([ask(item) for item in left])
    return {
        item.id: Label(Verdict.model_validate_json(kept[keys[item.id]]).label)
        for item in items
        if keys[item.id] in kept
    }


def _prompt(item: LabelledDeed) -> Prompt:
    task = Part(text=_TEMPLATES.speak("task", item.language), source=RULES)
    seen = Part(
        text=_TEMPLATES.speak("judge", item.language, item=item),
        source=Source(origin="request", owner=item.player),
    )
    return Prompt(
        player=item.player,
        request=item.id,
        purpose="judge",
        language=item.language,
        system=(task,),
        user=(seen,),
    )


def labelling_page(items: Sequence[LabelledDeed], title: str, run: str) -> str:
    """Returns the labelling page as HTML; the rules' own labels are not in it."""
    environment = Environment(
        loader=PackageLoader("parlour.games.werewolf.labelling", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = [item.model_dump(mode="json", exclude={"rules", "match", "request"}) for item in items]
    data = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    return environment.get_template("page.html.j2").render(
        title=title, run=run, data=data, labels=list(Label)
    )
