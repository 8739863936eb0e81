import math
from typing import Any

import pytest
from pydantic import ValidationError

from parlour.methods.gratr import Parameters


def test_the_defaults_are_those_of_the_released_code_and_our_prior():
    given = Parameters()
    assert (given.epsilon, given.rho, given.width, given.gamma, given.prior) == (0.2, 0.95, 3, 0.1, 0.5)
    assert given.merging == "all"
    assert given.hops
    assert given.backward == "all"
    assert Parameters.model_validate({"backward": "no"}).backward == "false"


@pytest.mark.parametrize(
    "wrong",
    [
        {"epsilon": 0.0},
        {"epsilon": 1.0},
        {"epsilon": math.nan},
        {"rho": 1.01},
        {"rho": -0.1},
        {"width": 0},
        {"gamma": math.inf},
        {"gamma": -0.1},
        {"prior": 1.5},
        {"arrive": "never"},
        {"ro": 0.9},
    ],
)
def test_what_is_out_of_range_or_unknown_is_refused(wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        Parameters(**wrong)
