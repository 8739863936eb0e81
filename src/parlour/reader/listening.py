"""Listening to a person at the reader's table: readings of the words are offered before they are said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from parlour.core import GameSetup, Player, Request, request_kinds
from parlour.language.facts import Question, Word, read, sentences, understand
from parlour.language.hearing import (
    MOST_OFFERED,
    Chip,
    HeardAct,
    OfferedReadings,
    Offers,
    TalkTable,
    chip,
    hear,
    lacks,
    nearest,
    offers,
    say_meaning,
)
from parlour.reader.hearing import hear_acts
from parlour.reader.phrases import TableNames

_QUESTIONS = get_args(Question)
_IN_SO_MANY_WORDS = frozenset({"unknown", "saw_nobody"})
"""Acts without a sentence of their own, but with an offered one that says just this."""


@dataclass(frozen=True, kw_only=True)
class PersonListener:
    """Hears what one person types as the reader will."""

    table: TalkTable
    asks: bool = False
    roles: tuple[Word, ...] = ()

    @property
    def offers(self) -> Offers:
        """Sentences that fit what is open, and are understood."""
        return offers(self.table, asks=self.asks, roles=self.roles)

    def hears(self, text: str, *, most: int, stated: Sequence[str] = ()) -> OfferedReadings:
        """Returns the readings of a text."""
        table, acts = self.table, hear(text, self.table).offered
        # without a look at the question that is open
        got = understand(
            text,
            table.language,
            table.names,
            speaker=table.speaker,
            reader=table.to,
            victims=table.victims,
            hours=table.hours if table.victims else (),
            deaths=table.deaths,
        )
        found = () if got.unclear or got.guesses else got.meanings
        plain = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
        told = {*plain.facts, *plain.questions, *(each.means for each in acts)}
        is_plain = bool(stated) or (bool(found) and told.issuperset(found))
        fitting = (each for each in found if is_plain or not self.asks or isinstance(each, _QUESTIONS))
        meant = stated or [say_meaning(each, table) for each in fitting]
        chips = [Chip(text=each, sentence=each, is_lit=is_plain) for each in dict.fromkeys(meant)]
        if not is_plain:
            asked = [each for each in acts if each.is_sure or each.act.is_question or not self.asks]
            chips += [self._chip(each, text) for each in asked if each.means not in found]
        bare = hear(text, replace(table, to=None, asked="", asker=None))
        return OfferedReadings(
            typed=text,
            language=table.language,
            chips=tuple(chips or self._usual(text))[: None if is_plain else MOST_OFFERED],
            most=most,
            is_plain=is_plain,
            is_heard_bare=bool(got.meanings or bare.meanings),
        )

    def _chip(self, act: HeardAct, text: str) -> Chip:
        """An act to switch on, or the sentence to write if it lacks something."""
        found = chip(act, self.table)
        near = "" if found.sentence else nearest(text, self.offers, self.table.language)
        is_begun = any(gap in near for gap in self.offers.choices)
        if is_begun and lacks(act.act, self.table):
            return replace(found, sentence=near)
        says_same = act.act.kind in _IN_SO_MANY_WORDS and near and not is_begun
        kinds = [each.act.kind for each in hear(near, self.table).heard] if says_same else []
        return replace(found, sentence=near) if kinds == [act.act.kind] else found

    def _usual(self, text: str) -> Iterator[Chip]:
        near = nearest(text, self.offers, self.table.language)
        answers = [each.words for each in self.offers.sentences if each.is_answer]
        for words in list(dict.fromkeys(filter(None, (near, *answers))))[:MOST_OFFERED]:
            yield Chip(text=words, sentence=words)


@dataclass(frozen=True, kw_only=True)
class TalkListener:
    """Hears a person in a game in which players argue in public."""

    table: TalkTable
    roles: tuple[Word, ...] = ()
    deeds: frozenset[str] = frozenset()

    def hears(self, said: str, request: Request, to: Player | None) -> OfferedReadings:
        """Returns the readings of a text."""
        stated = tuple(sentences(said))
        stated = stated if all(map(self._is_stated, stated)) else ()
        return self._listener(request, to).hears(said, most=request.words, stated=stated)

    def offers(self, request: Request) -> Offers:
        """Sentences that answer a request and are understood."""
        return self._listener(request, None).offers

    def _listener(self, request: Request, to: Player | None) -> PersonListener:
        asks = request.kind is request_kinds.ASK
        spoken_to = None if request.kind in self.deeds else to
        return PersonListener(table=replace(self.table, to=spoken_to), asks=asks, roles=self.roles)

    def _is_stated(self, sentence: str) -> bool:
        table = self.table
        if read(sentence, table.language, speaker=table.speaker, names=table.names).facts:
            return True
        return bool(
            hear_acts(sentence, table.speaker, TableNames(language=table.language, players=table.names))
        )


@dataclass(frozen=True, kw_only=True)
class TalkHearing:
    """A game's part `hearing` where players argue in public: the reader plays at each of its tables.

    Attributes:
        scope: what is spoken of (`TalkTable`).
    """

    scope: str
    deeds: frozenset[str] = frozenset()

    def listener(self, setup: GameSetup, person: Player) -> TalkListener:
        """Who listens to that person among the reader's characters."""
        table = TalkTable(language=setup.language, names=setup.players, speaker=person, scope=self.scope)
        return TalkListener(table=table, roles=tuple(setup.dealt_roles), deeds=self.deeds)

    def refusal(self, setup: GameSetup) -> str | None:
        """Why the reader cannot play it: it plays every table."""
        del setup
        return None
