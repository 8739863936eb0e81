"""How likely each player is a werewolf: every pack that there could be, weighed by what was said and done.

What is certain (own checks, roles that were told, who one is) rules packs out; each clue multiplies the
weight of a pack by how likely it is if those are the werewolves. What merely repeats counts as next to
nothing (`news`), and what the reader said and did itself is no evidence to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from parlour.games.werewolf.reader.clues import Clue, happened, noted
from parlour.games.werewolf.reader.news import heard
from parlour.games.werewolf.reader.packs import Packs, every_pack, goes_on, weighed
from parlour.games.werewolf.reader.parsed import WerewolfPrompt
from parlour.games.werewolf.reader.shown import Neighbours
from parlour.games.werewolf.roles import PACK
from parlour.language.facts import Name
from parlour.reader import steady

_TAMER, _SISTER = "bear_tamer", "sister"


@dataclass(frozen=True, kw_only=True)
class Beliefs:
    """What can be believed of a table.

    Attributes:
        papers: what is known of it.
        is_private: whether what only the reader knows counts; if not, these are the beliefs of anybody.
    """

    papers: WerewolfPrompt
    is_private: bool = True

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player, the dead too, of being a werewolf."""
        packs = self._packs
        steps = self.papers.bounds.steps
        clues = () if steps == 0 else self.clues
        scores = weighed(packs, clues, self.papers.table.players, is_gullible=steps == 1)
        scores += packs @ self._opinions
        weights = np.exp(scores - scores.max())
        likely = weights @ packs / weights.sum()
        return dict(zip(self.papers.table.players, map(steady, likely), strict=True))

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """What bears on it; what the reader said and did itself is no evidence to it."""
        papers = self.papers
        found = heard(happened(papers), papers.table.players, papers.pack)
        if not self.is_private:
            return found
        poisoned = {line["one"] for line in papers.of("poisoned one")}
        rivals = {each.by for each in found if each.kind in ("claims_seer", "follows_claim")} - {papers.me}
        own = [Clue(kind="rivals", by=papers.me, about=name) for name in papers.table.players]
        mine = [each for each in own if papers.role == "seer" and each.about in rivals]
        others = [each for each in found if each.by != papers.me]
        fallen = [each for each in others if each.kind != "fell_by_night" or each.by not in poisoned]
        return (*fallen, *mine, *noted(papers))

    @property
    def _opinions(self) -> NDArray[np.float64]:
        """The logarithms of the odds by what it thought before: (players,); trust is a clue already."""
        players, bounds = self.papers.table.players, self.papers.bounds
        counts = self.is_private and bounds.is_reminded and not self.papers.trust
        return np.array([log(bounds.odds(name)) if counts else 0.0 for name in players])

    @property
    def certain(self) -> Mapping[Name, bool]:
        """Of whom it is beyond doubt whether they are werewolves."""
        papers = self.papers
        told = {name: role in PACK for name, role in papers.revealed.items()}
        if not self.is_private:
            return told
        checked = {name: is_wolf for name, (_, is_wolf) in papers.checks.items()}
        attacked = {line["one"]: False for line in papers.of("attacked one")}
        knows = papers.role in (*PACK, _SISTER)
        fellows = dict.fromkeys(papers.fellows if knows else (), papers.is_wolf)
        return self._fitting(
            {**told, **attacked, **checked, **papers.learned, **fellows, papers.me: papers.is_wolf}
        )

    def _fitting(self, found: Mapping[Name, bool]) -> Mapping[Name, bool]:
        """Without the first of what was learned where that is of more than there are: one was misread."""
        papers, misread = self.papers, set[Name]()
        for is_wolf, most in ((True, papers.pack), (False, len(papers.table.players) - papers.pack)):
            alike = [name for name in found if found[name] is is_wolf]
            learned = [name for name in (*papers.checks, *papers.learned) if name in alike]
            misread.update(learned[: max(0, len(alike) - most)])
        return {name: is_wolf for name, is_wolf in found.items() if name not in misread}

    def grounds(self, name: Name) -> Clue | None:
        """The clue that moves the chance of a player most the way it went; none where nothing bears on it."""
        is_suspected = self.chances[name] > self.papers.pack / len(self.papers.table.players)
        sign = 1 if is_suspected else -1
        about = [clue for clue in self.clues if name in (clue.by, clue.about)]
        signed = {clue: sign * _pull(clue, name, self.chances) for clue in about}
        best = max(signed, key=lambda clue: signed[clue], default=None)
        return best if best and signed[best] > 0 else None

    @cached_property
    def _packs(self) -> Packs:
        """Those packs that nothing certain rules out; while the game goes on, some but not half are left."""
        players = self.papers.table.players
        certain = self.certain
        unknown = [seat for seat, name in enumerate(players) if name not in certain]
        wolves = [seat for seat, name in enumerate(players) if certain.get(name)]
        among = every_pack(len(unknown), self.papers.pack - len(wolves))
        packs = np.zeros((len(among), len(players)))
        packs[:, unknown], packs[:, wolves] = among, 1.0
        alive = np.array([float(name in self.papers.living) for name in players])
        fits = goes_on(packs, alive)
        for each in self._neighbours:
            among = packs[:, [seat for seat, name in enumerate(players) if name in each.names]].sum(axis=1)
            fits &= (among > 0) == each.has_wolf
        open_ones = packs[fits]
        return open_ones if len(open_ones) else packs

    @property
    def _neighbours(self) -> Iterator[Neighbours]:
        """What a bear has told whose tamer one knows: oneself, or one whose card has been shown."""
        papers = self.papers
        tamers = [name for name, role in papers.revealed.items() if role == _TAMER]
        if self.is_private and papers.role == _TAMER:
            tamers = [papers.me]
        return (each for tamer in tamers for each in papers.growls(tamer))


def _pull(clue: Clue, name: Name, chances: Mapping[Name, float]) -> float:
    """How far a clue speaks for a player being a werewolf, as a logarithm of odds."""
    good, hit, bad, both = map(log, clue.cells)
    if clue.by == clue.about:
        return bad - good
    if clue.by == name:
        other = chances[clue.about]
        return (1 - other) * (bad - good) + other * (both - hit)
    other = chances[clue.by]
    return (1 - other) * (hit - good) + other * (both - bad)
