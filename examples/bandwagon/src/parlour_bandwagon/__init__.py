"""A method that asks its model whom the table follows, and goes along."""

from parlour.agents import AgentContext, Assembly, Brief, Observation, SeatContext, Thought, Writer
from parlour.core import Action, Request, one_of
from parlour.llm import Part, Source, Templates
from pydantic import Field, create_model


class Follower(Assembly):
    """An agent that looks where the crowd goes before it says or chooses anything."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Asks whom the table follows, and writes with that in mind."""
        if request.kind.silent or request.kind.bids:  # wants no model
            return await super().act(request, context)
        view, words = self.observation, Templates("parlour_bandwagon")
        form = create_model(
            "Crowd", leader=(one_of(view.others), ...), strength=(int, Field(ge=1, le=5)), why=(str, ...)
        )
        mind = await self.writer.recall(request)
        ask = Part(text=words.speak("ask", view.seat.language, others=view.others))
        crowd = await self.writer.model.parse(view.prompt(request, "crowd", mind, ask), form)
        context.think(Thought(kind="crowd", body=crowd.model_dump()))
        own = Source(origin="thought", owner=request.player)
        guidance = Part(text=words.speak("follow", view.seat.language, crowd=crowd), source=own)
        return await self.writer.write(request, [Brief(parts=(guidance,), recollection=mind)], context)


class Bandwagon:
    """Seats followers; there are no options."""

    name, summary, wants_model, protocol = "bandwagon", "asks whom the table follows, and goes along", True, 1

    def seat(self, seat: SeatContext, options: object) -> Follower:
        """A follower for that seat."""
        view, model = Observation(seat=seat), seat.require_model()
        return Follower(observation=view, modules=(), writer=Writer(observation=view, model=model))


METHOD = Bandwagon()
