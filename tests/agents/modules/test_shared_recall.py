import asyncio

from parlour.agents import Writer
from parlour.agents.modules import SharedRecall
from parlour.llm import LanguageModel
from tests.agents.seats import asking, introduced, observation
from tests.llm.samples import Scripted


def test_a_request_is_called_to_mind_once_and_the_next_anew():
    seen = observation()
    recall = SharedRecall(writer=Writer(observation=seen, model=LanguageModel(backend=Scripted("x"))))
    first = asyncio.run(recall.on(asking()))
    seen.observe(introduced(20, "Ben", "I am Ben."))
    assert asyncio.run(recall.on(asking())) is first
    assert asyncio.run(recall.on(asking("Carl"))).until == first.until + 1
