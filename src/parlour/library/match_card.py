"""A match in a few lines, as it prints and as a notebook shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.arena import Record, events, faults
from parlour.core import Event, Player
from parlour.evaluation import Score, Spent, spent, verdicts
from parlour.language.wording import GamePhrases, game_word, has_word, tell, title_of, word
from parlour.library.cards import PHRASES, rendered
from parlour.library.outcome import outcome_of
from parlour.llm import Language
from parlour.views import summary_of, truth


@dataclass(frozen=True, kw_only=True)
class CardSeat:
    """A seat on the card: who it was, and how it was played."""

    player: Player
    role: str
    filling: str
    faults: int


@dataclass(frozen=True, kw_only=True)
class MatchCard:
    """What there is to say of a match at a glance, in the language of its table.

    Attributes:
        language: of the table.
        title: what was played.
        about: which match it is.
        seats: in seat order.
        ended: how it ended, in sentences.
        scores: their names and values.
        cost: what it took, in a sentence.
        chapters: what everybody heard, by round.
    """

    language: Language
    title: str
    about: str
    seats: tuple[CardSeat, ...]
    ended: tuple[str, ...]
    scores: tuple[tuple[str, str], ...]
    cost: str
    chapters: Mapping[str, Sequence[str]]

    @property
    def text(self) -> str:
        """The card as lines, without what was said."""
        widths = [max(len(each[n]) for each in self._table) for n in range(3)]
        seats = (
            "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(each, widths, strict=True)).rstrip()
            for each in self._table
        )
        scores = (f"{name}: {value}" for name, value in self.scores)
        return "\n".join((self.title, self.about, *seats, *self.ended, *scores, self.cost))

    @property
    def html(self) -> str:
        """The card as a notebook shows it, with what everybody heard folded away."""
        return rendered("match.html.j2", self.language, card=self)

    @property
    def _table(self) -> list[tuple[str, str, str]]:
        return [(each.player, each.role, each.filling) for each in self.seats]


def card_of(record: Record) -> MatchCard:
    """A match at a glance."""
    setup = record.setup
    language: Language = setup.language
    status = PHRASES.say(record.status.value, language)
    about = PHRASES.say(
        "about", language, match=record.match, game=setup.game.name, seed=setup.seed, status=status
    )
    scores = summary_of(setup.game.name).scores(record)
    return MatchCard(
        language=language,
        title=title_of(setup.game),
        about=about,
        seats=tuple(_seats(record)),
        ended=tuple(_ended(record)),
        scores=tuple(score_lines(record, scores)),
        cost=cost_line(spent(record.calls), len(faults(record)), language),
        chapters=_chapters(record),
    )


def score_lines(record: Record, scores: Mapping[str, Score]) -> Iterator[tuple[str, str]]:
    """The name and the value of each score in words; those of single sides are left out."""
    language = record.setup.language
    for key, score in scores.items():
        if "." not in key:
            value = word("nothing_scored", language)
            if score.value is not None:
                value = word("of_n", language, value=f"{score.value:.3f}", n=score.n)
            yield _score_name(key, record), value


def cost_line(took: Spent, faults: int, language: Language) -> str:
    """What calls took, in a sentence."""
    return word(
        "cost",
        language,
        calls=took.calls,
        input=took.input_tokens,
        cached=took.cached_tokens,
        output=took.output_tokens,
        dollars=word("unpriced", language) if took.dollars is None else f"${took.dollars:.4f}",
        seconds=round(took.seconds, 1),
        faults=faults,
    )


def heard(record: Record) -> Iterator[tuple[Event, str]]:
    """What everybody at the table learned, each with its words."""
    setup = record.setup
    for event in events(record):
        if event.visible_to is None and (told := tell(event, setup.language, setup.game.name)):
            yield event, told


def _score_name(name: str, record: Record) -> str:
    setup = record.setup
    key = f"score_{name}"
    if has_word(key, setup.language, setup.game.name):
        return game_word(key, setup.language, setup.game.name)
    return name.replace("_", " ")


def _seats(record: Record) -> Iterator[CardSeat]:
    setup, roles = record.setup, truth(record).roles
    phrases = GamePhrases(setup.game.name, setup.language)
    troubles = Counter(fault.player for fault in faults(record))
    for seat in setup.seats:
        holders = ("@".join(filter(None, (each.method, each.model))) for each in (seat, *seat.then))
        yield CardSeat(
            player=seat.player,
            role=phrases.role(roles[seat.player]) if seat.player in roles else "",
            filling=" → ".join(holders),
            faults=troubles[seat.player],
        )


def _ended(record: Record) -> Iterator[str]:
    """Who won; of hidden questions that no role answers, whom the table accused."""
    setup, language = record.setup, record.setup.language
    winner = outcome_of(record).winner
    if winner in (None, "draw"):
        yield PHRASES.say(winner or "undecided", language)
    else:
        phrases = GamePhrases(setup.game.name, language)
        yield phrases.find(f"won_{winner}") or phrases.side(winner)
    if truth(record).roles:
        return
    nobody, comma = PHRASES.say("nobody", language), word("comma", language)
    for case in verdicts(record):
        true = comma.join(case.truth) or nobody
        yield PHRASES.say("accused", language, case=case.case, named=case.eliminated or nobody, true=true)


def _chapters(record: Record) -> dict[str, list[str]]:
    chapters: dict[str, list[str]] = {}
    for event, told in heard(record):
        key = "round" if event.round else "opening"
        title = PHRASES.say(key, record.setup.language, round=event.round)
        chapters.setdefault(title, []).append(told)
    return chapters
