"""A seed that nobody named is short where it is printed, and secret where somebody plays from elsewhere."""

from __future__ import annotations

from parlour.arena import SECRET_BITS, Seating, drawn_seed, secret_seed


def test_a_program_that_plays_from_elsewhere_cannot_guess_the_seed():
    for seating in (
        Seating(method="remote"),
        Seating(method="plain", seats=("Anna=plain@reader", "Ben=remote")),
        Seating(method="plain", teams=("werewolf=remote",)),
    ):
        assert max(drawn_seed(seating) for _ in range(20)) > 2 ** (SECRET_BITS - 20)
    assert max(drawn_seed(Seating(method="plain", seats=("Ben=human",))) for _ in range(20)) < 2**31
    assert len({secret_seed() for _ in range(100)}) == 100
