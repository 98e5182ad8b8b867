"""Attacks of hostile and broken clients on tables: each gets its answer, status or close code, and no table changes.
hostile_tables.py PROGRAM"""
import asyncio
import http.client
import json
import subprocess
import sys

from needs import needs

websockets = needs("websockets")
program = sys.argv[1]
PERSON = {"who": "open"}
GUESS = "abcdefghijklmnopqrstuvwxyz"
NOTHING = "a" * 10


class Server:
    def __init__(self):
        self.process = subprocess.Popen([program, "serve", "--json", "--port", "0", "--data", "none"], stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]

    def ask(self, method, path, body=None, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", **dict(headers)} if method == "POST" else dict(headers)
        if isinstance(body, dict):
            body = json.dumps(body)
        try:
            connection.request(method, path, body, headers)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before the whole request was sent
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, json.loads(content)

    def open(self, **wish):
        status, opened = self.ask("POST", "/api/tables", {"game": "tictactoe", "seats": [PERSON, PERSON], **wish})
        if status != 201:
            sys.exit(f"no table for {wish}: {opened}")
        return opened

    def states(self, tables):
        """The state that must not change, without presence."""
        states = []
        for table in tables:
            state = self.ask("GET", "/api/tables/" + table["id"])[1]
            for passing in ("watchers", "clock"):
                state.pop(passing, None)
            for seat in state["seats"]:
                seat.pop("present")
                seat.pop("away", None)
            states.append(state)
        return states


class Guest:
    """A WebSocket client."""

    @classmethod
    async def come(cls, port, *messages):
        guest = cls()
        guest.socket = await websockets.connect(f"ws://127.0.0.1:{port}/api/ws", max_size=None, compression=None)
        for message in messages:
            await guest.say(message)
        return guest

    async def say(self, message):
        await self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def hear(self, *types):
        """The next message of one of these types, or the close code."""
        try:
            while True:
                message = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
                if message["type"] in types:
                    return message
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    async def sit(self, table, seat):
        await self.say(join(table, token=table["seats"][seat]["token"], name=f"Seat {seat}"))
        return await self.hear("table")


def join(table, **more):
    return {"type": "join", "table": table if isinstance(table, str) else table["id"], **more}


def move(ply, text, **more):
    return {"type": "move", "ply": ply, "move": text, **more}


def tables_for(**more):
    return {"game": "tictactoe", "seats": [PERSON, PERSON], **more}


def agent(name):
    return tables_for(seats=[PERSON, {"who": "agent", "agent": name}])


def verdict(answer):
    """"error wrong_token", "refused …" with the message if it has no key, or a close code."""
    if isinstance(answer, int):
        return str(answer)
    error = answer["error"]
    return f"{answer['type']} {error.get('key', '').removeprefix('table.')} {error['what']}"


async def attempts(server):
    """(name, expected, actual)"""
    port = server.port
    running, other, freed, over = server.open(), server.open(), server.open(), server.open()
    waiting, private, unwatched = server.open(), server.open(listed=False), server.open(watch=False)
    everywhere = [running, other, freed, over, waiting, private, unwatched]
    ann, bob = await Guest.come(port), await Guest.come(port)
    await ann.sit(running, 0)
    await bob.sit(running, 1)
    await ann.say(move(0, "a1"))
    await bob.hear("moved")
    third, fourth = await Guest.come(port), await Guest.come(port)
    await third.sit(over, 0)
    await fourth.sit(over, 1)
    await third.say({"type": "resign"})
    await fourth.hear("ended")
    early = await Guest.come(port)
    await early.sit(waiting, 0)
    gone = await Guest.come(port)
    await gone.sit(freed, 0)
    host = await Guest.come(port, join(freed, host=freed["host"]))
    await host.hear("table")
    await host.say({"type": "free", "seat": 0})
    await gone.hear("unseated")
    watcher = await Guest.come(port, join(running))
    await watcher.hear("table")
    guest = await Guest.come(port, join(private))
    await guest.hear("table")
    chief = await Guest.come(port, join(waiting, host=waiting["host"]))
    await chief.hear("table")
    before = server.states(everywhere)

    def token(table, seat=0):
        return table["seats"][seat]["token"]

    own = token(running)
    nobody = None  # a new connection
    said = [
        # Tokens.
        ("a token guessed", nobody, join(running, token=GUESS), "error wrong_token"),
        ("a token cut short", nobody, join(running, token=own[:-1]), "error wrong_token"),
        ("a token with a letter more", nobody, join(running, token=own + "a"), "error wrong_token"),
        ("a token in capitals", nobody, join(running, token=own.upper()), "error wrong_token"),
        ("a token of another table", nobody, join(running, token=token(other)), "error wrong_token"),
        ("a token of a freed seat", nobody, join(freed, token=token(freed)), "error wrong_token"),
        ("the host's token for a seat", nobody, join(running, token=running["host"]), "error wrong_token"),
        ("the link to join for a seat", nobody, join(running, token=running["join"]), "error wrong_token"),
        ("a host's token guessed", nobody, join(running, host=GUESS), "error wrong_token"),
        ("a host's token of another table", nobody, join(running, host=other["host"]), "error wrong_token"),
        ("a seat's token for the host's", nobody, join(running, host=own), "error wrong_token"),
        ("a token that is a number", nobody, join(running, token=7), "error"),
        ("a token of ten kilobytes", nobody, join(running, token="a" * 10_000), "error wrong_token"),
        ("a table that is not there", nobody, join(NOTHING), "error unknown"),
        ("a table that is a path", nobody, join("../../etc/passwd"), "error unknown"),
        ("a table that is a list", nobody, {"type": "join", "table": [running["id"]]}, "error"),
        ("watching where nobody may", nobody, join(unwatched), "error no_watching"),
        ("watching with another table's link", nobody, join(unwatched, join=other["join"]), "error no_watching"),
        ("sitting down without the link", guest, {"type": "sit", "seat": 0}, "error wrong_token"),
        ("sitting down with another link", guest, {"type": "sit", "seat": 0, "join": other["join"]}, "error wrong_token"),
        ("sitting down on somebody", watcher, {"type": "sit", "seat": 0}, "error"),
        ("sitting down twice", ann, {"type": "sit", "seat": 1}, "error seated"),
        ("sitting down beside the table", watcher, {"type": "sit", "seat": 2}, "error"),
        # Moves.
        ("a watcher's move", watcher, move(1, "b2"), "refused not_seated"),
        ("a move out of turn", ann, move(1, "b2"), "refused"),
        ("a move for another seat", ann, move(1, "b2", seat=1), "refused"),
        ("a move for a ply to come", bob, move(3, "b2"), "refused"),
        ("another move for a ply gone by", ann, move(0, "b2"), "refused"),
        ("a move for ply minus one", bob, move(-1, "b2"), "refused"),
        ("a move onto a piece", bob, move(1, "a1"), "refused"),
        ("a move that is none", bob, move(1, "b2; a1\u0000"), "refused"),
        ("a move after the end", fourth, move(0, "a1"), "refused"),
        ("a move before the beginning", early, move(0, "a1"), "refused"),
        ("a move at no table", nobody, move(0, "a1"), "error"),
        # Not allowed for this client, or not now.
        ("freeing a seat without being the host", bob, {"type": "free", "seat": 0}, "error not_host"),
        ("closing the table without being the host", watcher, {"type": "close"}, "error not_host"),
        ("freeing a seat that is not there", chief, {"type": "free", "seat": 7}, "error"),
        ("claiming the game of who is there", bob, {"type": "claim", "seat": 0, "how": "win"}, "error"),
        ("claiming one's own absence", bob, {"type": "claim", "seat": 1, "how": "win"}, "error"),
        ("answering what nobody offered", bob, {"type": "answer", "what": "draw", "yes": True}, "error"),
        ("offering what there is not", bob, {"type": "offer", "what": "money"}, "error"),
        ("a watcher who resigns", watcher, {"type": "resign"}, "error not_seated"),
        ("resigning after the end", fourth, {"type": "resign"}, "error"),
        ("standing up in the middle of the game", bob, {"type": "stand"}, "error"),
        ("taking back alone", bob, {"type": "undo"}, "error"),
        ("analysis for who plays", bob, {"type": "analyse", "game": "tictactoe", "moves": ["a1"]}, "error no_analysis"),
        # Names.
        ("a name with a control character", nobody, join(waiting, token=token(waiting, 1), name="A\u0007da"), "error"),
        ("a name with a line's end", nobody, join(waiting, token=token(waiting, 1), name="A\nda"), "error"),
        ("a name that turns the text around", nobody, join(waiting, token=token(waiting, 1), name="A\u202eda"), "error"),
        ("a name with an isolate", nobody, join(waiting, token=token(waiting, 1), name="\u2066Ada"), "error"),
        ("a name of 33 letters", nobody, join(waiting, token=token(waiting, 1), name="A" * 33), "error"),
        # Frames.
        ("bytes", nobody, b'{"type":"stop"}', "1008"),
        ("garbage", nobody, "garbage", "1008"),
        ("a list", nobody, "[]", "1008"),
        ("brackets a thousand deep", nobody, "[" * 1000 + "]" * 1000, "1008"),
        ("a message that there is not", nobody, {"type": "promote"}, "1008"),
        ("a message of no type", nobody, {"table": running["id"]}, "1008"),
        ("a message of 20 kB", nobody, "x" * 20_000, "1009"),
    ]
    results = []
    for name, who, message, wanted in said:
        one = who or await Guest.come(port)
        await one.say(message)
        closes = wanted.isdigit()
        answer = await one.hear(*(() if closes else ("error", "refused")))
        results.append((name, wanted, verdict(answer)))
        if who is None:
            await one.socket.close()
    flood = await Guest.come(port, join(running), *[{"type": "stop"}] * 60)
    results.append(("a flood", "1008", verdict(await flood.hear())))

    asked = [
        ("an agent that is a program", "POST", "/api/tables", agent("engine:cmd=touch /tmp/banmen-was-here"), {}, 400),
        ("an agent that reads a file", "POST", "/api/tables", agent("alphabeta:db=/etc/passwd"), {}, 400),
        ("an agent that takes all", "POST", "/api/tables", agent("uct:memory=65536,workers=256"), {}, 400),
        ("a stand-in that is a program", "POST", "/api/tables", tables_for(substitute="engine:cmd=true"), {}, 400),
        ("a game that is not there", "POST", "/api/tables", tables_for(game="nosuch"), {}, 404),
        ("a game that is a file", "POST", "/api/tables", tables_for(game="/etc/passwd"), {}, 400),
        ("a record of a file", "POST", "/api/tables", {"seats": [PERSON, PERSON], "record": "banmen-record 1\ngame ./x.game\nmoves\n"}, {}, 400),
        ("a record of 2 MB", "POST", "/api/tables", tables_for(record="x" * 2_000_000), {}, 413),
        ("a position that is none", "POST", "/api/tables", tables_for(position="nonsense"), {}, 400),
        ("a table for three", "POST", "/api/tables", tables_for(seats=[PERSON] * 3), {}, 400),
        ("a table for a thousand", "POST", "/api/tables", tables_for(seats=[PERSON] * 1000), {}, 400),
        ("a clock that runs backwards", "POST", "/api/tables", tables_for(clock={"kind": "move", "seconds": -5}), {}, 400),
        ("a seed of one's own", "POST", "/api/tables", tables_for(seed=1), {}, 400),
        ("a token of one's own", "POST", "/api/tables", tables_for(host=GUESS), {}, 400),
        ("a name that turns the text around", "POST", "/api/tables", tables_for(seats=[{"who": "open", "name": "\u202eadA"}, PERSON]), {}, 400),
        ("brackets a thousand deep", "POST", "/api/tables", '{"seats":' + "[" * 1000 + "]" * 1000 + "}", {}, 400),
        ("another site's page", "POST", "/api/tables", tables_for(), {"Origin": "http://evil.example"}, 403),
        ("a name bent to this machine", "POST", "/api/tables", tables_for(), {"Host": "evil.example"}, 421),
        ("a form", "POST", "/api/tables", "game=tictactoe", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ("a wrong key", "POST", "/api/tables", tables_for(), {"Authorization": "Bearer " + GUESS}, 401),
        ("removing a table", "DELETE", "/api/tables/" + running["id"], None, {}, 405),
        ("a move by request", "POST", "/api/tables/" + running["id"], {"move": "b2"}, {}, 405),
        ("the tokens of a table", "GET", f"/api/tables/{running['id']}/tokens", None, {}, 404),
        ("the record of a table that is not watched", "GET", f"/api/tables/{unwatched['id']}/record", None, {}, 403),
        ("a path out of the tables", "GET", "/api/tables/../finished", None, {}, 404),
    ]
    for name, method, path, body, headers, wanted in asked:
        status, document = server.ask(method, path, body, headers)
        what = document.get("error", {}).get("what", "")
        results.append((name + " (request)", str(wanted), f"{status} {what}" if what else f"{status} without a word"))

    after = server.states(everywhere)
    for one, other_ in zip(before, after):
        results.append((f"table {one['id']} unchanged", "True", str(one == other_)))
    results += await two_places(server)
    # The players continue.
    await bob.say(move(1, "b2"))
    results.append(("the game goes on", "1", str((await ann.hear("moved"))["ply"])))
    return results


async def two_places(server):
    """Two connections for one seat: it has one owner, and of two simultaneous moves one is played."""
    table = server.open()
    port, results = server.port, []
    first, second, rival = [await Guest.come(port) for _ in range(3)]
    await rival.sit(table, 1)
    await asyncio.gather(first.say(join(table, token=table["seats"][0]["token"])), second.say(join(table, token=table["seats"][0]["token"])))
    await asyncio.gather(first.hear("table"), second.hear("table"))
    await asyncio.gather(first.say(move(0, "a1")), second.say(move(0, "b2")))
    answers = [await one.hear("moved", "refused", "unseated") for one in (first, second)]
    while "unseated" in (kinds := [one["type"] for one in answers]):
        answers[kinds.index("unseated")] = await (first, second)[kinds.index("unseated")].hear("moved", "refused")
    state = server.ask("GET", "/api/tables/" + table["id"])[1]
    results.append(("one seat from two places: one move", "1", str(len(state["moves"]))))
    results.append(("one seat from two places: the other's is refused", "True", str("refused" in [one["type"] for one in answers])))
    played = await rival.hear("moved")
    results.append(("the move of the seat's owner", str(state["moves"][0]), played["move"]))
    return results


def main():
    server = Server()
    try:
        results = asyncio.run(attempts(server))
        alive = server.ask("GET", "/api/health")[0]
    finally:
        server.process.terminate()
        server.process.wait(timeout=30)
    wrong = [f"{name}: expected {wanted!r}, got {came!r}" for name, wanted, came in results if not came.startswith(wanted)]
    if alive != 200 or wrong:
        sys.exit("\n".join(wrong) or "the server has gone")
    print(f"{len(results)} attempts, each answered as it should be")


main()
