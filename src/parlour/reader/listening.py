"""The reader as a person's listener: what is offered of a typed text, and what is sent with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from parlour.core import GameSetup, Player, Request, count_words, request_kinds
from parlour.language.facts import Fact, Level, Question, Suspicion, Trust, read, sentences, understand
from parlour.language.hearing import (
    MOST_OFFERED,
    Chip,
    HeardAct,
    OfferedReadings,
    Offers,
    TalkTable,
    chip,
    follow,
    hear,
    lacks,
    nearest,
    offers,
    say_meaning,
)
from parlour.language.hearing import sentences as typed_sentences
from parlour.reader.hearing import hear_acts
from parlour.reader.phrases import TableNames

_PUT = get_args(Question)
_OF_EARLIER = 3
"""The most chips of a sentence before the last one of which none is lit."""
_BESIDE_LIT, _LONG = 2, 8
"""The least chips of one of which something is lit, and from how many words on it may say more."""


@dataclass(frozen=True, kw_only=True)
class PersonListener:
    """Hears what one person types as the reader will.

    Attributes:
        is_stated: tells whether characters read a sentence as it stands, beyond the grammar of facts.
    """

    table: TalkTable
    asks: bool = False
    is_stated: Callable[[str], bool] = lambda sentence: False

    @property
    def offers(self) -> Offers:
        """The sentences that fit the open question and are understood."""
        return offers(self.table, asks=self.asks)

    def hears(self, text: str, *, most: int) -> OfferedReadings:
        """Returns the readings of a text; of several sentences those of each.

        Those of the last sentence come first. Of one before it what is lit is shown, or else a few readings.
        """
        whole = self._hear(text, self.table, most=most)
        parts = typed_sentences(text, self.table.language)
        if whole.is_plain or len(parts) == 1:
            return whole
        options, table, is_heard = list[Chip](), self.table, whole.is_heard_bare
        free = replace(self, asks=False)  # a speech that is to ask may say something, too
        for number, part in enumerate(parts, 1):
            readings = free._hear(part, table, most=most, is_last=number == len(parts))
            options = [*(readings.chips if number == len(parts) else _earlier(readings)), *options]
            is_heard, table = is_heard or readings.is_heard_bare, follow(part, table)
        lit = [option for option in options if option.is_lit]
        by_text = {option.text: option for option in (*options[::-1], *lit)}
        once = dict.fromkeys(by_text[option.text] for option in options)
        return replace(whole, chips=tuple(once), is_heard_bare=is_heard)

    def _hear(self, text: str, table: TalkTable, *, most: int, is_last: bool = True) -> OfferedReadings:
        """Returns the readings of a text in a context; if the last says nothing, the usual answers."""
        if len(named := [victim for victim in table.victims if victim in text]) == 1:
            table = replace(table, case=named[0])
        readings, parts = hear(text, table).offered, tuple(sentences(text))
        stated = parts if all(map(self.is_stated, parts)) else ()
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
        plain = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
        asked = (question for question in plain.questions if getattr(question, "by", "") != table.speaker)
        stands = (*plain.facts, *asked)
        is_clear = not (got.unclear or got.guesses)
        lit = {heard_act.means for reading in readings for heard_act in reading if heard_act.is_sure}
        meanings = got.meanings if is_clear else [meaning for meaning in stands if meaning not in lit]
        all_meanings = {*stands, *(heard_act.means for reading in readings for heard_act in reading)}
        if table.is_of_roles:  # "what are you?" asks for a secret in a story alone
            likeliest = {heard_act.means for reading in readings[:1] for heard_act in reading}
            meanings = [meaning for meaning in meanings if meaning in {*stands, *likeliest}]
        is_plain = bool(stated) or (is_clear and bool(meanings) and all_meanings.issuperset(meanings))
        fitting = (meaning for meaning in meanings if is_plain or not self.asks or isinstance(meaning, _PUT))
        meant = stated or [say_meaning(meaning, self.table) for meaning in fitting]
        is_lit = is_plain or not is_clear  # in unclear words only what the grammar itself reads is found
        chips = [
            Chip(text=sentence, sentences=(sentence,), is_lit=is_lit) for sentence in dict.fromkeys(meant)
        ]
        if not is_plain:
            more = [reading for reading in readings if self._is_more(reading, meanings)]
            if self.asks:  # what is no question can be said, too
                more += filter(
                    lambda reading: replace(self, asks=False)._is_more(reading, meanings), readings
                )
            chips += [self._chip(reading, text) for reading in dict.fromkeys(more)]
        bare = hear(text, replace(table, to=None, asked="", asker=None))
        chips = (chips if is_plain else chips[:MOST_OFFERED]) or [*(self._usual(text) if is_last else ())]
        return OfferedReadings(
            typed=text,
            language=table.language,
            chips=tuple(replace(option, source=text) for option in chips),
            most=most,
            is_plain=is_plain,
            is_heard_bare=bool(got.meanings or bare.meanings),
        )

    def _is_more(self, reading: Sequence[HeardAct], meanings: Collection[Fact | Question]) -> bool:
        """Returns true if a reading says more than those meanings, and is a question if one is to be put."""
        is_fitting = not self.asks or any(
            heard_act.is_sure or heard_act.act.is_question for heard_act in reading
        )
        stated = {_with_usual_level(meaning) for meaning in meanings}
        return is_fitting and not all(_with_usual_level(heard_act.means) in stated for heard_act in reading)

    def _chip(self, reading: Sequence[HeardAct], text: str) -> Chip:
        """Returns a reading to switch on, or the sentence to write if its act lacks something."""
        act = reading[0]
        if act.means is None and not act.is_sure and lacks(act.act, self.table):
            near = nearest(text, self.offers, self.table.language)
            if any(gap in near for gap in self.offers.choices):
                return replace(chip(reading, self.table), sentences=(near,))
        return chip(reading, self.table)

    def _usual(self, text: str) -> Iterator[Chip]:
        near = nearest(text, self.offers, self.table.language)
        answers = [offer.words for offer in self.offers.sentences if offer.is_answer]
        for sentence in list(dict.fromkeys(filter(None, (near, *answers))))[:MOST_OFFERED]:
            yield Chip(text=sentence, sentences=(sentence,))


def _with_usual_level(meaning: Fact | Question | None) -> Fact | Question | None:
    """Returns an opinion without its degree, which typed words are not heard with."""
    return replace(meaning, level=Level.SOME) if isinstance(meaning, Suspicion | Trust) else meaning


def _earlier(readings: OfferedReadings) -> Sequence[Chip]:
    """Returns what is lit of a sentence and its likeliest readings that each say something more."""
    options = [option for option in readings.chips if option.is_lit]
    may_say_more = count_words(readings.typed) >= _LONG
    most = max(_BESIDE_LIT if may_say_more else 0, len(options)) if options else _OF_EARLIER
    said = {sentence for option in options for sentence in option.sentences}
    for option in readings.chips:
        if len(options) < most and not said.issuperset(option.sentences):
            options.append(option)
            said.update(option.sentences)
    return options


@dataclass(frozen=True, kw_only=True)
class TalkListener:
    """Hears a person in a game in which players argue in public."""

    table: TalkTable

    def hears(self, said: str, request: Request, to: Player | None) -> OfferedReadings:
        """Returns the readings of a text."""
        return self._listener(request, to).hears(said, most=request.words)

    def offers(self, request: Request) -> Offers:
        return self._listener(request, None).offers

    def _listener(self, request: Request, to: Player | None) -> PersonListener:
        asks = request.kind is request_kinds.ASK
        night = max(request.round, 1) if self.table.scope == "roles" else 1
        table = replace(self.table, to=to, night=night)
        return PersonListener(table=table, asks=asks, is_stated=self._is_stated)

    def _is_stated(self, sentence: str) -> bool:
        table = self.table
        if read(sentence, table.language, speaker=table.speaker, names=table.names).facts:
            return True
        return bool(
            hear_acts(sentence, table.speaker, TableNames(language=table.language, players=table.names))
        )


@dataclass(frozen=True, kw_only=True)
class TalkHearing:
    """A game's part `reader.HEARING` where players argue in public: the reader plays at each of its tables.

    Attributes:
        scope: what is spoken of (`TalkTable`).
    """

    scope: str

    def listener(self, setup: GameSetup, person: Player) -> TalkListener:
        """Returns the listener to that person among the reader's characters."""
        table = TalkTable(
            language=setup.language,
            names=setup.players,
            speaker=person,
            scope=self.scope,
            roles=tuple(setup.dealt_roles),
        )
        return TalkListener(table=table)

    def refusal(self, setup: GameSetup) -> str | None:
        """Returns None, since the reader plays every table."""
        del setup
        return None
