"""A generated evening as a script: to each character what it knows, in the controlled language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from types import UnionType

from pydantic import BaseModel, ConfigDict

from parlour.core import chance
from parlour.core.language import read_yaml
from parlour.games.mystery.script import Character, Kinship, Script, Victim
from parlour.games.mystery.world import Knowledge, World
from parlour.language.facts import (
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Language,
    Means,
    Motive,
    Name,
    Presence,
    Quarrel,
    Secret,
    Sighting,
    Word,
    WordKind,
    render,
    say,
    say_time,
)
from parlour.language.facts import Relation as Tie

_NUMBERS = range(1_000, 10_000)
"""The numbers in titles: too few to identify a seed."""


@dataclass(frozen=True, kw_only=True)
class Teller:
    """Tells one evening in one language."""

    world: World
    knowledge: Knowledge
    language: Language
    acts: int
    draw: Callable[[Fact], Random]

    def script(self, seed: int, story: str) -> Script:
        """Returns the whole script, without questions."""
        words = self._words
        setting = words.settings[self.world.setting]
        return Script(
            # The number is drawn, since the seed would reveal the murderers.
            title=words.title.format(setting=setting.title, number=chance(seed, "title").choice(_NUMBERS)),
            story=story,
            language=self.language,
            warning=words.warning,
            synopsis="\n".join(self._synopsis()),
            characters=tuple(self._character(name) for name in self.world.cast.players),
            victims=tuple(
                Victim(name=murder.victim, murderers=murder.killers) for murder in self.world.murders
            ),
            relations=tuple(self._relations()),
        )

    @property
    def _words(self) -> MysteryPhrases:
        return phrases(self.language)

    def _synopsis(self) -> Iterator[str]:
        words = self._words
        *names, last = (self.world.full_names[name] for name in self.world.cast.players)
        yield words.settings[self.world.setting].scene
        yield words.present.format(names=words.comma.join(names) + words.last + last)
        for murder in self.world.murders:
            facts = [fact for fact in murder.facts if fact in self.knowledge.public]
            discovery = words.found.format(victim=murder.victim, time=say_time(murder.found, self.language))
            together = [words.together] if len(murder.killers) > 1 else []
            yield words.gap.join([self._render(facts), discovery, *together])
        yield words.gap.join([words.settings[self.world.setting].sealed, words.task])

    def _character(self, name: Name) -> Character:
        words, facts = self._words, tuple(dict.fromkeys(self.knowledge.private_facts[name]))
        secret = [fact for fact in facts if isinstance(fact, Secret)]
        return Character(
            name=name,
            acts=tuple(self._acts(name, facts)),
            secrets=(words.gap.join([self._render(secret, name), words.discretion]),),
            objectives=tuple(self._objectives(name)),
        )

    def _objectives(self, name: Name) -> Iterator[str]:
        words, own = self._words, self._killed_by(name)
        yield from (words.escape.format(victim=victim) for victim in own)
        others = (murder.victim for murder in self.world.murders if murder.victim not in own)
        yield from (words.find.format(victim=victim) for victim in others)
        yield words.mislead if own else words.hide

    def _killed_by(self, name: Name) -> list[Name]:
        return [murder.victim for murder in self.world.murders if name in murder.killers]

    def _acts(self, name: Name, facts: Sequence[Fact]) -> Iterator[str]:
        """Yields the acts: all own facts in the first, and those about others dealt out over the rest."""
        words, is_guilty = self._words, name in self.world.murderers
        clues = [fact for fact in facts if _is_clue(fact, name, is_guilty=is_guilty)]
        crime = [fact for victim in self._killed_by(name) for fact in _crime(facts, name, victim)]
        own = [fact for fact in facts if fact not in clues and fact not in crime]
        first = [
            words.gap.join([words.you.format(name=self.world.full_names[name]), self._side(name)]),
            *self._part(words.crime, crime, name),
            *self._part(words.story, _of(own, Claim), name),
            "\n".join([words.evening, *self._evening(name, own)]),
            *self._part(words.ties, _of(own, Tie), name),
            *self._part(words.reach, _of(own, Motive | Means), name),
        ]
        later = [clues[act :: self.acts - 1] for act in range(self.acts - 1)] if self.acts > 1 else []
        yield "\n\n".join([*first, *([] if later else self._part(words.clues, clues, name))])
        for group in later:
            yield "\n\n".join(self._part(words.later, group, name)) or words.no_clues

    def _side(self, name: Name) -> str:
        """Returns the sentence that a character is guilty or not; each innocent one gets another."""
        innocent = self._words.innocent
        if name in self.world.murderers:
            return self._words.guilty
        return innocent[self.world.cast.players.index(name) % len(innocent)]

    def _evening(self, name: Name, facts: Sequence[Fact]) -> Iterator[str]:
        for slot in self.world.slots:
            here = _of(facts, Presence | Sighting | Quarrel)
            yield self._render((fact for fact in here if getattr(fact, "slot", None) == slot), name)

    def _part(self, title: str, facts: Sequence[Fact], name: Name) -> list[str]:
        return [f"{title}\n{self._render(facts, name)}"] if facts else []

    def _render(self, facts: Iterable[Fact], reader: Name | None = None) -> str:
        sentences = (render(fact, self.language, self.draw(fact), reader=reader) for fact in facts)
        return self._words.gap.join(sentences)

    def _relations(self) -> Iterator[Kinship]:
        pairs = dict.fromkeys((relation.of, relation.to) for relation in self.world.relations)
        for of, to in pairs:
            kinds = (
                relation.kind for relation in self.world.relations if (relation.of, relation.to) == (of, to)
            )
            words = tuple(say(WordKind.RELATION, kind, self.language) for kind in kinds)
            yield Kinship(of=of, to=to, kinds=words)


def _of(facts: Sequence[Fact], kind: type | UnionType) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kind)]


def _crime(facts: Sequence[Fact], name: Name, victim: Name) -> Iterator[Fact]:
    """Yields the facts of a murder: killer, motive, weapon, place and time."""
    for kind in (Killing, Motive, Cause, DeathPlace, DeathTime):
        for fact in facts:
            is_own = not isinstance(fact, Motive) or fact.who == name
            if isinstance(fact, kind) and fact.victim == victim and is_own:
                yield fact


def _is_clue(fact: Fact, name: Name, *, is_guilty: bool) -> bool:
    """Returns true if a fact is about others, and was not simply seen on the way."""
    match fact:
        case Presence() | Sighting() | Quarrel() | Tie() | Secret() | Claim() | Killing():
            return False
        case Motive(who=who) | Means(who=who):
            return who != name
        case Cause() | DeathTime() | DeathPlace():
            return not is_guilty
        case _:
            return True


class Setting(BaseModel):
    """A setting's title, its public description, and why only those present can have done it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: str
    scene: str
    sealed: str


class MysteryPhrases(BaseModel):
    """The prose of one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    gap: str
    comma: str
    last: str
    title: str
    warning: str
    settings: Mapping[Word, Setting]
    present: str
    found: str
    together: str
    task: str
    you: str
    innocent: tuple[str, ...]
    guilty: str
    evening: str
    ties: str
    reach: str
    crime: str
    story: str
    clues: str
    later: str
    no_clues: str
    discretion: str
    find: str
    hide: str
    escape: str
    mislead: str


@cache
def phrases(language: Language) -> MysteryPhrases:
    """Returns the prose of a language, from `words/telling.{en,zh}.yaml`."""
    file = resources.files("parlour.games.mystery") / "words" / f"telling.{language}.yaml"
    return MysteryPhrases.model_validate(read_yaml(file.read_text(encoding="utf-8")))
