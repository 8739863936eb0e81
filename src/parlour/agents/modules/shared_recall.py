"""What several modules of one agent call to mind for the same request, once for all of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.agents import Recollection, Writer
from parlour.core import Request


@dataclass(frozen=True, kw_only=True)
class SharedRecall:
    """Calls to mind what bears on a request, and gives the same again to whoever asks next.

    All prompts of a request then begin alike, and its retrieval is made once.

    Attributes:
        writer: what calls to mind.
    """

    writer: Writer
    _latest: dict[str, Recollection] = field(default_factory=dict[str, Recollection])

    async def on(self, request: Request) -> Recollection:
        """What bears on a request; of earlier requests nothing is kept."""
        if request.id not in self._latest:
            recollection = await self.writer.recall(request)
            self._latest.clear()
            self._latest[request.id] = recollection
        return self._latest[request.id]
