import pytest
from pydantic import ValidationError

from parlour.agents.memory import Budgets
from tests.cases import cases


def test_the_budgets_are_the_papers_unless_set():
    """PLAYER*, appendix C.1."""
    assert Budgets() == Budgets(script=4000, dialogue=4000, answering=5000)


@cases("wrong", [{"script": 99}, {"dialogue": 0}, {"answering": -1}, {"talk": 4000}])
def test_a_budget_too_small_or_unknown_is_refused(wrong: dict[str, int]):
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        Budgets.model_validate(wrong)
