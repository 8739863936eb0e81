"""Deeds to be labelled, each with all that tells what its player thought: alike for a person and a model."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from parlour.arena import Record, Seat, events
from parlour.core import Player, chance, event_kinds
from parlour.evaluation import is_held_by
from parlour.experiments.report.results import Results
from parlour.games.werewolf import LEADERS, Role, kinds
from parlour.games.werewolf.deeds import roles
from parlour.games.werewolf.reasoning import Label, Reasoned, reasoned
from parlour.language.wording import tell
from parlour.llm import Language
from parlour.store import Store


class LabelledDeed(BaseModel):
    """A deed as whoever labels it sees it.

    Attributes:
        id: of its match and its event.
        match: the match.
        request: what it answers.
        language: of the table.
        player: who did it.
        role: what that player is.
        deed: what was done, in words.
        target: to whom.
        target_role: what the target really is.
        trust: how far the player trusted the target, in [-1, 1], where its method put that on record.
        reason: what the player gave as its reason, to nobody but itself; empty where nothing was.
        said: what it had last said to the whole table.
        knew: what it had been told alone.
        rules: the label by rules, which whoever labels is not shown.
    """

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
    """So many deeds of werewolves and leaders, the same each time that it is asked of the same matches.

    Rows of the table take turns, and in each row the two teams, since rare ones would else go missing.

    Args:
        results: the run.
        store: where its records are.
        most: how many; None for all.
        only: the ids of those that are wanted; empty for any.
    """
    queues: list[list[Key]] = []
    matches = {cell.match: cell for cell in results.played}
    found = {match: dict(_labelled(store.record(match))) for match in matches}
    for view in results.suite.shown:
        for team in (frozenset({Role.WEREWOLF}), LEADERS):
            keys = [
                (match, event)
                for match, items in found.items()
                if matches[match].condition in view.arms
                for event, (_, role, seat) in items.items()
                if role in team and is_held_by(seat.method, seat.model, view.methods)
            ]
            chance(results.run.seed, "labels", view.name, *sorted(team)).shuffle(keys)
            queues.append(keys)
    chosen = [key for key in _in_turns(queues) if not only or _id(*key) in only][:most]
    records = {match: store.record(match) for match in {match for match, _ in chosen}}
    return [_item(records[match], found[match][event][0]) for match, event in chosen]


def _in_turns(queues: Sequence[Sequence[Key]]) -> Iterator[Key]:
    """The first of each queue, then the second of each; what stands in several comes once."""
    longest = max(map(len, queues), default=0)
    turns = (queue[place] for place in range(longest) for queue in queues if place < len(queue))
    return iter(dict.fromkeys(turns))


def _id(match: str, event: int) -> str:
    return f"{match}.{event}"


def _labelled(record: Record) -> Iterator[tuple[int, tuple[Reasoned, Role, Seat]]]:
    """Each deed by its event, with who did it."""
    are, seats = roles(record), {seat.player: seat for seat in record.setup.seats}
    for each in reasoned(record):
        yield each.deed.event, (each, are[each.deed.player], seats[each.deed.player])


def _item(record: Record, each: Reasoned) -> LabelledDeed:
    deed, language, are = each.deed, record.setup.language, roles(record)
    before = [event for event in events(record) if event.number < deed.event]
    told = next(event for event in events(record) if event.number == deed.event)
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
        deed=tell(told, language, "werewolf"),
        target=deed.target,
        target_role=are[deed.target].value,
        trust=each.trust,
        reason=_reason(record, deed.request, deed.player),
        said=own[-1].text if own else "",
        knew=tuple(tell(event, language, "werewolf") for event in knew),
        rules=each.label,
    )


def _reason(record: Record, request: str, player: Player) -> str:
    """The reason that stands in the reply by which the player decided: its last one on the request."""
    texts = [
        call.completion.text
        for call in record.calls
        if call.key.request == request and call.key.player == player
    ]
    reasons = [_reason_in(text) for text in reversed(texts)]
    return next((reason for reason in reasons if reason), "")


def _reason_in(text: str) -> str:
    try:
        return _Reply.model_validate_json(text).reason
    except ValidationError:
        return ""
