"""WellPlay's statistics, counted in what was imported of it, beside what its paper prints (table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from parlour.games.mystery.script import Category, Script
from parlour.games.mystery.wellplay import is_wellplays, published_name, stories
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
        return cls(
            players=len(script.players),
            victims=len(script.victims),
            questions={category: script.rows(category) for category in Category},
            tokens=sum(count_tokens(act) for character in script.characters for act in character.acts),
        )

    @classmethod
    def total(cls, several: Sequence[StoryCounts]) -> StoryCounts:
        return cls(
            players=sum(counts.players for counts in several),
            victims=sum(counts.victims for counts in several),
            questions={
                category: sum(counts.questions[category] for counts in several) for category in Category
            },
            tokens=sum(counts.tokens for counts in several),
        )

    def record(self) -> dict[str, object]:
        """Returns the counts for programs."""
        per_player = round(self.tokens / self.players) if self.players else None
        return {**asdict(self), "tokens_per_player": per_player}


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
        ours, published = self.ours, self.published
        if ours is None:
            return self.story, self.language, *(MISSING,) * 5, f"{published.tokens:,}"
        pairs = [
            [counts.players, counts.victims, "+".join(map(str, questions)), sum(questions)]
            for counts in (ours, published)
            for questions in [counts.questions.values()]
        ]
        beside = [str(a) if a == b else f"{a} ({b})" for a, b in zip(*pairs, strict=True)]
        return self.story, self.language, *beside, f"{ours.tokens:,}", f"{published.tokens:,}"

    def record(self) -> dict[str, object]:
        """Returns the row for programs."""
        return {
            "story": self.story,
            "language": self.language,
            "ours": self.ours and self.ours.record(),
            "published": self.published.record(),
        }


def statistics(scripts: Sequence[Script], language: Language) -> Iterator[StatisticsRow]:
    """Yields the rows of all twelve stories in one language, and the sum of those that were imported."""
    imported = {published_name(script.id): script for script in scripts if is_wellplays(script)}
    counted: list[tuple[StoryCounts, StoryCounts]] = []
    for name, facts in stories().items():
        published = StoryCounts(
            players=facts.players,
            victims=facts.victims,
            questions=facts.questions,
            tokens=facts.tokens[language],
        )
        ours = StoryCounts.of(imported[name]) if name in imported else None
        counted += [(ours, published)] if ours else []
        yield StatisticsRow(story=name, language=language, ours=ours, published=published)
    yield StatisticsRow(
        story=f"sum of {len(counted)}",
        language=language,
        ours=StoryCounts.total([ours for ours, _ in counted]),
        published=StoryCounts.total([published for _, published in counted]),
    )
