"""A remote agent: takes a seat with its pass, answers what it is asked, and plays to the verdict.

`parlour play --seed 5 --players 4 --seat Arthur=remote` waits for it, and prints how to start it: with the
address and the pass of its seat.
"""

import json
import sys
from typing import Any

from websockets.sync.client import connect


def decide(form: dict[str, Any]) -> dict[str, Any]:
    """What to answer, from the JSON schema of the answer: put a better mind here."""
    told, answer = form["answer_schema"]["properties"], {"request": form["id"]}
    if "chosen" in told:
        answer["chosen"] = told["chosen"]["items"]["enum"][: max(1, told["chosen"].get("minItems", 1))]
    if "speech" in told:
        answer["speech"] = "I have nothing to hide."
    return answer


def play(url: str, token: str) -> None:
    """Sits at the table until the match is over."""
    address = url.replace("http", "ws", 1) + "/api/v1/table/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        for message in map(json.loads, socket):
            if message["type"] == "line":
                print(message["line"]["words"])
            if message["type"] == "standing" and message["standing"]["standing"] in ("finished", "ended"):
                break
            forms = message["table"]["forms"] if message["type"] == "snapshot" else [message.get("form")]
            for form in filter(None, forms):
                socket.send(json.dumps({"type": "answer", **decide(form)}))


if __name__ == "__main__":
    play(*sys.argv[1:3])
