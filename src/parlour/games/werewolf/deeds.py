"""Votes and night choices of Werewolf, and the reasoning behind them labelled (the trust paper, table 3).

The paper labels by hand: right is reasoning that fits the player's true stance, strategic deception is action
that conflicts with the reasoning, hallucination is thinking that deviates from the true stance (4.1.3). It
does not say what is labelled, or how thinking is read off. Here an *item* is a deed with one target: a vote,
a werewolf's choice of prey, a shot, a potion, the guard's choice. For each there are four stances of the
player to the target, ally or adversary:

- *truth*: whether they are on one side.
- *thought*: what the player thought of the target. Where its method put that on record on the same request,
  as a thought of kind `trust` with a number in [-1, 1] for the target, it is ally above 0.2 and adversary
  below -0.2 (the paper's ε). Where it recorded nothing, or nothing decided, the deed itself shows what was
  thought: an adversary in a vote, an attack, a shot or poison; an ally in protecting and saving. The paper
  likewise takes the errors of werewolves, who know all roles, for hallucinations where nothing else is known
  (4.1.2).
- *deed*: adversary or ally, as above.
- *words*: the last thing that the player said of the target in public on the day of the vote, or, for a
  night, on the day before it: a suspicion, an announced vote or a claimed check that found a werewolf is
  adversary; trust, or a claimed check that found none, is ally. Only sentences of the controlled language
  (`facts`) are understood; other prose says nothing here.

The label is *hallucination* if thought differs from truth; else *deception* if the deed, or the words, differ
from the thought; else *correct*. A check takes no side, so it is an item only where a thought is on record. A
false claim about oneself is no item: it has no target. An abstention is not labelled.

The rule is generous to methods that record what they think: it does not hold a doubt of theirs against them,
and it can see a lie of theirs. Hence the judge and the person (`parlour report --judge`, `--labels`), who
read the reasons that every method gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from parlour.arena import Act, Note, Record
from parlour.core import Event, EventKind, Player, event_kinds
from parlour.errors import UsageError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.setup import Role, Team, WerewolfSetup
from parlour.language.facts import Check, Fact, Suspicion, Trust, VoteFor, read


class DeedStance(StrEnum):
    """The stance of one player to another, real or supposed."""

    ALLY = "ally"
    ADVERSARY = "adversary"


_SHOWN = {"hostile": DeedStance.ADVERSARY, "friendly": DeedStance.ALLY}
"""The stance that a kind of event shows, by its attitude."""


@dataclass(frozen=True, kw_only=True)
class Deed:
    """A vote, or a choice by night, with one target, at times the player itself.

    `event` is its number in the record, `request` what it answers, and `truth` whether they are on one side.
    """

    event: int
    kind: EventKind
    request: str
    round: int
    player: Player
    target: Player
    truth: DeedStance

    @property
    def stance(self) -> DeedStance | None:
        """The stance that it shows to its target; None for a check, which does neither good nor harm."""
        return _SHOWN.get(self.kind.attitude or "")

    @property
    def is_right(self) -> bool:
        """Returns true if it is against the other side, or for its own (the trust paper, table 2)."""
        return self.truth is (self.stance or DeedStance.ADVERSARY)


def roles(record: Record) -> Mapping[Player, Role]:
    """Returns the dealt role of each player.

    Raises:
        UsageError: if the match is no game of Werewolf.
    """
    game = record.setup.game
    if not isinstance(game, WerewolfSetup):
        raise UsageError(f"this is for games of Werewolf, and the match is a {game.name}")
    return dict(zip(game.players, game.dealt(record.setup.seed), strict=True))


def sides(record: Record) -> Mapping[Player, Team]:
    """Returns the side of each player at the end: as dealt, but for lovers and a winning tanner."""
    dealt = roles(record)
    are = {player: role.team for player, role in dealt.items()}
    for event in record.events:
        if event.kind is kinds.LINKED and len({are[player] for player in event.chosen}) > 1:
            are |= dict.fromkeys(event.chosen, Team.LOVERS)
        elif event.kind is event_kinds.ELIMINATED:
            are |= {player: Team.TANNER for player in event.chosen if dealt[player] is Role.TANNER}
    return are


def deeds(record: Record) -> Iterator[Deed]:
    """Yields all deeds of a match in order; an abstention or a fallback is none."""
    are, latest = sides(record), dict[Player, str]()
    for item in record.items:
        if isinstance(item, Act):
            latest[item.player] = item.request
        elif isinstance(item, Event) and item.kind.deed and (target := _target(item)):
            by = item.actor or ""
            if by in latest:
                truth = DeedStance.ALLY if are[by] is are[target] else DeedStance.ADVERSARY
                yield Deed(
                    event=item.number,
                    kind=item.kind,
                    request=latest[by],
                    round=item.round,
                    player=by,
                    target=target,
                    truth=truth,
                )


def _target(event: Event) -> Player | None:
    """Returns the single target of a deed; of a blast, the player other than its author."""
    is_blast = event.kind is kinds.EXPLODED
    fell = [player for player in event.chosen if not (is_blast and player == event.actor)]
    return fell[0] if len(fell) == 1 else None


UNDECIDED = 0.2
"""Up to this far from 0 a trust is neither trust nor distrust (ε)."""
WEREWOLF = "werewolf"


class Label(StrEnum):
    """The label of a deed by the reasoning behind it (the trust paper, section 4.1.3)."""

    CORRECT = "correct"
    DECEPTION = "deception"
    HALLUCINATION = "hallucination"


@dataclass(frozen=True, kw_only=True)
class Reasoned:
    """A deed with the player's trust in its target and its words about it.

    Attributes:
        trust: in [-1, 1]; None if not on record.
        words: None without public words on the target that are understood.
    """

    deed: Deed
    trust: float | None
    words: DeedStance | None
    label: Label


def label_deeds(record: Record) -> Iterator[Reasoned]:
    """Yields the labelled items of a match.

    Raises:
        UsageError: if it is no game of Werewolf.
    """
    trusts, public_stances = _trusts(record), _public_stances(record)
    for deed in deeds(record):
        trust = trusts.get((deed.request, deed.player), {}).get(deed.target)
        words = public_stances.get((deed.player, deed.target, _day(deed)))
        thought = _stance(trust) or deed.stance
        if thought:
            label = _label(deed, thought, words)
            yield Reasoned(deed=deed, trust=trust, words=words, label=label)


def _label(deed: Deed, thought: DeedStance, words: DeedStance | None) -> Label:
    if thought is not deed.truth:
        return Label.HALLUCINATION
    outward_stances = {stance for stance in (deed.stance, words) if stance}
    return Label.CORRECT if outward_stances <= {thought} else Label.DECEPTION


def _day(deed: Deed) -> int:
    """Returns the day whose words bear on a deed: of a vote or shot its own, else the day before."""
    return deed.round if deed.kind in (event_kinds.VOTED, kinds.SHOT) else deed.round - 1


def _stance(trust: float | None) -> DeedStance | None:
    if trust is None or abs(trust) <= UNDECIDED:
        return None
    return DeedStance.ALLY if trust > 0 else DeedStance.ADVERSARY


def _trusts(record: Record) -> Mapping[tuple[str, Player], Mapping[Player, float]]:
    trusts: dict[tuple[str, Player], Mapping[Player, float]] = {}
    for item in record.items:
        if isinstance(item, Note) and item.thought.kind == "trust":
            body = item.thought.body
            trusts[item.request, item.player] = {
                name: value for name, value in body.items() if isinstance(value, int | float)
            }
    return trusts


def _public_stances(record: Record) -> Mapping[tuple[Player, Player, int], DeedStance]:
    latest_stances: dict[tuple[Player, Player, int], DeedStance] = {}
    for event in record.events:
        if event.kind is event_kinds.SPOKE and event.actor:
            for target, stance in stances(record, event):
                latest_stances[event.actor, target, event.round] = stance
    return latest_stances


def stances(record: Record, speech: Event) -> Iterator[tuple[Player, DeedStance]]:
    """Yields the targets of a speech with the stance that it takes to each, in its order."""
    setup, speaker = record.setup, speech.actor
    for reading in read(speech.text, setup.language, speaker=speaker, names=setup.players).found:
        meant = _meant(reading.fact, speaker)
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
