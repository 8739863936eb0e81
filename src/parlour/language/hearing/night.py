"""Words about the night of games of roles that are no act of one player alone: thanks, and a pair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from parlour.language.facts import Name, Word, WordKind, entries, say
from parlour.language.hearing.act import HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.language.hearing.clauses import wordlist
from parlour.language.hearing.meaning import meaning

_PARTS = re.compile(r"[,.;:!?，。；：！？\n]+")
_MOVERS = frozenset({"robber", "troublemaker", "drunk", "insomniac"})
"""Roles of the rules by which a seer looks at cards one by one."""


def drop_thanks(remark: HeardRemark, text: str, table: TalkTable) -> HeardRemark:
    """Drops the acts that name a role that is only thanked, and what such a role does by night."""
    roles = _thanked(text, table) if table.is_of_roles else frozenset[Word]()
    if not roles:
        return remark

    def is_meant(each: HeardAct) -> bool:
        act = each.act
        is_of_night = act.kind in ("saved", "poisoned") and act["by"] == table.speaker
        return not is_of_night and roles.isdisjoint(value for _, value in act.slots if isinstance(value, str))

    kept = (tuple(filter(is_meant, reading)) for reading in remark.offered)
    return replace(remark, heard=tuple(filter(is_meant, remark.heard)), offered=tuple(filter(None, kept)))


def _thanked(text: str, table: TalkTable) -> frozenset[Word]:
    words, language = wordlist(table.language), table.language
    parts = [part for part in _PARTS.split(text.lower()) if re.search(words["thanks"], part)]
    parts = [part for part in parts if not re.search(words["own"], part)]
    named = {role: say(WordKind.ROLE, role, language).removeprefix("the ") for role in entries(WordKind.ROLE)}
    return frozenset(role for role, word in named.items() if any(word in part for part in parts))


def point_at_two(remark: HeardRemark, text: str, people: Iterable[Name], table: TalkTable) -> HeardRemark:
    """Offers first that one of two named players is what is sought, where a seer learns that of a pair.

    Checks of the two are dropped: the same words were heard as these.
    """
    words, named = wordlist(table.language), [name for name in people if name != table.speaker]
    is_of_pairs = table.scope == "cards" and "seer" in table.roles and _MOVERS.isdisjoint(table.roles)
    said = text.lower()
    if not is_of_pairs or len(named) != 2 or not re.search(words["one_of_two"], said):
        return remark
    if not re.search(words["looked"], said):
        return remark
    act = SpokenAct(kind="one_of_two", slots=(("by", table.speaker), ("whom", named[0]), ("other", named[1])))
    pair = HeardAct(act=act, clause=text, means=meaning(act, table), is_sure=False)
    rest = [_without_checks(reading, named) for reading in (remark.heard, *remark.offered)]
    claims = [each for each in rest[0] if each.act.kind == "claim" and each.act["who"] == table.speaker]
    first = ((*claims[:1], pair), (pair,)) if claims else ((pair,),)
    return replace(remark, heard=rest[0], offered=(*first, *filter(None, rest[1:])))


def _without_checks(reading: Sequence[HeardAct], named: Sequence[Name]) -> tuple[HeardAct, ...]:
    return tuple(each for each in reading if not (each.act.kind == "check" and each.act["whom"] in named))
