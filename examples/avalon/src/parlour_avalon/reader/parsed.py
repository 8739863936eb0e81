"""What a prompt of Avalon tells its reader: who it is, whom it knows, and every proposal and quest so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.language.facts import Name, WhomSuspected, WhomTrusted
from parlour.llm import Prompt
from parlour.reader import (
    ParsedPrompt,
    Said,
    SentenceFrame,
    TableNames,
    dealt,
    facts,
    sorted_out,
    table_of,
    words,
)

from parlour_avalon.reader.knowledge import Knowledge, Proposal
from parlour_avalon.roles import Role

PACKAGE = "parlour_avalon.reader"


@dataclass(frozen=True, kw_only=True)
class AvalonPrompt(ParsedPrompt):
    """A prompt, sorted.

    Attributes:
        known: what the player knows by it.
    """

    package = PACKAGE
    asks = (WhomSuspected, WhomTrusted)
    """Nobody is voted out, so nobody is asked for whom they vote."""
    known: Knowledge

    @property
    def round(self) -> int:
        """One more than how often the player has spoken: a quest may have several talks."""
        return 1 + sum(line["actor"] == self.me for line in self.of("spoke", "passed"))

    @property
    def team(self) -> tuple[Name, ...]:
        """Who is to go, as it was proposed last; nobody where that is not told."""
        return self.known.proposals[-1].team if self.known.proposals else ()

    def _read_talk(self) -> Iterable[Said]:
        turns = dict.fromkeys(self.table.players, 0)
        for line in self.of("spoke", "passed"):
            turns[line["actor"]] += 1
            for fact in facts(line["text"], line["actor"], self.table):
                yield Said(by=line["actor"], fact=fact, round=turns[line["actor"]])


def parsed(prompt: Prompt, players: Sequence[Name]) -> AvalonPrompt | None:
    """A prompt of Avalon, sorted; None where it does not say who plays, or who reads it."""
    table = TableNames(prompt.language, tuple(players)) if players else table_of(PACKAGE, prompt)
    role = dealt("role", prompt.system_text, table, PACKAGE) if table else None
    if table is None or role is None:
        return None
    happened, task = sorted_out(PACKAGE, prompt, table)
    known = Knowledge(
        players=table.players,
        me=role["actor"],
        role=Role(role.case),
        fellows=_told("fellows", prompt, table),
        seen=_told("seen", prompt, table),
        proposals=tuple(_proposals(happened, table)),
    )
    return AvalonPrompt(table=table, me=known.me, role=known.role, lines=happened, task=task, known=known)


def _told(kind: str, prompt: Prompt, table: TableNames) -> tuple[Name, ...]:
    """Whom a dealt paper names; nobody where there is no such paper."""
    paper = dealt(kind, prompt.system_text, table, PACKAGE)
    return _named(paper, table) if paper else ()


def _named(line: SentenceFrame, table: TableNames) -> tuple[Name, ...]:
    """Whom a line names, in seat order."""
    listed = line["listed"].split(words("frames", table.language)["comma"])
    return tuple(name for name in table.players if name in (*listed, line["one"], line["second"]))


def _proposals(happened: Iterable[SentenceFrame], table: TableNames) -> Iterator[Proposal]:
    """Every team with the votes on it and what became of it, as far as the lines still tell it.

    A long talk is told in excerpts, so that a line may be wanting: a quest counts where its team is told.
    """
    latest: Proposal | None = None
    for line in happened:
        number, team = int(line["number"] or 0), _named(line, table)
        match line.kind.split():
            case ["proposed", _]:
                if latest:
                    yield latest
                latest = Proposal(round=number, leader=line["actor"], team=team)
            case ["balloted", vote] if vote != "nothing" and latest and latest.round == number:
                latest = replace(latest, votes={**latest.votes, line["actor"]: vote})
            case ["approved"] if latest is None or (latest.round, latest.team) != (number, team):
                if latest:
                    yield latest
                latest = Proposal(round=number, leader="", team=team, goes=True)
            case ["approved"] if latest:
                latest = replace(latest, goes=True)
            case ["succeeded" | "failed", fails] if latest and _is_on(latest, number):
                latest = replace(latest, fails=int(line["listed"] or fails))
            case _:
                pass
    if latest:
        yield latest


def _is_on(proposal: Proposal, quest: int) -> bool:
    """Whether it is that team which is on a quest."""
    return proposal.goes and proposal.round == quest
