"""Deeds to be labelled, files of labels, and the two raters: a model that judges, and a page for a person."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from pathlib import Path
from typing import Annotated, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from parlour.agents import attempt, together
from parlour.arena import Record, Seat
from parlour.core import Player, chance, event_kinds, plain_json
from parlour.errors import UsageError
from parlour.evaluation import is_held_by
from parlour.experiments.report.results import Results
from parlour.games.werewolf import LEADERS, Role, kinds
from parlour.games.werewolf.deeds import Label, Reasoned, label_deeds, roles
from parlour.language.wording import tell
from parlour.llm import (
    RULES,
    Language,
    MatchModels,
    ModelPool,
    Part,
    Prompt,
    Source,
    Templates,
    is_rule_based,
)
from parlour.store import Store


class LabelledDeed(BaseModel):
    """A deed as a rater sees it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str
    match: str
    request: str
    language: Language
    player: Player
    role: str
    deed: str
    target: Player
    target_role: str
    trust: float | None
    reason: str
    said: str
    knew: tuple[str, ...]
    rules: Label


Key = tuple[str, int]
"""A match and an event of it."""


class _Reply(BaseModel):
    reason: str


def sample(
    results: Results, store: Store, most: int | None = None, *, only: Collection[str] = ()
) -> list[LabelledDeed]:
    """Returns so many deeds of werewolves and leaders, the same for the same matches.

    Rows of the table take turns, and in each row the two teams, since rare ones would else go missing.

    Args:
        results: the run.
        store: where its records are.
        most: how many; None for all.
        only: the ids of those that are wanted; empty for any.
    """
    queues: list[list[Key]] = []
    matches = {cell.match: cell for cell in results.played}
    labels_by_match = {match: dict(_labels_by_event(store.record(match))) for match in matches}
    for view in results.suite.rows:
        for team in (frozenset({Role.WEREWOLF}), LEADERS):
            keys = [
                (match, event)
                for match, items in labels_by_match.items()
                if matches[match].condition in view.arms
                for event, (_, role, seat) in items.items()
                if role in team and is_held_by(seat.method, seat.model, view.methods)
            ]
            chance(results.run.seed, "labels", view.name, *sorted(team)).shuffle(keys)
            queues.append(keys)
    rounds: Iterable[tuple[Key | None, ...]] = zip_longest(*queues)
    turns = dict.fromkeys(filter(None, chain(*rounds)))
    chosen = [key for key in turns if not only or _id(*key) in only][:most]
    records = {match: store.record(match) for match in {match for match, _ in chosen}}
    return [_item(records[match], labels_by_match[match][event][0]) for match, event in chosen]


def _id(match: str, event: int) -> str:
    return f"{match}.{event}"


def _labels_by_event(record: Record) -> Iterator[tuple[int, tuple[Reasoned, Role, Seat]]]:
    are, seats = roles(record), {seat.player: seat for seat in record.setup.seats}
    for reasoned in label_deeds(record):
        yield reasoned.deed.event, (reasoned, are[reasoned.deed.player], seats[reasoned.deed.player])


def _item(record: Record, reasoned: Reasoned) -> LabelledDeed:
    deed, language, are = reasoned.deed, record.setup.language, roles(record)
    before = [event for event in record.events if event.number < deed.event]
    deed_event = next(event for event in record.events if event.number == deed.event)
    own = [event for event in before if event.actor == deed.player and event.kind is event_kinds.SPOKE]
    knew = [
        event
        for event in before
        if event.visible_to is not None
        and event.is_visible_to(deed.player)
        and event.kind in (event_kinds.FELLOWS, event_kinds.CHECKED, kinds.ATTACKED)
    ]
    return LabelledDeed(
        id=_id(record.match, deed.event),
        match=record.match,
        request=deed.request,
        language=language,
        player=deed.player,
        role=are[deed.player].value,
        deed=tell(deed_event, language, "werewolf"),
        target=deed.target,
        target_role=are[deed.target].value,
        trust=reasoned.trust,
        reason=_reason(record, deed.request, deed.player),
        said=own[-1].text if own else "",
        knew=tuple(tell(event, language, "werewolf") for event in knew),
        rules=reasoned.label,
    )


def _reason(record: Record, request: str, player: Player) -> str:
    """Returns the reason in the reply by which the player decided: its last one on the request."""
    for call in reversed(record.calls):
        if (call.key.request, call.key.player) == (request, player):
            with suppress(ValidationError):
                if reason := _Reply.model_validate_json(call.completion.text).reason:
                    return reason
    return ""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")
    item: str
    label: Label
    rater: str = ""


_LINES = TypeAdapter(list[_Line])


def read_labels(path: Path) -> dict[str, dict[str, Label]]:
    """Returns the labels in a file, by rater; an item that one rater labelled twice has the last label.

    Raises:
        UsageError: if the file cannot be read, or is not in that form, naming the line.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows: object = plain_json(text) if path.suffix == ".json" else list(csv.DictReader(io.StringIO(text)))
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"{path}: labels cannot be read: {error}") from error
    try:
        lines = _LINES.validate_python(rows)
    except ValidationError as error:
        raise UsageError(f"{path}: {_problem(error)}") from error
    if not lines:
        raise UsageError(f"{path}: no item is labelled")
    labels: dict[str, dict[str, Label]] = {}
    for line in lines:
        labels.setdefault(line.rater or path.stem, {})[line.item] = line.label
    return labels


def _problem(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return "the file is no list of labels"
    number, *field = first["loc"]
    what = ".".join(map(str, field)) or "form"
    return f"label {int(number) + 1}: {what}: {first['msg']} (a label is one of {', '.join(Label)})"


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
    name, verdicts = f"{run}-judge", store.cells(f"{run}-judge")
    prompts = {item.id: _prompt(item) for item in items}
    keys = {item.id: f"{model}|{item.id}|{prompts[item.id].digest}" for item in items}
    left = [item for item in items if keys[item.id] not in verdicts]
    match_models = MatchModels(models, temperature=0.0)

    async def ask(item: LabelledDeed) -> None:
        reply = await attempt(match_models.open(model).parse(prompts[item.id], Verdict))
        if isinstance(reply, Verdict):
            verdicts[keys[item.id]] = reply.model_dump_json()
            store.put_cell(name, keys[item.id], verdicts[keys[item.id]])

    await together([ask(item) for item in left])
    return {
        item.id: Label(Verdict.model_validate_json(verdicts[keys[item.id]]).label)
        for item in items
        if keys[item.id] in verdicts
    }


def _prompt(item: LabelledDeed) -> Prompt:
    task = Part(text=_TEMPLATES.speak("task", item.language), source=RULES)
    question = Part(
        text=_TEMPLATES.speak("judge", item.language, item=item),
        source=Source(origin="request", owner=item.player),
    )
    return Prompt(
        player=item.player,
        request=item.id,
        purpose="judge",
        language=item.language,
        system=(task,),
        user=(question,),
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
    rows = [item.model_dump(mode="json", exclude={"rules", "match", "request"}) for item in items]
    data = json.dumps(rows, ensure_ascii=False).replace("<", "\\u003c")
    return environment.get_template("page.html.j2").render(
        title=title, run=run, data=data, labels=list(Label)
    )
