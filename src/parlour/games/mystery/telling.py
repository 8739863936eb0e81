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
    read,
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


_DEATH = Killing | Cause | DeathPlace | DeathTime


def tell_person(text: str, language: Language, names: Sequence[Name], reader: Name | None = None) -> str:
    """Returns a text of a generated script as a person's page shows it; models read it as it stands.

    The facts of a death are one sentence. Behind a cover story stands what is false about it and what it
    risks.
    """
    evening = read(text, language, reader=reader, names=names).facts
    return "\n".join(_tell_line(line, language, names, reader, evening) for line in text.split("\n"))


def _tell_line(
    line: str, language: Language, names: Sequence[Name], reader: Name | None, evening: Sequence[Fact]
) -> str:
    words, statements = phrases(language), read(line, language, reader=reader, names=names).found
    for victim in dict.fromkeys(
        statement.fact.victim for statement in statements if isinstance(statement.fact, _DEATH)
    ):
        facts = {
            statement.sentence: statement.fact
            for statement in statements
            if isinstance(statement.fact, _DEATH) and statement.fact.victim == victim
        }
        if len(facts) > 1:
            first, *others = facts
            line = line.replace(first, _tell_death(list(facts.values()), language, reader), 1)
            for sentence in others:
                line = line.replace(words.gap + sentence, "", 1)
    claims = [statement.fact for statement in statements if isinstance(statement.fact, Claim)]
    lies = [claim.fact for claim in claims if claim.by == reader and isinstance(claim.fact, Presence)]
    risks = [words.risk.format(**places) for lie in lies for places in _places(lie, evening, language)]
    return "\n".join([line, words.gap.join([words.untrue, *risks, words.own_words])]) if risks else line


def _tell_death(facts: Sequence[Fact], language: Language, reader: Name | None) -> str:
    """Returns one sentence for what is known of a death."""
    words, parts = phrases(language), dict.fromkeys(("thing", "place", "time"), "")
    killers, victim, killed = list[Name](), "", words.killed
    for fact in facts:
        match fact:
            case Killing(who=who, victim=victim):
                killers.append(words.reader if who == reader else who)
            case Cause(thing=thing, victim=victim):
                parts["thing"] = words.with_thing.format(thing=say(WordKind.THING, thing, language))
                killed = say(WordKind.THING, thing, language, "killed")
            case DeathPlace(place=place, victim=victim):
                parts["place"] = words.at_place.format(place=say(WordKind.PLACE, place, language))
            case DeathTime(slot=slot, victim=victim):
                parts["time"] = words.at_time.format(time=say_time(slot, language))
            case _:
                pass
    if not killers:
        return words.death.format(victim=victim, killed=killed, **parts)
    return words.deed.format(killers=words.last.join(killers), victim=victim, **parts)


def _places(lie: Presence, evening: Sequence[Fact], language: Language) -> Iterator[Mapping[str, str]]:
    """Yields the place of a false alibi, and the one where its teller really was."""
    for fact in evening:
        if isinstance(fact, Presence) and (fact.who, fact.slot) == (lie.who, lie.slot):
            yield {
                "time": say_time(lie.slot, language),
                "place": say(WordKind.PLACE, fact.place, language),
                "told": say(WordKind.PLACE, lie.place, language),
            }


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
    reader: str
    killed: str
    death: str
    deed: str
    with_thing: str
    at_place: str
    at_time: str
    untrue: str
    risk: str
    own_words: str


@cache
def phrases(language: Language) -> MysteryPhrases:
    """Returns the prose of a language, from `words/telling.{en,zh}.yaml`."""
    file = resources.files("parlour.games.mystery") / "words" / f"telling.{language}.yaml"
    return MysteryPhrases.model_validate(read_yaml(file.read_text(encoding="utf-8")))
