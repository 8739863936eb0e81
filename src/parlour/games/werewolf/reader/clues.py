"""What was said and done at a table of Werewolf, as evidence on who the werewolves are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.facts import Check, Fact, Level, Name, RoleClaim, Suspicion, Trust
from parlour.games.werewolf.reader.parsed import WerewolfPrompt

Likelihoods = tuple[float, float, float, float]
"""How likely a deed is, up to a factor, if of doer and target neither is a werewolf, only the target is, only
the doer, or both; above 0."""

NEVER = 1e-4
_POWERS = frozenset({"witch", "guard", "hunter"})
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
    "fell_by_night": (1.0, 1.0, 0.1, 0.1),
    "distrusted": (1.0, 1.0, 5.0, 5.0),
}
"""Werewolves spare their fellows, the good side hits werewolves a little more often than by chance, and
whoever comes forward with a role of power mostly has it, the first seer above all."""
_WEIGHT: Mapping[Level, float] = {Level.LITTLE: 0.2, Level.SOME: 0.6, Level.STRONG: 1.0}


@dataclass(frozen=True, kw_only=True)
class Clue:
    """Something that somebody did to somebody, or to nobody but themselves.

    Attributes:
        kind: a row of the table above, and of the phrases.
        by: who did it.
        about: to whom; the same where it says something of the doer alone.
        weight: the power to which the row is taken, from 0 to 1; for distrust from -1, which is trust.
    """

    kind: str
    by: Name
    about: Name
    weight: float = 1.0

    @property
    def cells(self) -> Likelihoods:
        """How likely it is in each of the four cases."""
        good, hit, bad, both = _CELLS[self.kind]
        return good**self.weight, hit**self.weight, bad**self.weight, both**self.weight


def seers(papers: WerewolfPrompt) -> tuple[Name, ...]:
    """Who has come forward as the seer, in order."""
    return tuple(dict.fromkeys(said.by for said in papers.said if _is_of_seer(said.fact, said.by)))


def clues(papers: WerewolfPrompt) -> tuple[Clue, ...]:
    """Everything that bears on who the werewolves are and that everybody knows; each thing once."""
    found = (*_of_seers(papers), *_of_words(papers), *_of_deeds(papers))
    return tuple(dict.fromkeys(each for each in found if each.by in papers.table.players))


def noted(papers: WerewolfPrompt) -> Iterator[Clue]:
    """What the reader's own notes say of whom it trusts: nobody else knows that.

    Each number counts as one more clue, though it rests on words and deeds that count already: it minds who
    said them, and how often. Full distrust makes a werewolf five times as likely (ours: over 80 games any
    weight from 3 to 6 won about as often, and left what is certain alone).
    """
    for name, trust in papers.trust.items():
        yield Clue(kind="distrusted", by=name, about=name, weight=-trust)


def _of_seers(papers: WerewolfPrompt) -> Iterator[Clue]:
    known = tuple(name for name, role in papers.revealed.items() if role == "seer")
    claimed = seers(papers)
    for place, name in enumerate(claimed):
        if place and name in papers.left_out:
            continue  # it may have claimed to be the seer before, in words that are left out
        yield Clue(kind="follows_claim" if place else "claims_seer", by=name, about=name)
    everyone = tuple(dict.fromkeys((*known, *claimed)))
    for place, name in enumerate(everyone):
        for rival in everyone[place + 1 :]:
            yield Clue(kind="rivals", by=name, about=rival)


def _of_words(papers: WerewolfPrompt) -> Iterator[Clue]:
    for said in papers.said:
        match said.fact:
            case Check(by=by, whom=whom, role=role) if by == said.by != whom:
                yield Clue(kind="found_wolf" if role == "werewolf" else "found_good", by=by, about=whom)
            case Suspicion(by=by, whom=whom, level=level) if by == said.by != whom:
                yield Clue(kind="suspects", by=by, about=whom, weight=_WEIGHT[level])
            case RoleClaim(who=who, role=role) if who == said.by and role in _POWERS:
                yield Clue(kind="claims_role", by=who, about=who)
            case Trust(by=by, whom=whom, level=level) if by == said.by != whom:
                yield Clue(kind="trusts", by=by, about=whom, weight=_WEIGHT[level])
            case _:
                pass


def _of_deeds(papers: WerewolfPrompt) -> Iterator[Clue]:
    for line in papers.of("voted one"):
        yield Clue(kind="voted", by=line["actor"], about=line["one"])
    for name in papers.table.players:
        if name in papers.fallen:
            yield Clue(kind="fell_by_night", by=name, about=name)


def _is_of_seer(fact: Fact, by: Name) -> bool:
    """Only a seer checks anybody."""
    match fact:
        case RoleClaim(who=who, role="seer"):
            return who == by
        case Check(by=checked):
            return checked == by
        case _:
            return False
