"""The choices of a player of Werewolf, by its beliefs and its role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.games.werewolf.reader.beliefs import Beliefs
from parlour.games.werewolf.reader.clues import seers
from parlour.games.werewolf.reader.parsed import WerewolfPrompt
from parlour.language.facts import Check, Name
from parlour.reader import EVEN, ClueMind, Said, declared_first, order_by, prefer_declared

LEAST: Mapping[str, float] = {"poison": 0.8, "shoot": 0.5, "duel": 0.8}
"""The least probability of being a werewolf at which a player is killed, where killing is optional."""
_HARMS = frozenset({"kill", "poison", "shoot", "duel", "explode", "curse", "charm", "bar", "eliminate"})
"""The deeds that spare a lover while another player can be chosen."""
THREATENED = 1.3
"""The factor to the average suspicion at which a player risks the vote."""
_FEW, _SHARE = 2, 3
"""Whoever is named by two others, and by a third of them, fears the vote (ours)."""
LOST = 0.5
"""Above this chance of being a werewolf a fellow is beyond help."""
BELIEVED = 0.5
"""Below this chance of being a werewolf, who claims to be the seer is taken for the seer."""


@dataclass(frozen=True, kw_only=True)
class Mind(ClueMind[Beliefs]):
    """A player before a decision."""

    prompt: WerewolfPrompt

    def believe(self, *, is_private: bool) -> Beliefs:
        return Beliefs(prompt=self.prompt, is_private=is_private)

    @property
    def aloud(self) -> Mind:
        """The same player without the numbers of its own notes.

        Those rest on words of others. Stated as its own suspicion they would return to it as evidence.
        """
        lines = tuple(line for line in self.prompt.lines if line.kind != "trusted")
        return Mind(prompt=replace(self.prompt, lines=lines))

    @property
    def outward(self) -> Beliefs:
        return self.guise.own

    @cached_property
    def guise(self) -> Mind:
        """The player it poses as: a werewolf as what it claims to be, any other as itself.

        A werewolf computes that player's beliefs from the same talk. It would give itself away if it spoke as
        one without any private knowledge, not even that it is no werewolf.
        """
        if not self.prompt.is_wolf:
            return self
        facts = self.prompt.kept_words
        checks = tuple(dict.fromkeys(fact for fact in (*facts, *self.night) if isinstance(fact, Check)))
        return Mind(prompt=self.prompt.posing("seer" if checks else "villager", checks))

    @property
    def prior(self) -> float:
        return self.prompt.pack / len(self.prompt.table.players)

    @property
    def average(self) -> float:
        """The mean probability of the other living players, by the beliefs it acts on."""
        others = [name for name in self.prompt.living if name != self.prompt.me]
        return sum(self.outward.chances[name] for name in others) / len(others)

    @property
    def seers(self) -> tuple[Name, ...]:
        """The living players who claim to be the seer and are believed, the likeliest first."""
        chances = self.own.chances
        living = [name for name in seers(self.prompt) if name in self.prompt.living]
        believed = [name for name in living if chances[name] < BELIEVED]
        return tuple(sorted(believed, key=lambda name: chances[name]))

    @cached_property
    def accusers(self) -> tuple[Name, ...]:
        """The living players who say that they checked the reader and found a werewolf."""
        statements = [statement for statement in self.prompt.statements if statement.by in self.prompt.living]
        return tuple(dict.fromkeys(statement.by for statement in statements if self._names_me(statement)))

    def suspects(self, among: Sequence[Name]) -> tuple[Name, ...]:
        """Returns players from the most suspected to the least; a werewolf ranks as its guise would.

        To leave out its fellows wherever they are suspected would point at them, and at itself.
        """
        open_ones = [name for name in among if name != self.prompt.me] or list(among)
        chances = self.outward.chances
        return self.by_day(open_ones, lambda name: -round(chances[name] / EVEN))

    def ballot(self, options: Sequence[Name]) -> Name:
        """Returns its vote: as declared if it can; a werewolf votes for a fellow only if that one is lost."""
        prompt, chances = self.prompt, self.outward.chances
        ranked = declared_first(prompt, self.suspects(options), lambda name: chances[name])
        if ranked[0] not in prompt.fellows or chances[ranked[0]] > LOST:
            return ranked[0]
        spared = [name for name in ranked if name not in prompt.fellows]
        return next(iter(prefer_declared(prompt, spared)), ranked[0])

    def target(self, deed: str, options: Sequence[Name]) -> Name | None:
        """Returns the target of a deed; None to pass, which only some deeds allow."""
        if deed in _HARMS:
            options = [name for name in options if name not in self.prompt.lovers] or options
        match deed:
            case "kill":
                return self._prey(options)
            case "check":
                return self._unknown([name for name in options if name not in self.own.certain] or options)
            case "protect":
                return self._ward(options)
            case "save":
                return options[0]
            case "spy":
                living = [name for name, is_wolf in self.own.certain.items() if is_wolf]
                return None if set(living) & set(self.prompt.living) else options[0]
            case "charm":
                prey = self._prey(options)
                return self.order(
                    [name for name in options if name != prey] or options, self.common.chances.__getitem__
                )[0]
            case "explode":
                return self._prey(options) if self.is_threatened else None
            case "elect" | "bequeath":
                others = [name for name in options if name != self.prompt.me] or options
                return self.by_day(others, lambda name: self.outward.chances[name])[0]
            case "curse" | "bar":
                return self.suspects(options)[0]
            case "poison" | "shoot" | "duel":
                return self._struck(deed, options)
            case _:
                return self.ballot(options)

    def pair(self, options: Sequence[Name]) -> list[Name]:
        """Returns the two lovers that it makes: itself and one drawn at random."""
        others = [name for name in options if name != self.prompt.me]
        return [self.prompt.me, self.order(others, lambda name: 0.0)[0]]

    @property
    def is_threatened(self) -> bool:
        """True if it is suspected most by what all have heard, or named most in the talk of today."""
        prompt, chances = self.prompt, self.common.chances
        most = max(chances[name] for name in prompt.living)
        return chances[prompt.me] == most > THREATENED * self.prior or self._is_named_most

    @property
    def _is_named_most(self) -> bool:
        prompt = self.prompt
        named = {by: suspect for by, suspect in prompt.named_today if by in prompt.living and by != prompt.me}
        votes = Counter(named.values())
        mine = votes[prompt.me]
        return mine >= max(_FEW, (len(prompt.living) - 1) / _SHARE) and mine == max(votes.values())

    def by_day(self, names: Sequence[Name], by: Callable[[Name], float]) -> tuple[Name, ...]:
        """Returns names by a value, the least first; ties are settled by a draw that all players share."""
        return order_by(names, by, (self.prompt.occasion, str(self.prompt.night)))

    def order(self, names: Sequence[Name], by: Callable[[Name], float]) -> tuple[Name, ...]:
        salt = (self.prompt.me, *self.prompt.fellows, str(self.prompt.night), self.prompt.occasion)
        return order_by(names, by, salt)

    def _unknown(self, options: Sequence[Name]) -> Name:
        """Returns the player it knows least of; ties go to the next in a circle shuffled by the seed.

        The circle makes every seat equally likely.
        """
        occasion = (self.prompt.draw_seed, str(self.prompt.night))
        circle = order_by(self.prompt.table.players, lambda name: 0.0, occasion)
        mine, size = circle.index(self.prompt.me), len(circle)
        places = {name: (circle.index(name) - mine) % size for name in options}
        return min(options, key=lambda name: (round(abs(self.own.chances[name] - 0.5), 6), places[name]))

    def _names_me(self, statement: Said) -> bool:
        fact, accusation = statement.fact, (statement.by, self.prompt.me, "werewolf")
        return isinstance(fact, Check) and (fact.by, fact.whom, fact.role) == accusation

    def _struck(self, deed: str, options: Sequence[Name]) -> Name | None:
        """Returns the player it kills by a power: a werewolf spares its own, any other needs suspicion."""
        if self.prompt.is_wolf:
            prey = [name for name in options if name not in self.prompt.fellows]
            return self._prey(prey) if prey else None
        top = self.suspects(options)[0]
        return top if self.own.chances[top] >= LEAST[deed] else None

    def _prey(self, options: Sequence[Name]) -> Name:
        proposed = [line["one"] for line in self._tonight() if line["one"] in options]
        if proposed:
            return proposed[0]
        claimed = [name for name in self.seers if name in options]
        return claimed[0] if claimed else self.order(options, self.common.chances.__getitem__)[0]

    def _tonight(self) -> Sequence[Mapping[str, str]]:
        lines = self.prompt.of("night", "conferred proposed")
        last = max((place for place, line in enumerate(lines) if line.kind == "night"), default=-1)
        return [line.fields for line in lines[last + 1 :]]

    def _ward(self, options: Sequence[Name]) -> Name:
        wards = [name for name in (*self.seers, self.prompt.me) if name in options]
        return wards[0] if wards else self.order(options, lambda name: self.own.chances[name])[0]
