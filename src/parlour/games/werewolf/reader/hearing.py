"""The listener to what a person types in Werewolf: among werewolves it is a proposal to attack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from parlour.core import GameSetup, Player, Request
from parlour.games.werewolf import kinds
from parlour.language.facts import sentences
from parlour.language.hearing import (
    MOST_OFFERED,
    Chip,
    HeardAct,
    OfferedReadings,
    Offers,
    SpokenAct,
    TalkTable,
    chip,
    comma_parts,
    hear,
    offers,
    wordlist,
)
from parlour.reader import TalkHearing, TalkListener

_PROPOSALS = {"vote": "attack", "suspect": "attack", "no_vote": "spare", "trust": "spare"}
"""What acts of the day mean among werewolves, who suspect nobody."""
_KEPT = frozenset({"agree", "disagree", "unknown", "refuse", "yes", "no"})


@dataclass(frozen=True, kw_only=True)
class WerewolfListener:
    """Hears a person by day and in the werewolves' talk."""

    day: TalkListener

    def hears(self, text: str, request: Request, to: Player | None) -> OfferedReadings:
        """Returns the readings of a text."""
        if request.kind is not kinds.CONFER:
            return self.day.hears(text, request, to)
        table = self.day.table
        tapped = {words: proposal for proposal in _all_proposals(table) for words in proposal.sentences}
        stated = [tapped[sentence] for sentence in sentences(text) if sentence in tapped]
        is_plain = bool(stated) and len(stated) == len([*sentences(text)])
        chips = stated if is_plain else [*dict.fromkeys(_proposals(text, table))][:MOST_OFFERED]
        return OfferedReadings(
            typed=text,
            language=table.language,
            chips=tuple(chips),
            most=request.words,
            is_plain=is_plain,
            is_heard_bare=bool(hear(text, table).meanings),
        )

    def offers(self, request: Request) -> Offers:
        """Returns sentences that fit a request and are understood."""
        if request.kind is not kinds.CONFER:
            return self.day.offers(request)
        return offers(replace(self.day.table, scope="council"), asks=False)


@dataclass(frozen=True, kw_only=True)
class WerewolfHearing:
    """The reader's understanding of what a person types in Werewolf."""

    talk: TalkHearing

    @property
    def scope(self) -> str:
        return self.talk.scope

    def listener(self, setup: GameSetup, person: Player) -> WerewolfListener:
        return WerewolfListener(day=self.talk.listener(setup, person))

    def refusal(self, setup: GameSetup) -> str | None:
        return self.talk.refusal(setup)


def _all_proposals(table: TalkTable) -> Iterator[Chip]:
    yield replace(chip([HeardAct(act=SpokenAct(kind="unknown"), clause="")], table), is_lit=True)
    for name in table.names:
        for kind in ("attack", "spare"):
            if name != table.speaker:
                yield replace(_propose([SpokenAct(kind=kind, slots=(("whom", name),))], table), is_lit=True)


def _proposals(text: str, table: TalkTable) -> Iterator[Chip]:
    """Yields the proposals in a remark, in which words of killing are heard as a vote; none is lit.

    Of what the parts of a remark propose for one player the last counts.
    """
    words = wordlist(table.language)["council"]
    text = re.sub(words["spare"], words["no_vote"], text, flags=re.IGNORECASE)
    text = re.sub(words["attack"], words["vote"], text, flags=re.IGNORECASE)
    text = re.sub(words["suggests"], r"\1.", text, flags=re.IGNORECASE)
    text = re.sub(words["tag"], "", text, flags=re.IGNORECASE)
    parts = comma_parts(text, table.language)
    firsts = [next(_meanings(part, table), ()) for part in parts] if len(parts) > 1 else []
    proposed = [acts for acts in firsts if any(act.kind in _PROPOSALS.values() for act in acts)]
    last = {act["whom"] or act.key: act for acts in proposed for act in acts}
    for acts in (*([tuple(last.values())] if last else ()), *proposed, *_meanings(text, table)):
        targets = [act["whom"] for act in acts if act["whom"]]
        if len(targets) == len({*targets}):
            yield _propose([*acts], table)


def _meanings(text: str, table: TalkTable) -> Iterator[tuple[SpokenAct, ...]]:
    """Yields the acts of each reading that is about whom to attack."""
    for reading in hear(text, table).offered:
        meant = dict.fromkeys(filter(None, (_meant(heard_act.act, table) for heard_act in reading)))
        if meant and len(meant) == len(reading):
            yield tuple(meant)


def _meant(act: SpokenAct, table: TalkTable) -> SpokenAct | None:
    if act.kind in _KEPT or (act.kind == "claim" and act["who"] != table.speaker):
        return act
    target, kind = act["who"] or act["whom"], _PROPOSALS.get(act.kind)
    return (
        SpokenAct(kind=kind, slots=(("whom", target),))
        if kind and target and target != table.speaker
        else None
    )


def _propose(acts: list[SpokenAct], table: TalkTable) -> Chip:
    """Returns a chip of proposals, which names the player to attack."""
    heard_acts = [HeardAct(act=act, clause="", is_sure=False) for act in acts]
    targets = [str(act["whom"]) for act in acts if act.kind == "attack"]
    return replace(chip(heard_acts, table), to=targets[0] if len(targets) == 1 else None)
