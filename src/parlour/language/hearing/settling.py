"""The acts of a remark beside each other: what one clause says completes, or says more than, another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from parlour.language.facts import Name
from parlour.language.hearing.act import HeardAct, SpokenAct, TalkTable
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.wordlists import sought

OPEN = {"check": "result", "robbed": "role"}
"""What an act may leave to the next clause: `I checked 6. Wolf.`"""


def settled(acts: Sequence[HeardAct], question: OpenQuestion, table: TalkTable) -> list[HeardAct]:
    """The acts of a remark, in order, as they are meant together."""
    told = [replace(each, act=_of_oneself(each.act, table.speaker, table.victims)) for each in acts]
    if table.is_of_roles:
        told = _completed(told, table.speaker)
        if question.kind == "ask_check" or _says(told, "claim", table.speaker, "seer"):
            told = [replace(each, act=_as_check(each, table)) for each in told]
        told = [each for each in told if not (each.act.kind == "vote" and each.act["whom"] == table.speaker)]
    told = _changed(_alone(told, question))
    return _without_shrugs(told)


def _of_oneself(act: SpokenAct, me: Name, victims: Sequence[Name]) -> SpokenAct:
    """Who calls themself good denies to be what is sought; who calls themself what is sought admits it."""
    if act.kind == "relation" and act["of"] == act["to"] and victims:
        return act.with_slots(to=victims[0])  # `he was her ex`, of nobody else who was named
    if act.kind == "claim" and act["who"] == me:
        if act["role"] == "good":
            return SpokenAct(kind="deny", slots=(("what", "role"),))
        if act["role"] == sought():
            return SpokenAct(kind="confess", slots=(("what", "role"),))
    return act


def _completed(acts: list[HeardAct], me: Name) -> list[HeardAct]:
    """What one clause leaves open filled from the next, which then says nothing of its own."""
    kept: list[HeardAct] = []
    for heard in acts:
        before = kept[-1] if kept else None
        slot = OPEN.get(before.act.kind, "") if before else ""
        if before and slot and before.act[slot] is None and (role := _role_told(heard, before.act, me)):
            kept[-1] = replace(before, act=before.act.with_slots(**{slot: role}))
        else:
            kept.append(heard)
    return kept


def _role_told(heard: HeardAct, before: SpokenAct, me: Name) -> str | None:
    """The role that an act says of somebody whose card was looked at just before."""
    act = heard.act
    match act.kind:
        case "suspect" if act["who"] == before["whom"]:
            return sought()
        case "trust" if act["who"] == before["whom"]:
            return "good"
        case "claim" if act["who"] in (me, before["whom"]):
            return str(act["role"])
        case "deny" if act["what"] == "role":
            return "good"
        case "confess" if act["what"] == "role":
            return sought()
        case _:
            return None


def _as_check(heard: HeardAct, table: TalkTable) -> SpokenAct:
    """What a seer says somebody is, it has seen."""
    act, me = heard.act, table.speaker
    role = heard.role
    if act.kind not in ("suspect", "trust", "claim") or act["who"] == me or not role:
        return act
    return SpokenAct(kind="check", slots=(("by", me), ("whom", act["who"] or ""), ("result", role)))


def _says(acts: Sequence[HeardAct], kind: str, who: Name, role: str) -> bool:
    return any((each.act.kind, each.act["who"], each.act["role"]) == (kind, who, role) for each in acts)


def _changed(acts: list[HeardAct]) -> list[HeardAct]:
    """A change of mind with both whom it is of; what is said of these two beside it is no more than that."""
    for heard in acts:
        if heard.act.kind != "changed":
            continue
        act = heard.act
        others = [each.act for each in acts if each.act.kind in ("suspect", "trust", "vote")]
        for other in others:
            slot = "from" if other.kind == "trust" else "to"
            whom = other["who"] or other["whom"]
            if act[slot] is None and whom is not None and whom not in (act["from"], act["to"]):
                act = act.with_slots(**{slot: whom})
        both = {act["from"], act["to"]}
        rest = [
            each
            for each in acts
            if each is heard
            or not (each.act in others and {each.act["who"], each.act["whom"]} & both - {None})
        ]
        return [replace(each, act=act) if each is heard else each for each in rest]
    return acts


def _alone(acts: list[HeardAct], question: OpenQuestion) -> list[HeardAct]:
    """To have been alone is where one was, if that is told or asked; else that one saw nobody."""
    kept: list[HeardAct] = []
    has_place = any(each.act.kind == "was" for each in acts)
    for heard in acts:
        act = heard.act
        if act.kind != "alone":
            kept.append(heard)
            continue
        slots = dict(act.slots)
        if act["where"] is not None:
            was = {"who": slots["by"], **{slot: slots[slot] for slot in ("where", "when") if slot in slots}}
            kept.append(replace(heard, act=SpokenAct(kind="was", slots=tuple(was.items()))))
        elif not (has_place or question.kind == "ask_where"):
            kept.append(replace(heard, act=SpokenAct(kind="saw_nobody", slots=act.slots)))
    return kept


def _without_shrugs(acts: list[HeardAct]) -> list[HeardAct]:
    """Without `I do not know` where more is said."""
    more = [each for each in acts if each.act.kind != "unknown"]
    return more if more else acts


def apart(acts: Iterable[HeardAct]) -> tuple[HeardAct, ...]:
    """Each act once; one that another says more fully is left out."""
    told = [*acts]
    return tuple(heard for n, heard in enumerate(told) if not _is_said_besides(n, told))


def _is_said_besides(n: int, acts: Sequence[HeardAct]) -> bool:
    slots = set(acts[n].act.slots)
    return any(
        slots < set(other.act.slots) or (slots == set(other.act.slots) and m < n)
        for m, other in enumerate(acts)
        if m != n and other.act.kind == acts[n].act.kind
    )
