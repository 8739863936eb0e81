"""WellPlay's statistics, counted in what was imported of it, beside what its paper prints (table 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.games.mystery.script import Category, Script
from parlour.games.mystery.wellplay import StoryFacts, is_wellplays, published_name, stories
from parlour.llm import Language, count_tokens
from parlour.views.terminal import ListColumn

MISSING = "–"
COLUMNS = (
    ListColumn(head="story", is_typed=True),
    ListColumn(head="lang", is_typed=True),
    ListColumn(head="players", is_number=True),
    ListColumn(head="victims", is_number=True),
    ListColumn(head="questions", is_typed=True),
    ListColumn(head="all", is_number=True),
    ListColumn(head="tokens", is_number=True),
    ListColumn(head="published", is_number=True),
)
"""Questions by category: objective, reasoning, relations. Tokens are of the scripts, by our estimate."""


@dataclass(frozen=True, kw_only=True)
class StoryCounts:
    """The counts of one story, or several together, in one language, as counted or as published."""

    players: int
    victims: int
    questions: Mapping[Category, int]
    tokens: int

    @classmethod
    def of(cls, script: Script) -> StoryCounts:
        """Returns the counts of a script; its tokens are estimated, since tokenizers differ."""
        acts = (act for character in script.characters for act in character.acts)
        return cls(
            players=len(script.players),
            victims=len(script.victims),
            questions={category: script.rows(category) for category in Category},
            tokens=sum(map(count_tokens, acts)),
        )

    @classmethod
    def from_paper(cls, facts: StoryFacts, language: Language) -> StoryCounts:
        """Returns the counts that the paper prints."""
        return cls(
            players=facts.players,
            victims=facts.victims,
            questions=facts.questions,
            tokens=facts.tokens[language],
        )

    @classmethod
    def total(cls, several: Iterable[StoryCounts]) -> StoryCounts:
        """Returns the sum of several."""
        told = list(several)
        return cls(
            players=sum(each.players for each in told),
            victims=sum(each.victims for each in told),
            questions={category: sum(each.questions[category] for each in told) for category in Category},
            tokens=sum(each.tokens for each in told),
        )


@dataclass(frozen=True, kw_only=True)
class StatisticsRow:
    """A row of the table.

    Attributes:
        ours: our counts; None for a story that was not imported.
        published: the counts that the paper prints.
    """

    story: str
    language: Language
    ours: StoryCounts | None
    published: StoryCounts

    def cells(self) -> tuple[str, ...]:
        """Returns the cells of the table: a different published number stands in brackets."""
        ours, theirs = self.ours, self.published
        if ours is None:
            return self.story, self.language, *(MISSING,) * 5, f"{theirs.tokens:,}"
        asked, printed = ("+".join(map(str, each.questions.values())) for each in (ours, theirs))
        everything, whole = (sum(each.questions.values()) for each in (ours, theirs))
        return (
            self.story,
            self.language,
            _beside(ours.players, theirs.players),
            _beside(ours.victims, theirs.victims),
            _beside(asked, printed),
            _beside(everything, whole),
            f"{ours.tokens:,}",
            f"{theirs.tokens:,}",
        )

    def record(self) -> dict[str, object]:
        """Returns the row for programs."""
        return {
            "story": self.story,
            "language": self.language,
            "ours": _record(self.ours) if self.ours else None,
            "published": _record(self.published),
        }


def statistics(scripts: Sequence[Script], language: Language) -> Iterator[StatisticsRow]:
    """Yields the rows of all twelve stories in one language, and the sum of those that were imported."""
    found = {published_name(each.id): each for each in scripts if is_wellplays(each)}
    rows = [
        StatisticsRow(
            story=name,
            language=language,
            ours=StoryCounts.of(found[name]) if name in found else None,
            published=StoryCounts.from_paper(facts, language),
        )
        for name, facts in stories().items()
    ]
    yield from rows
    counted = [(row.ours, row.published) for row in rows if row.ours]
    yield StatisticsRow(
        story=f"sum of {len(counted)}",
        language=language,
        ours=StoryCounts.total(ours for ours, _ in counted),
        published=StoryCounts.total(theirs for _, theirs in counted),
    )


def _beside(ours: object, theirs: object) -> str:
    return str(ours) if ours == theirs else f"{ours} ({theirs})"


def _record(counts: StoryCounts) -> dict[str, object]:
    questions = {str(category): count for category, count in counts.questions.items()}
    return {
        "players": counts.players,
        "victims": counts.victims,
        "questions": questions,
        "tokens": counts.tokens,
        "tokens_per_player": round(counts.tokens / counts.players) if counts.players else None,
    }
