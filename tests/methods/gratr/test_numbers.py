"""Numbers as the arithmetic and the pictures of a trust graph write them."""

from __future__ import annotations

from parlour.methods.gratr.views.arithmetic import factor, format_trust, number, power, product, size


def test_a_trust_in_a_picture_has_its_sign_and_two_decimals():
    for value, told in (
        (0.0, "0"),
        (0.004, "0"),
        (-0.0049, "0"),
        (0.0051, "+0.01"),
        (-0.0051, "−0.01"),
        (0.744, "+0.74"),
        (-0.5057, "−0.51"),
        (1.0, "+1.00"),
        (-1.0, "−1.00"),
    ):
        assert format_trust(value) == told


def test_a_number_keeps_four_decimals_or_three_figures():
    for value, told in (
        (0.0, "0"),
        (9.9e-10, "0"),
        (1e-9, "0.000000001"),
        (0.00006123, "0.0000612"),
        (-0.47126, "−0.4713"),
        (0.5, "0.5"),
        (2.0, "2"),
        (-10.0, "−10"),
        (123456.78901, "123456.789"),
        (999_999.0, "999999"),
        (1_000_000.0, "1e+06"),
        (-12_345_678.0, "−1.23e+07"),
    ):
        assert number(value) == told


def test_negative_factors_stand_in_brackets_and_sizes_in_bars():
    assert [factor(value) for value in (0.5, -0.5, -1e-12)] == ["0.5", "(−0.5)", "0"]
    assert product([0.9, -0.6, 1]) == "0.9 × (−0.6) × 1"
    assert product([]) == ""
    assert size(-0.5) == "|−0.5|"


def test_only_a_power_above_the_first_is_raised():
    assert [power(0.9, n) for n in (0, 1, 2, 10)] == ["0.9", "0.9", "0.9²", "0.9¹⁰"]
    assert power(-0.5, 3) == "(−0.5)³"
