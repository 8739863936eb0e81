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
        seat, words = self.observation, Templates("parlour_bandwagon")
        form = create_model(
            "Crowd", leader=(one_of(seat.others), ...), strength=(int, Field(ge=1, le=5)), why=(str, ...)
        )
        mind = await self.writer.recall(request)
        ask = Part(text=words.speak("ask", seat.place.language, others=seat.others))
        crowd = await self.writer.model.parse(seat.prompt(request, "crowd", mind, ask), form)
        context.think(Thought(kind="crowd", body=crowd.model_dump()))
        own = Source(origin="thought", owner=request.player)
        told = Part(text=words.speak("follow", seat.place.language, crowd=crowd), source=own)
        return await self.writer.write(request, [Brief(parts=(told,), recollection=mind)], context)


class Bandwagon:
    """Seats followers; there are no options."""

    name, summary, wants_model, protocol = "bandwagon", "asks whom the table follows, and goes along", True, 1

    def seat(self, place: SeatContext, options: object) -> Follower:
        """A follower for that seat."""
        seat = Observation(place=place)
        return Follower(observation=seat, modules=(), writer=Writer(observation=seat, model=place.mind()))


METHOD = Bandwagon()
