"""The prompts about a post: the evidence in it, its meaning, and the graphs' view of its author."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.core import Player
from parlour.llm import Language, LanguageModel, Part, Prompt, Source, Templates, is_rule_based, with_purposes
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.posts.contest import Contest, Post
from parlour.methods.gratr.posts.graphs import Graphs
from parlour.methods.gratr.posts.reader import Intent, Posted, mentions
from parlour.methods.gratr.retrieval import Explanation
from parlour.methods.gratr.statement_reader import Extracted, extraction_form

EVIDENCE, INTENT = "evidence", "intent"
"""The purposes of a call."""

_TEMPLATES = Templates("parlour.methods.gratr.posts")
_REQUEST = Source(origin="request")


class Decision(BaseModel):
    """A model's reply on the meaning of a post."""

    reason: Annotated[str, Field(max_length=240)]
    intent: str


@dataclass(frozen=True)
class Asking:
    """Puts questions about posts to a model.

    Attributes:
        authors: of all posts, each by its name in lower case.
    """

    contest: Contest
    model: LanguageModel
    language: Language
    authors: Mapping[str, str] = field(repr=False)

    async def evidence(self, post: Post) -> tuple[Evidence, ...]:
        """Returns the evidence of a post, by one call.

        Raises:
            Unreadable: if the reply was of no use.
        """
        closing = _close("read", self.language, post.node)
        reply = await self.model.parse(
            self._prompt(EVIDENCE, self.say("extract"), post, (), closing), self._form(post)
        )
        return tuple(item.evidence(post.node, event=post.number) for item in reply.items)

    async def intent(self, post: Post, context: Sequence[str]) -> Decision:
        """Returns the meaning of a post in its context, by one call.

        Raises:
            Unreadable: if the reply was of no use.
        """
        closing = _close("decide", self.language, post.node)
        prompt = self._prompt(INTENT, self._classify, post, context, closing)
        return await self.model.parse(prompt, self._decision)

    def say(self, verb: str, **variables: object) -> str:
        """Returns a filled template in the language of the prompts."""
        return _TEMPLATES.speak(verb, self.language, **variables)

    def _form(self, post: Post) -> type[Extracted]:
        """Returns the form of a post's evidence, about the camps and the authors that it addresses.

        Each group of targets needs a form of its own, which takes longer to build than rules take to read the
        post; rules need no list of targets, so that one form serves all posts.
        """
        if is_rule_based(self.model.name):
            return extraction_form(None, self._reading)
        camps = (camp.name for camp in self.contest.camps)
        return extraction_form((*camps, *mentions(post.text, post.node, self.authors)), self._reading)

    def _prompt(self, purpose: str, task: str, post: Post, context: Sequence[str], closing: str) -> Prompt:
        texts = (*context, _show(post, self.language), closing)
        return Prompt(
            player=post.node,
            request=f"post-{post.number}",
            purpose=purpose,
            language=self.language,
            system=(Part(text=task), Part(text=self._sides)),
            user=tuple(Part(text=text, source=_REQUEST) for text in texts),
        )

    @cached_property
    def _decision(self) -> type[Decision]:
        classes = tuple((intent.name, intent.camp, intent.sign) for intent in self.contest.classes)
        want = Intent(sides=self.contest.sides, classes=classes)
        names: Any = Literal[tuple(name for name, *_ in classes)]
        form = create_model("Decision", __base__=Decision, intent=(names, ...))
        return with_purposes(form, reason=replace(want, part="reason"), intent=want)

    @cached_property
    def _classify(self) -> str:
        return self.say("classify", classes=self.contest.classes)

    @cached_property
    def _reading(self) -> Posted:
        return Posted(sides=self.contest.sides, authors=self.authors)

    @cached_property
    def _sides(self) -> str:
        return self.say("sides", about=self.contest.about, camps=self.contest.camps)


@lru_cache(maxsize=512)
def _show(post: Post, language: Language) -> str:
    """Returns a post as both of its prompts show it."""
    return _TEMPLATES.speak("post", language, heading=post.heading, text=post.text)


@lru_cache(maxsize=2048)
def _close(verb: str, language: Language, author: Player) -> str:
    return _TEMPLATES.speak(verb, language, author=author)


MOST_EVIDENCE = 3
"""The most items of evidence per camp."""


def tell_author(graphs: Graphs, author: Player, explained: Mapping[str, Explanation], asking: Asking) -> str:
    """Returns an author's stance and trust for each camp after a retrieval, with the evidence, in words.

    The appendix has a model sum this up first, by one call more; here the summary is a form of words, and the
    reasons are those that the decision gives.
    """
    camps = [
        {
            "name": camp,
            "stance": graphs.stance(author, camp),
            "trust": graphs.trust(author, camp),
            "evidence": list(dict.fromkeys(_telling(graphs, author, camp, why)))[:MOST_EVIDENCE],
        }
        for camp, why in explained.items()
    ]
    return asking.say("known", author=author, camps=camps)


def _telling(graphs: Graphs, author: Player, camp: str, why: Explanation) -> Iterator[Evidence]:
    graph = graphs.of[camp]
    yield from reversed(graph.edge(author, camp).evidence[-MOST_EVIDENCE + 1 :])
    for chain in sorted(why.used_chains, key=lambda chain: -abs(chain.weight)):
        for hop in reversed(chain.hops):
            if hop.by not in graphs.of:
                yield hop.edge.evidence[-1]
