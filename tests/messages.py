"""Validates every message of a few dialogues against docs/messages.schema.json, in both directions.

    messages.py PROGRAM ROOT
"""
import copy
import http.client
import json
import pathlib
import subprocess
import sys

from schema import faults
from websocket import WebSocket

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
definitions = {}
for name in ("scene", "messages"):
    definitions.update(json.loads((root / f"docs/{name}.schema.json").read_text())["$defs"])
schema = {"$defs": definitions}
problems, samples = [], {}
PERSON, AGENT = {"who": "human", "name": "Ada"}, {"who": "agent", "agent": "random"}


def check(direction, message):
    samples.setdefault((direction, message["type"]), message)
    problems.extend(f"{direction} {message['type']}: {fault}" for fault in faults(definitions[direction], message, schema))


class Guest:
    def __init__(self, port):
        self.socket = WebSocket(port)

    def say(self, *wanted, **message):
        """Sends a message and waits for answers of these types."""
        check("toServer", message)
        self.socket.send(message)
        return self.hear(*wanted)

    def hear(self, *wanted):
        heard = None
        for kind in wanted:
            while heard is None or heard["type"] != kind:
                heard = self.socket.receive()
                check("fromServer", heard)
                if heard["type"] == "error" and kind != "error":
                    sys.exit(f"{kind} was expected, not {heard}")
            last, heard = heard, None
        return last if wanted else None


def own_games(port):
    guest = Guest(port)
    guest.say("table", type="join", game="tictactoe", seats=[PERSON, AGENT], seed=3)
    guest.say("moved", "thinking", "moved", type="move", ply=0, move="b2")
    guest.say("refused", "table", type="move", ply=0, move="b2")
    guest.say("table", type="undo")
    guest.say("error", "table", type="undo")
    guest.say("choices", type="choices", ply=0, begins="a")
    guest.say("table", type="seats", seats=[PERSON, PERSON])
    guest.say("ended", type="end", how="time", seat=1)
    guest.say("table", "thinking", "moved", type="join", game="backgammon:checkers=3", seats=[AGENT, AGENT])
    for kind in ("pause", "step", "go"):
        guest.say(type=kind)
    guest.say("table", type="join", game="hex:size=3", position="", seats=[PERSON, PERSON], moves=["a1"], paused=True)
    guest.say("moved", type="move", ply=1, move="b2")
    nodes = guest.say("table", type="join", game="amazons:size=16", seats=[PERSON, PERSON])["choices"]["nodes"]
    missing = next(pick["next"] for node in nodes for pick in node["picks"] if isinstance(pick["next"], int) and pick["next"] >= len(nodes))
    guest.say("choices", type="choices", ply=0, node=missing)
    guest.say("lines", type="analyse", id=1, game="tictactoe", moves=["a1"], agent="alphabeta:depth=3", lines=2)
    guest.say("error", type="analyse", id=2, game="nosuch")
    guest.say(type="stop")


def shared_tables(port):
    def opened(**wish):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("POST", "/api/tables", json.dumps(wish), {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())

    table = opened(game="tictactoe", seats=[{"who": "open"}, {"who": "open"}], clock={"kind": "fischer", "seconds": 300, "increment": 2})
    ann, bob, eve = Guest(port), Guest(port), Guest(port)
    eve.say("table", type="join", table=table["id"])
    ann.say("table", type="join", table=table["id"], token=table["seats"][0]["token"], host=table["host"], name="Ann")
    bob.say("table", type="join", table=table["id"], join=table["join"])
    bob.say(type="sit", seat=1, name="Bob")
    eve.hear("table", "presence")
    ann.say("moved", type="move", ply=0, move="b2")
    bob.hear("table", "moved")
    eve.say("refused", "table", type="move", ply=1, move="a1")
    bob.say("moved", type="move", ply=1, move="a1")
    eve.say("table", type="join", table=table["id"], ply=0)
    bob.say("offers", type="offer", what="draw")
    ann.say("offers", type="answer", what="draw", yes=False)
    ann.say("error", type="claim", seat=1, how="win")
    ann.say("error", type="go")
    bob.say("error", type="stand")
    bob.say("ended", type="resign")
    bob.say("offers", type="offer", what="rematch")
    ann.say("rematch", type="answer", what="rematch", yes=True)
    bob.hear("rematch")
    ann.say("unseated", type="close")
    table = opened(game="tictactoe", seats=[{"who": "open"}, AGENT])
    bob.say("table", type="join", table=table["id"], token=table["seats"][0]["token"], host=table["host"])
    bob.say("moved", "thinking", "moved", type="move", ply=0, move="b2")
    bob.say("unseated", type="free", seat=0)


server = subprocess.Popen([program, "serve", "--json", "--port", "0", "--data", "none"], stdout=subprocess.PIPE, text=True)
try:
    port = json.loads(server.stdout.readline())["port"]
    own_games(port)
    shared_tables(port)
finally:
    server.terminate()
    server.wait(timeout=30)

for direction in ("fromServer", "toServer"):
    known = {one["properties"]["type"]["const"] for one in (definitions[ref["$ref"].split("/")[-1]] if "$ref" in ref else ref
                                                            for ref in definitions[direction]["oneOf"])}
    seen = {kind for way, kind in samples if way == direction}
    problems += [f"{direction}: no {kind} was seen" for kind in known - seen - {"changed"}]
    for kind in seen:  # the schema must refuse errors
        wrong = copy.deepcopy(samples[direction, kind])
        wrong["colour"] = "red"
        if not list(faults(definitions[direction], wrong, schema)):
            problems.append(f"{direction}: the schema takes any field in {kind}")
print("\n".join(problems) or f"{len(samples)} kinds of messages are as docs/messages.schema.json says")
sys.exit(1 if problems else 0)
