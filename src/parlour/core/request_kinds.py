"""The kinds of request that more than one game makes; a game declares its others itself."""

from __future__ import annotations

from parlour.core.kinds import RequestKind

INTRODUCE = RequestKind("introduce", speech=True, reminds=True)
PREPARE = RequestKind("prepare", silent=True)
"""Collect your thoughts before a round; nothing is said."""
ASK = RequestKind("ask", speech=True, in_turn=True, addressed=True)
REPLY = RequestKind("reply", speech=True, in_turn=True, reminds=True)
REFLECT = RequestKind("reflect", silent=True)
"""Look back on a round; nothing is said."""
SPEAK = RequestKind("speak", speech=True, in_turn=True)
"""Say something to the whole table."""
BID = RequestKind("bid", bids=True)
"""Say how much you want to speak next."""
CHECK = RequestKind("check", secret=True, target=True, seeks=True)
"""Learn what somebody is."""
VOTE = RequestKind("vote", seeks=True, judges=True)
ANSWER = RequestKind("answer")
