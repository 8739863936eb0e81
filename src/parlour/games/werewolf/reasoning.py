"""Whether what a player does follows from right thinking: table 3 of the trust paper, by rules.

The paper labels by hand: right is reasoning that fits the player's true stance, strategic deception is action
that conflicts with the reasoning, hallucination is thinking that deviates from the true stance (4.1.3). It
does not say what is labelled, or how thinking is read off. Here an *item* is a deed that fell on somebody
(`deeds`): a vote, a werewolf's choice of prey, a shot, a potion, the guard's choice. For each there are four
stances of the player to the target, ally or adversary:

- *truth*: whether they are on one side.
- *thought*: what the player thought of the target. Where its method put that on record on the same request,
  as a thought of kind `trust` with a number in [-1, 1] for the target, it is ally above 0.2 and adversary
  below -0.2 (the paper's ε). Where it recorded nothing, or nothing decided, the deed itself shows what was
  thought: an adversary in a vote, an attack, a shot or poison; an ally in protecting and saving. The paper
  likewise takes the errors of werewolves, who know everybody, for hallucinations where nothing else is known
  (4.1.2).
- *deed*: adversary or ally, as above.
- *words*: the last thing that the player said of the target to the whole table on the day of the vote, or,
  for a night, on the day before it: a suspicion, an announced vote or a claimed check that found a werewolf
  is adversary; trust, or a claimed check that found none, is ally. Only sentences of the controlled language
  (`facts`) are understood; other prose says nothing here.

The label is *hallucination* if thought differs from truth; else *deception* if the deed, or the words, differ
from the thought; else *correct*. A check takes no side, so it is an item only where a thought is on record. A
false claim about oneself is no item: it is aimed at nobody. Whoever abstains is not labelled.

The rule is generous to methods that record what they think: a doubt of theirs is not held against them, and a
lie of theirs can be seen. Hence the judge and the person (`parlour report --judge`, `--labels`), who read the
reasons that every method gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from parlour.arena import Note, Record, events, items
from parlour.core import Event, Player, event_kinds
from parlour.games.werewolf import kinds
from parlour.games.werewolf.deeds import Deed, DeedStance, deeds
from parlour.language.facts import Check, Fact, Suspicion, Trust, VoteFor, read

UNDECIDED = 0.2
"""Up to this far from 0 a trust is neither trust nor distrust (ε; NOTES 7)."""
WEREWOLF = "werewolf"


class Label(StrEnum):
    """What a deed tells of the thinking behind it (the trust paper, section 4.1.3)."""

    CORRECT = "correct"
    DECEPTION = "deception"
    HALLUCINATION = "hallucination"


@dataclass(frozen=True, kw_only=True)
class Reasoned:
    """A deed with what was thought and said of its target.

    Attributes:
        deed: the deed.
        trust: how far its player trusted the target, in [-1, 1]; None where that is not on record.
        words: what the player had said of the target to all; None where nothing was, or nothing understood.
        label: by the rules of this module.
    """

    deed: Deed
    trust: float | None
    words: DeedStance | None
    label: Label


def reasoned(record: Record) -> Iterator[Reasoned]:
    """The items of a match, labelled.

    Raises:
        UsageError: if it is no game of Werewolf.
    """
    trusts, said = _trusts(record), _said(record)
    for deed in deeds(record):
        trust = trusts.get((deed.request, deed.player), {}).get(deed.target)
        words = said.get((deed.player, deed.target, _day(deed)))
        thought = _stance(trust) or deed.stance
        if thought:
            label = _label(deed, thought, words)
            yield Reasoned(deed=deed, trust=trust, words=words, label=label)


def _label(deed: Deed, thought: DeedStance, words: DeedStance | None) -> Label:
    if thought is not deed.truth:
        return Label.HALLUCINATION
    shown = {stance for stance in (deed.stance, words) if stance}
    return Label.CORRECT if shown <= {thought} else Label.DECEPTION


def _day(deed: Deed) -> int:
    """The day whose words bear on a deed; at dawn, when a hunter may shoot, nothing has been said yet."""
    return deed.round if deed.kind in (event_kinds.VOTED, kinds.SHOT) else deed.round - 1


def _stance(trust: float | None) -> DeedStance | None:
    if trust is None or abs(trust) <= UNDECIDED:
        return None
    return DeedStance.ALLY if trust > 0 else DeedStance.ADVERSARY


def _trusts(record: Record) -> Mapping[tuple[str, Player], Mapping[Player, float]]:
    """How far each player trusted the others on each request, the last that it put on record."""
    told: dict[tuple[str, Player], Mapping[Player, float]] = {}
    for item in items(record):
        if isinstance(item, Note) and item.thought.kind == "trust":
            body = item.thought.body
            told[item.request, item.player] = {
                name: value for name, value in body.items() if isinstance(value, int | float)
            }
    return told


def _said(record: Record) -> Mapping[tuple[Player, Player, int], DeedStance]:
    """The last stance that a player took to another before all, day by day."""
    told: dict[tuple[Player, Player, int], DeedStance] = {}
    for event in events(record):
        if event.kind is event_kinds.SPOKE and event.actor:
            for target, stance in stances(record, event):
                told[event.actor, target, event.round] = stance
    return told


def stances(record: Record, speech: Event) -> Iterator[tuple[Player, DeedStance]]:
    """Whom a speech takes sides for or against, in its order."""
    setup, speaker = record.setup, speech.actor
    for found in read(speech.text, setup.language, speaker=speaker, names=setup.players).found:
        meant = _meant(found.fact, speaker)
        if meant and meant[0] != speaker:
            yield meant


def _meant(fact: Fact, speaker: Player | None) -> tuple[Player, DeedStance] | None:
    match fact:
        case Suspicion(by=by, whom=whom) | VoteFor(by=by, whom=whom) if by == speaker:
            return whom, DeedStance.ADVERSARY
        case Trust(by=by, whom=whom) if by == speaker:
            return whom, DeedStance.ALLY
        case Check(by=by, whom=whom, role=role) if by == speaker:
            return whom, DeedStance.ADVERSARY if role == WEREWOLF else DeedStance.ALLY
        case _:
            return None
