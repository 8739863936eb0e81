"""What a file says of an arm on mysteries, and what it leaves out."""

from __future__ import annotations

from parlour.games.mystery.arms import MysteryArm, MysteryArmForm


def test_what_a_file_leaves_out_is_as_in_an_arm_made_in_code():
    said = MysteryArmForm(name="ours", method="plain")
    assert said.arm("mystery") == MysteryArm(name="ours", method="plain")
