"""The one door to language models: `generate` text, `parse` a reply of a given form, `weigh` options."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, Field, ValidationError, create_model

from parlour.errors import Unreadable
from parlour.llm.backend import Backend, Call, Completion, OnChunk, is_rule_based, schema_text
from parlour.llm.prompt import FieldPurpose, Part, Prompt, is_marked
from parlour.llm.replies import Reply, read_reply
from parlour.llm.texts import Templates

REPAIRS = 2
TEMPERATURE = 0.7
SPEECH_TOKENS, REPLY_TOKENS = 400, 800
LEAST_MASS = 0.01
_SPACES = " \t\r\nĠ▁Ċ"
"""A space as tokenizers spell it."""
UNMARKED = "-unmarked"
"""How the purpose of a call ends on record where the reader was not told what all of the reply is for."""
_TEMPLATES = Templates("parlour.llm")


@dataclass(frozen=True, kw_only=True)
class OptionWeights:
    """The probability that a model assigns to each option.

    Attributes:
        probabilities: per option, adding up to 1.
        by: read off log-probabilities, or the model's own estimate in words.
        mass: the probability that the model answers with any of the options, in (0, 1].
    """

    probabilities: Mapping[str, float]
    by: Literal["logprobs", "verbal"]
    mass: float = 1.0


@dataclass(frozen=True, kw_only=True)
class LanguageModel:
    """A model behind the door, whatever it is."""

    backend: Backend
    temperature: float = TEMPERATURE
    game: str = ""
    players: tuple[str, ...] = ()
    draw_seed: str = ""
    has_people: bool = False

    @property
    def name(self) -> str:
        return self.backend.name

    @property
    def context(self) -> int:
        """The size of its window in tokens."""
        return self.backend.context

    async def generate(
        self,
        prompt: Prompt,
        *,
        max_tokens: int = SPEECH_TOKENS,
        on_chunk: OnChunk | None = None,
        wants: FieldPurpose | None = None,
    ) -> str:
        """Returns free text, streamed as it forms; asks once more after thoughts without an answer.

        Raises:
            Unreadable: if nothing came back, or the server refused the prompt.
            ModelUnavailable: if the model cannot be reached.
        """
        completion = await self._complete(self._call(prompt, max_tokens, wants=wants), on_chunk)
        if not completion.text.strip() and completion.thoughts and not completion.is_cut:
            task = Part(text=_TEMPLATES.speak("answer", prompt.language))
            again = replace(prompt, user=(*prompt.user, task))
            completion = await self._complete(self._call(again, max_tokens, wants=wants), on_chunk)
        if text := completion.text.strip():
            return text
        raise Unreadable(_silence(completion))

    async def parse(self, prompt: Prompt, reply: type[Reply], *, max_tokens: int = REPLY_TOKENS) -> Reply:
        """A reply of the given form, repaired twice with the error fed back.

        Raises:
            Unreadable: if the third attempt cannot be read either, or the server refused the prompt.
            ModelUnavailable: if the model cannot be reached.
        """
        while True:
            call = self._call(prompt, max_tokens, reply=reply)
            completion = await self._complete(call)
            try:
                return read_reply(completion.text, reply, is_cut=completion.is_cut)
            except ValueError as error:
                problem = _problem(error, is_cut=completion.is_cut)
            if len(prompt.repairs) == REPAIRS:
                is_said = bool(completion.text.strip())
                raise Unreadable(problem if is_said else _silence(completion), reply=completion.text)
            feedback = _TEMPLATES.speak("repair", prompt.language, problem=problem, schema=schema_text(reply))
            prompt = prompt.with_repair(completion.text[:2000], feedback)

    async def weigh(
        self,
        prompt: Prompt,
        options: Sequence[str],
        *,
        wants: FieldPurpose | None = None,
        is_mixed: bool = True,
    ) -> OptionWeights:
        """Returns the probability of each option as the answer to the prompt.

        By log-probabilities of the first token where the provider gives them, else by a verbal estimate.
        Without `is_mixed` all weights of a provider are of one kind: log-probabilities of something else than
        the options raise instead.

        Raises:
            Unreadable: if neither could be had.
        """
        call = self._call(prompt, 1, options=tuple(options), wants=wants)
        completion = await self._complete(call)
        masses = _masses(completion.logprobs, options)
        if (total := sum(masses.values())) >= LEAST_MASS:
            shares = {option: mass / total for option, mass in masses.items()}
            return OptionWeights(probabilities=shares, by="logprobs", mass=total)
        if completion.logprobs and not is_mixed:
            problem = f"it was going to say none of {', '.join(options)}"
            raise Unreadable(problem, reply=completion.text)
        task = Part(text=_TEMPLATES.speak("weigh", prompt.language, options=list(options)))
        verbal_prompt = replace(prompt, purpose=f"{prompt.purpose}-verbal", user=(*prompt.user, task))
        estimate = await self.parse(verbal_prompt, _estimates(options))
        weights = {option: float(getattr(estimate, f"option_{n}")) for n, option in enumerate(options)}
        total = sum(weights.values())
        if not total:
            raise Unreadable("every option was given a probability of 0")
        return OptionWeights(
            probabilities={option: weights[option] / total for option in options}, by="verbal"
        )

    async def _complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        completion = await self.backend.complete(call, on_chunk)
        if completion.refusal:
            raise Unreadable(completion.refusal, reply=completion.text)
        return completion

    def _call(
        self,
        prompt: Prompt,
        max_tokens: int,
        *,
        reply: type[BaseModel] | None = None,
        options: tuple[str, ...] = (),
        wants: FieldPurpose | None = None,
    ) -> Call:
        if is_rule_based(self.name) and not prompt.purpose.endswith(UNMARKED):
            is_told = is_marked(reply) if reply else wants is not None
            prompt = prompt if is_told else replace(prompt, purpose=f"{prompt.purpose}{UNMARKED}")
        return Call(
            prompt=prompt
            if (prompt.draw_seed, prompt.has_people) == (self.draw_seed, self.has_people)
            else replace(prompt, draw_seed=self.draw_seed, has_people=self.has_people),
            max_tokens=max_tokens,
            temperature=self.temperature,
            reply=reply,
            options=options,
            wants=wants,
            game=self.game,
            players=self.players,
        )


def _silence(completion: Completion) -> str:
    """Returns the cause of an empty reply, with what to set."""
    if not (completion.thoughts or completion.usage.thought_tokens):
        return "the model said nothing"
    if completion.is_cut:
        return "the model's thoughts left no tokens for its answer: set its reasoning_tokens to more"
    return "the model thought and said nothing"


def _problem(error: ValueError, *, is_cut: bool) -> str:
    if isinstance(error, ValidationError):
        items = error.errors(include_url=False)[:5]
        return "; ".join(f"{'.'.join(map(str, item['loc'])) or 'reply'}: {item['msg']}" for item in items)
    cut = " (it was cut for length: be shorter)" if is_cut else ""
    return f"{error}{cut}"


def _masses(logprobs: Sequence[tuple[str, float]], options: Sequence[str]) -> dict[str, float]:
    """Returns the probability of each option: of the tokens that begin only this one, whatever their case."""
    mass = dict.fromkeys(options, 0.0)
    for token, logprob in logprobs:
        start = token.strip(_SPACES).lower()
        candidates = [option for option in options if start and option.lower().startswith(start)]
        if len(candidates) == 1:
            mass[candidates[0]] += math.exp(logprob)
    return mass


def _estimates(options: Sequence[str]) -> type[BaseModel]:
    fields = {
        f"option_{n}": (
            int,
            Field(ge=0, le=100, title=option, description=f"probability of {option!r} in percent"),
        )
        for n, option in enumerate(options)
    }
    return create_model("Estimates", **fields)  # pyright: ignore[reportArgumentType, reportCallIssue, reportUnknownVariableType]
