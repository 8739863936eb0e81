"""Words and deeds at a table of Werewolf as evidence on who the werewolves are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from parlour.games.werewolf.reader.parsed import GONE, MORNING, WerewolfPrompt
from parlour.games.werewolf.setup import LEADERS, PACK
from parlour.language.facts import Check, Fact, Name, RoleClaim, Suspicion, Trust
from parlour.reader import LEVEL_WEIGHTS, PlayerClue, Said

Likelihoods = tuple[float, float, float, float]
"""The likelihood of a deed, up to a factor, if of author and target neither is a werewolf, only the target
is, only the author, or both; above 0."""

NEVER = 1e-4
_POWERS = LEADERS - {"seer"}
_CELLS: Mapping[str, Likelihoods] = {
    "voted": (0.9, 1.3, 1.2, 0.25),
    "suspects": (0.9, 1.3, 1.2, 0.3),
    "trusts": (1.05, 0.9, 1.0, 1.15),
    "found_wolf": (NEVER, 1.0, 0.7, 0.05),
    "found_good": (1.0, NEVER, 0.6, 0.8),
    "rivals": (NEVER, 1.0, 1.0, 0.5),
    "claims_seer": (1.0, 1.0, 0.25, 0.25),
    "follows_claim": (1.0, 1.0, 0.8, 0.8),
    "claims_role": (1.0, 1.0, 0.4, 0.4),
    "admits": (0.01, 0.01, 1.0, 1.0),
    "fell_by_night": (1.0, 1.0, 0.1, 0.1),
    "distrusted": (1.0, 1.0, 5.0, 5.0),
}
"""Werewolves spare their fellows, the good side hits werewolves a little more often than by chance, and a
claimed role of power is mostly true, the first seer's above all. Hardly any good player claims to be a
werewolf."""


@dataclass(frozen=True, kw_only=True)
class Clue(PlayerClue):
    """Evidence from one player's word or deed, about another player or about itself.

    Attributes:
        about: its target; the author itself if it says something of the author alone.
        weight: from 0 to 1; for distrust from -1, which is trust.
    """

    about: Name

    @property
    def subjects(self) -> tuple[Name, ...]:
        return (self.about,)

    @cached_property
    def cells(self) -> Likelihoods:
        """Its likelihood in each of the four cases."""
        good, hit, bad, both = map(self.scale, _CELLS[self.kind])
        return good, hit, bad, both

    @cached_property
    def logs(self) -> Likelihoods:
        """The logarithms of its cells."""
        good, hit, bad, both = map(log, self.cells)
        return good, hit, bad, both


@dataclass(frozen=True, kw_only=True)
class Gone:
    """A player who left the game."""

    name: Name
    is_wolf: bool | None


_When = tuple[int, int]
"""A day, and what comes on it: the dead of the night, the talk, the votes, and who goes for them."""
_MORNING, _TALK, _VOTE, _END = range(4)


def seers(prompt: WerewolfPrompt) -> tuple[Name, ...]:
    """Returns the players who claimed to be the seer, in order."""
    return tuple(
        dict.fromkeys(
            statement.by for statement in prompt.statements if _is_of_seer(statement.fact, statement.by)
        )
    )


def public_evidence(prompt: WerewolfPrompt) -> tuple[Clue | Gone, ...]:
    """Returns all public evidence on who the werewolves are, in order."""
    dated_events = sorted((*_of_words(prompt), *_of_deeds(prompt)), key=lambda pair: pair[0])
    players = prompt.table.players
    events = tuple(event for _, event in dated_events if isinstance(event, Gone) or event.by in players)
    return (*events, *_of_known_seers(prompt))


def note_clues(prompt: WerewolfPrompt) -> Iterator[Clue]:
    """Yields the reader's own notes on its trust as clues.

    Each number counts as one more clue, though it rests on words and deeds that count already: it depends on
    who said them, and how often. Full distrust makes a werewolf five times as likely (ours: over 80 games any
    weight from 3 to 6 won about as often, and left what is certain alone).
    """
    for name, trust in prompt.trust.items():
        yield Clue(kind="distrusted", by=name, about=name, weight=-trust)


def _of_words(prompt: WerewolfPrompt) -> Iterator[tuple[_When, Clue]]:
    claimed: list[Name] = []
    for statement in prompt.statements:
        when = (statement.round, _TALK)
        if statement.by not in claimed and _is_of_seer(statement.fact, statement.by):
            yield from ((when, clue) for clue in _of_claim(prompt, statement.by, claimed))
            claimed.append(statement.by)
        if clue := _of_word(statement):
            yield when, clue


def _of_claim(prompt: WerewolfPrompt, by: Name, before: Sequence[Name]) -> Iterator[Clue]:
    """Yields the clues of a new seer's claim; of two seers at least one is a werewolf."""
    if not (before and by in prompt.left_out):  # else it may have said so before, in words that are left out
        yield Clue(kind="follows_claim" if before else "claims_seer", by=by, about=by)
    for name in before:
        yield Clue(kind="rivals", by=name, about=by)


def _of_known_seers(prompt: WerewolfPrompt) -> Iterator[Clue]:
    known_seers = [name for name, role in prompt.known_roles.items() if role == "seer"]
    for name in known_seers:
        for rival in seers(prompt):
            if rival != name:
                yield Clue(kind="rivals", by=name, about=rival)


def _of_word(statement: Said) -> Clue | None:
    match statement.fact:
        case Check(by=by, whom=whom, role=role) if by == statement.by != whom:
            return Clue(kind="found_wolf" if role == "werewolf" else "found_good", by=by, about=whom)
        case Suspicion(by=by, whom=whom, level=level) if by == statement.by != whom:
            return Clue(kind="suspects", by=by, about=whom, weight=LEVEL_WEIGHTS[level])
        case RoleClaim(who=who, role=role) if who == statement.by and role in _POWERS:
            return Clue(kind="claims_role", by=who, about=who)
        case RoleClaim(who=who, role=role) if who == statement.by and role in PACK:
            return Clue(kind="admits", by=who, about=who)
        case Trust(by=by, whom=whom, level=level) if by == statement.by != whom:
            return Clue(kind="trusts", by=by, about=whom, weight=LEVEL_WEIGHTS[level])
        case _:
            return None


def _of_deeds(prompt: WerewolfPrompt) -> Iterator[tuple[_When, Clue | Gone]]:
    day, roles = 0, prompt.known_roles
    for line in prompt.of("night", "day", "voted one", *GONE, *MORNING):
        if line.kind in ("night", "day"):
            day = int(line["number"])
        if line.kind == "voted one":
            yield (day, _VOTE), Clue(kind="voted", by=line["actor"], about=line["one"])
        at = _MORNING if line.kind in MORNING else _END
        for name in prompt.players_out(line):
            if at == _MORNING:
                yield (day, at), Clue(kind="fell_by_night", by=name, about=name)
            yield (day, at), Gone(name=name, is_wolf=roles[name] in PACK if roles.get(name) else None)


def _is_of_seer(fact: Fact, by: Name) -> bool:
    match fact:
        case RoleClaim(who=who, role="seer"):
            return who == by
        case Check(by=checked):
            return checked == by
        case _:
            return False
