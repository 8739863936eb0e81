"""A player's node in a trust graph, and the versioned mapping that stores nodes (GRATR, 3.1, eq. 2 and 3)."""

from __future__ import annotations

import math
from collections.abc import Callable, ItemsView, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Generic, Literal, TypeVar, overload

from pydantic import Field, SerializerFunctionWrapHandler, WrapSerializer

from parlour.core import Player
from parlour.methods.gratr.evidence import Edge, Evidence, Parameters, Stance

V = TypeVar("V")
T = TypeVar("T")


class _Absent(Enum):
    ABSENT = "absent"


class _Change(Generic[V]):
    __slots__ = ("key", "later", "value")

    def __init__(self, key: Player, value: V | _Absent, later: Versions[V]) -> None:
        self.key, self.value, self.later = key, value, later


class Versions(Mapping[Player, V]):
    """An immutable version of a mapping by player.

    All versions that grew from one share a single dict (H. Baker, "Shallow binding makes functional arrays
    fast", 1991): it is with the version that was touched last, and the others hold what is different there.
    So the latest version is as quick as a dict, and an older one is first led back, change by change. The
    entries stand in the order in which they came. It is not for several threads at once.

    Copying the dict instead would cost an item of evidence O(n) for a table of n.
    """

    __slots__ = ("_at", "_order", "places")

    def __init__(self, entries: Mapping[Player, V], places: dict[Player, int] | None = None) -> None:
        self._at: dict[Player, V] | _Change[V] = dict(entries)
        self._order: _Order[V] | None = None
        self.places = {key: place for place, key in enumerate(entries)} if places is None else places

    def having(self, key: Player, value: V) -> Versions[V]:
        """Returns the version with this entry."""
        table = self._table()
        self.places.setdefault(key, len(self.places))
        later = Versions[V]({}, self.places)
        later._at, self._at = table, _Change(key, table.get(key, _Absent.ABSENT), later)
        later._order, self._order = self._order, None
        if later._order:
            later._order.changed.add(key)
        table[key] = value
        return later

    def highest(self, rank: Callable[[V], float]) -> list[tuple[float, int, Player]]:
        """Returns some entries of the highest ranks, each as its rank turned round, its place and its key.

        Ranks must be of one function for all versions that grow from one another: the latest version only
        ranks what changed since.
        """
        if self._order is None:
            self._order = _Order()
        return self._order.highest(self._table(), self.places, rank)

    def table(self) -> Mapping[Player, V]:
        """Returns the shared dict, which has this version's entries until another version is touched."""
        return self._table()

    def __getitem__(self, key: Player) -> V:
        return self._table()[key]

    @overload
    def get(self, key: Player, /) -> V | None: ...
    @overload
    def get(self, key: Player, /, default: V | T) -> V | T: ...
    def get(self, key: Player, /, default: V | T | None = None) -> V | T | None:
        """Returns the entry of a key, or the default."""
        return self._table().get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._table()

    def __iter__(self) -> Iterator[Player]:
        return iter(tuple(self._table()))

    def items(self) -> ItemsView[Player, V]:
        """Returns a copy of this version's entries, which later versions do not change."""
        return dict(self._table()).items()

    def __len__(self) -> int:
        return len(self._table())

    def __repr__(self) -> str:
        return repr(self._table())

    def __reduce__(self) -> tuple[type[Versions[V]], tuple[dict[Player, V]]]:
        return Versions, (dict(self._table()),)

    def _table(self) -> dict[Player, V]:
        at = self._at
        return at if isinstance(at, dict) else self._led_back()

    def _led_back(self) -> dict[Player, V]:
        way: list[tuple[Versions[V], _Change[V]]] = []
        here = self
        while isinstance(here._at, _Change):
            way.append((here, here._at))
            here = here._at.later
        table = here._at
        for version, change in reversed(way):
            change.later._at = _Change(change.key, table.get(change.key, _Absent.ABSENT), version)
            if change.value is _Absent.ABSENT:
                del table[change.key]
            else:
                table[change.key] = change.value
            version._at = table
        return table


_LEAST, _MOST = 16, 96
"""How many entries an order keeps, if there are so many; it looks at all of them again below the least."""


class _Order(Generic[V]):
    __slots__ = ("_bound", "_leading", "changed")

    def __init__(self) -> None:
        self._leading: list[tuple[float, int, Player]] = []
        self._bound = (-math.inf, 0)
        self.changed = set[Player]()

    def highest(
        self, table: Mapping[Player, V], places: Mapping[Player, int], rank: Callable[[V], float]
    ) -> list[tuple[float, int, Player]]:
        if self.changed:
            new = ((-rank(table[key]), places[key], key) for key in self.changed if key in table)
            unchanged = [entry for entry in self._leading if entry[2] not in self.changed]
            self._leading = sorted([*unchanged, *(entry for entry in new if entry[:2] < self._bound)])
            self.changed.clear()
        if len(self._leading) < min(_LEAST, len(table)):
            self._leading = sorted((-rank(value), places[key], key) for key, value in table.items())
            self._bound = (math.inf, 0)
        if len(self._leading) > _MOST:
            self._bound = self._leading[_MOST // 2][:2]
            del self._leading[_MOST // 2 :]
        return self._leading


def versions(entries: Mapping[Player, V]) -> Versions[V]:
    """Returns the mapping as a version; the mapping itself if it is one."""
    return entries if isinstance(entries, Versions) else Versions(entries)


def table_of(entries: Mapping[Player, V]) -> Mapping[Player, V]:
    """Returns the dict of a version, to be read before another version is touched; another mapping itself."""
    return entries.table() if isinstance(entries, Versions) else entries


def _as_dict(entries: Mapping[Player, object], write: SerializerFunctionWrapHandler) -> object:
    return write(dict(entries))


AS_DICT = WrapSerializer(_as_dict)
"""Marks a field that may hold versions, so that pydantic writes them as it writes a dict."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Began:
    """The trust is still that of the start."""

    kind: Literal["began"] = "began"


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """The agent knows it for certain, and nothing overwrites it."""

    why: str
    kind: Literal["known"] = "known"


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One item of evidence set the trust: T(p_j) = counts * c (eq. 2 and 3)."""

    evidence: Evidence
    counts: float
    is_prior: bool
    kind: Literal["told"] = "told"


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """One chain's part in a weighted update.

    Attributes:
        product: u (eq. 6), in [-1, 1].
        weight: V - H (eq. 5 and 7), not 0.
    """

    players: tuple[Player, ...]
    product: float
    weight: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Weighed:
    """A retrieval set the trust: the mean of the products, by weight (eq. 8)."""

    shares: tuple[Share, ...]
    kind: Literal["weighed"] = "weighed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Summed:
    """All that was said of a player, added up (`trust=sum`).

    Attributes:
        total: the sum of all credibilities, on top of the trust of the start; the trust is its tanh.
    """

    latest: Evidence
    total: float
    kind: Literal["summed"] = "summed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawn:
    """The trust is a draw of the match seed, and stays (`trust=random`)."""

    kind: Literal["drawn"] = "drawn"


Ground = Annotated[Began | Known | Told | Weighed | Summed | Drawn, Field(discriminator="kind")]
"""What a trust rests on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """The agent's trust in one player, and the edges to that player.

    The paper's history h(p_i) is the events whose numbers stand in the evidence; their words are on record.

    Attributes:
        trust: T(p), in [-1, 1].
    """

    trust: float = 0.0
    ground: Ground = Began()
    most: float = 1.0
    heard: Annotated[Mapping[Player, Edge], AS_DICT] = field(default_factory=dict[Player, Edge])

    @property
    def is_certain(self) -> bool:
        """True if the agent knows the player's side for certain."""
        return isinstance(self.ground, Known)

    def stance(self, epsilon: float) -> Stance:
        """Returns ally above epsilon, adversary below -epsilon, otherwise indifferent (section 3.1)."""
        if abs(self.trust) <= epsilon:
            return Stance.INDIFFERENT
        return Stance.ALLY if self.trust > 0 else Stance.ADVERSARY

    def after(self, item: Evidence, speaker: Node, parameters: Parameters) -> Node:
        """Returns the node p_j after an item about it (eq. 2 and 3).

        u = T(p_i) * c, and T'(p_j) is u if |u| > |T(p_j)|, otherwise T(p_j) as it was. As printed nothing
        would ever move for a player that starts with all others at 0: where |T(p_i)| <= epsilon, the prior
        stands in for T(p_i). What is known for certain is 1 or -1, which no u can exceed.
        """
        if self.is_certain or isinstance(self.ground, Drawn):
            return self
        if parameters.trust == "sum":
            before = self.ground.total if isinstance(self.ground, Summed) else math.atanh(self.trust)
            total = before + item.credibility
            return replace(self, trust=math.tanh(total), ground=Summed(latest=item, total=total))
        is_prior = abs(speaker.trust) <= parameters.epsilon
        counts = parameters.prior if is_prior else speaker.trust
        update = counts * item.credibility
        if abs(update) <= abs(self.trust) or update > self.most:
            return self
        return replace(self, trust=update, ground=Told(evidence=item, counts=counts, is_prior=is_prior))

    def with_edge(self, by: Player, edge: Edge) -> Node:
        """Returns the node with this edge from that player."""
        edges = versions(self.heard).having(by, edge)
        return Node(trust=self.trust, ground=self.ground, most=self.most, heard=edges)


Nodes = Annotated[Mapping[Player, Node], AS_DICT]
"""The node of each player, in seat order."""
