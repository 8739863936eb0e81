"""What a game that declares none of its own may ask, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.core import RequestKind, request_kinds
from tests.cases import cases

SPOKEN: Mapping[RequestKind, set[str]] = {
    request_kinds.INTRODUCE: {"speech", "reminds"},
    request_kinds.ASK: {"speech", "in_turn", "addressed"},
    request_kinds.REPLY: {"speech", "in_turn", "reminds"},
    request_kinds.SPEAK: {"speech", "in_turn"},
}
UNSPOKEN: Mapping[RequestKind, set[str]] = {
    request_kinds.PREPARE: {"silent"},
    request_kinds.REFLECT: {"silent"},
    request_kinds.BID: {"bids"},
    request_kinds.CHECK: {"secret", "target", "seeks", "deed"},
    request_kinds.VOTE: {"seeks", "judges"},
    request_kinds.ANSWER: set(),
}


@cases(("kind", "properties"), [*SPOKEN.items(), *UNSPOKEN.items()])
def test_a_kind_that_games_share_is_what_it_says(kind: RequestKind, properties: set[str]):
    assert {name for name in RequestKind.__slots__ if getattr(kind, name)} == properties


def test_what_is_asked_in_thought_or_secret_is_not_known_to_be_asked():
    closed = {kind for kind in (*SPOKEN, *UNSPOKEN) if not kind.is_open}
    assert closed == {request_kinds.PREPARE, request_kinds.REFLECT, request_kinds.CHECK}
