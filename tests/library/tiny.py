"""An experiment of a second or two, with a figure and a published number."""

from parlour.experiments import Arm, Published, Suite

SUITE = Suite(
    name="tiny",
    title="Whether <plain> talk helps",
    source="no paper",
    conditions=(
        Arm(name="random", method="random", game="onenight"),
        Arm(name="plain", method="plain", game="onenight"),
    ),
    metrics=("wins.village", "vote_accuracy"),
    stories="onenight",
    games=3,
    published={("plain", "", "wins.village"): Published(value=0.4)},
    figure="bars",
    reference="plain",
)
