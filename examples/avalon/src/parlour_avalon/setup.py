"""What a game of Avalon is dealt from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from parlour.core import (
    CHINESE_CHARACTERS_PER_WORD,
    Player,
    SpeechesSetting,
    Talk,
    WithoutStory,
    chance,
    check_names,
    check_size,
    check_talk,
    dealt,
)
from parlour.errors import SetupError
from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour_avalon.quests import QUESTS, SIZES, fails_needed
from parlour_avalon.roles import FEWEST, MOST, Role, RoleTable, counted, usual_table


class AvalonSetup(WithoutStory, BaseModel):
    """What a game of Avalon is dealt from; its fields say themselves, in both languages, what they mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Literal["avalon"] = "avalon"
    language: Literal["en", "zh"] = Field(
        default="en",
        title="Language",
        description="The table's language.",
        json_schema_extra={"zh": {"title": "语言", "description": "全场使用的语言。"}},
    )
    players: tuple[Player, ...] = Field(
        title="Players",
        description="Everybody, in seat order; 5 to 10.",
        json_schema_extra={"zh": {"title": "玩家", "description": "按座位顺序排列的全部玩家，5至10人。"}},
    )
    roles: RoleTable | None = Field(
        default=None,
        title="Roles",
        description="How many of each role are dealt; as usual for so many players where nothing is said.",
        json_schema_extra={
            "zh": {"title": "角色", "description": "每种角色各有几名；不填则按人数采用常用配置。"}
        },
    )
    deal: tuple[Role, ...] = Field(
        default=(),
        title="Deal",
        description="Who has which role, in seat order; dealt by the match seed where nothing is said.",
        json_schema_extra={
            "zh": {"title": "发牌", "description": "按座位顺序指定每人的角色；不填则由对局种子决定。"}
        },
    )
    leads: Literal["lot", "first"] = Field(
        default="lot",
        title="First leader",
        description="Who leads first: somebody by lot, or the first seat.",
        json_schema_extra={
            "zh": {"title": "首任队长", "description": "第一任队长由抽签决定，或由首座玩家担任。"}
        },
    )
    discussions: int = Field(
        default=1,
        ge=0,
        le=3,
        title="Rounds of talk",
        description="How often everybody speaks on a proposed team before the vote on it.",
        json_schema_extra={
            "zh": {"title": "讨论轮数", "description": "每次组队之后、投票之前，每人发言几次。"}
        },
    )
    talk: Talk = Field(
        default="turns",
        title="Talk",
        description="In turns, or freely, by bids for the floor; where it is open one may interrupt.",
        json_schema_extra={
            "zh": {
                "title": "讨论方式",
                "description": "轮流发言，或自由讨论：想发言的人竞争发言权；开放式讨论中还可以打断别人。",
            }
        },
    )
    speeches: SpeechesSetting = Field(
        default=None,
        title="Speeches in free talk",
        description="For how many there is time on a team; as many as in turns where nothing is said.",
        json_schema_extra={
            "zh": {
                "title": "自由讨论的发言次数",
                "description": "每次组队后最多发言几次；不填则与轮流发言相同。",
            }
        },
    )
    words: int = Field(
        default=100,
        ge=10,
        le=500,
        title="Words per speech",
        description="The limit of a speech, in English; Chinese may be longer.",
        json_schema_extra={
            "zh": {"title": "发言字数", "description": "每次发言的上限，按英文单词计；中文可以更长。"}
        },
    )
    confers: bool = Field(
        default=False,
        title="Evil confers",
        description="Whether those who know the assassin each advise, among themselves, who Merlin is.",
        json_schema_extra={
            "zh": {"title": "坏人商议", "description": "刺杀之前，与刺客相认的坏人是否先各自说出谁是梅林。"}
        },
    )

    @model_validator(mode="after")
    def _can_be_dealt(self) -> Self:
        """Refuses what cannot be dealt.

        Raises:
            SetupError: saying what is wrong with the players or the roles.
        """
        check_size("Avalon", len(self.players), FEWEST, MOST)
        check_names(self.players)
        check_talk(self.talk, self.discussions, self.speeches)
        if self.deal and self.roles and counted(self.deal) != self.roles:
            raise SetupError(f"the deal has {counted(self.deal)}, where the table has {self.roles}")
        self.table.check(len(self.players))
        return self

    @property
    def table(self) -> RoleTable:
        """How many of each role there are."""
        if self.deal:
            return counted(self.deal)
        return self.roles or usual_table(len(self.players))

    @property
    def longest(self) -> int:
        """How many words a speech may have in the table's language."""
        return round(self.words * (CHINESE_CHARACTERS_PER_WORD if self.language == "zh" else 1))

    @property
    def most_rounds(self) -> int:
        """How many quests there are, at most."""
        return QUESTS

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many go on each quest."""
        return SIZES[len(self.players)]

    @property
    def hard_quests(self) -> tuple[int, ...]:
        """The quests that one fail does not make fail."""
        return tuple(n for n in range(1, QUESTS + 1) if fails_needed(len(self.players), n) > 1)

    @property
    def counts(self) -> Mapping[Role, int]:
        """How many of each role there are, the roles that are not dealt too."""
        return {role: self.table.roles.count(role) for role in Role}

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """How many of each role are dealt, of those that are."""
        return {role.value: count for role, count in self.counts.items() if count}

    def dealt(self, seed: int) -> tuple[Role, ...]:
        """Who has which role, in seat order: as given, or by the match seed."""
        return self.deal or dealt(self.table.roles, seed)

    def first_leader(self, seed: int) -> int:
        """The seat that leads first, from 0: the first one, or one by the match seed."""
        return 0 if self.leads == "first" else chance(seed, "leader").randrange(len(self.players))


def seat_names(count: int, language: Literal["en", "zh"]) -> tuple[Player, ...]:
    """So many names, by seat."""
    name = {"en": "Player {}", "zh": "{}号玩家"}[language]
    return tuple(name.format(seat) for seat in range(1, count + 1))
