"""Bots at tables: whole games with examples/bot_ws.py and `engine --connect`, and bots that crash or cheat.
bots.py PROGRAM"""
import concurrent.futures
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from websocket import Closed, WebSocket  # noqa: E402

program = sys.argv[1]
# The example needs Debian's python3-websockets, which another Python on the PATH may lack.
python = next((one for one in (sys.executable, "/usr/bin/python3")
               if subprocess.run([one, "-c", "import websockets"], capture_output=True).returncode == 0), None)
if python is None:
    sys.exit("python3-websockets is missing (scripts/setup test installs it)")
example = pathlib.Path(__file__).parent.parent / "examples" / "bot_ws.py"

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
server = subprocess.Popen([program, "serve", "--json", "--port", str(port), "--data", "none"], stdout=subprocess.PIPE, text=True)
json.loads(server.stdout.readline())


def ask(method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body=None if body is None else json.dumps(body), headers={"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def table(game, other="random", **more):
    """Opens a table with a bot at the first seat. Returns its id and the link to that seat."""
    status, opened = ask("POST", "/api/tables", {"game": game, "seats": [{"who": "bot"}, {"who": "agent", "agent": other}], **more})
    assert status == 201, opened
    token = opened["seats"][0]["token"]
    return opened["id"], token, f"http://127.0.0.1:{port}/#table?id={opened['id']}&seat=0&token={token}"


def ended(table, wait=60):
    until = time.monotonic() + wait
    while time.monotonic() < until:
        _, state = ask("GET", f"/api/tables/{table}")
        if state["phase"] == "ended":
            return state
        time.sleep(0.1)
    sys.exit(f"table {table} did not end: {state}")


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {found!r}")


def on_a_pipe(*rest):
    return [program, "engine", *rest, f"engine:cmd={sys.executable} {example.parent / 'bot.py'}", "--connect"]


def whole_games():
    for game, count in (("reversi:size=6", 10), ("bao:holes=4", 5), ("hex:size=5", 5)):
        tables = [table(game) for _ in range(count)]
        bots = [subprocess.Popen([python, str(example), link]) for _, _, link in tables]
        for one, _, _ in tables:
            state = ended(one)
            if state["result"] is None or state["ended"] is not None:
                sys.exit(f"{game}: no whole game: {state['ended']}")
            check("the bot's name", state["seats"][0]["person"] if "person" in state["seats"][0] else None, "bot_ws.py")
        for bot in bots:
            check("the bot's end", bot.wait(timeout=30), 0)
    print("whole games by the example: 20")
    one, _, link = table("backgammon", "random")
    ours = subprocess.Popen([program, "engine", "backgammon", "expectimax:depth=1", "--connect", "-"], stdin=subprocess.PIPE, text=True)
    ours.stdin.write(link + "\n")
    ours.stdin.flush()
    state = ended(one, 120)
    check("a whole game of `engine --connect`", (state["result"] is not None, state["ended"]), (True, None))
    check("its end", ours.wait(timeout=30), 0)
    one, _, link = table("reversi:size=4")
    ours = subprocess.Popen([*on_a_pipe("reversi:size=4"), link])
    state = ended(one)
    check("a whole game of a bot on a pipe", (state["result"] is not None, state["ended"]), (True, None))
    check("its name", state["seats"][0]["person"], "bot.py")
    if "bot bot.py" not in ask("GET", f"/api/tables/{one}/record")[1]["record"]:
        sys.exit("its name is missing from the record")
    check("its end", ours.wait(timeout=30), 0)
    _, _, wrong = table("reversi")
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(wrong + "\n")
        file.flush()
        other = subprocess.run([program, "engine", "bao", "random", "--connect", "@" + file.name], capture_output=True, text=True, timeout=60)
    check("a player of another game", other.returncode, 1)
    assert "plays 'bao'" in other.stderr, other.stderr
    for link in ("ftp://x", "-", "@/nonexistent", f"http://127.0.0.1:{port}/", "https://x/#table?id=a&token=b"):
        refused = subprocess.run([program, "engine", "bao", "random", "--connect", link], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        check(f"--connect {link}", refused.returncode, 2)


def strange_servers():
    """Servers that are not ours: one message and an end, unless the server may only be busy."""
    def answers(*replies):
        """Connects to a server that sends these, one for each connection. Returns status, message and the number of connections."""
        with socket.create_server(("127.0.0.1", 0)) as strange:
            link = f"http://127.0.0.1:{strange.getsockname()[1]}/#table?id=abc&seat=0&token=abc"
            bot = subprocess.Popen([program, "engine", "tictactoe", "random", "--connect", link], stderr=subprocess.PIPE, text=True)
            strange.settimeout(60)
            for reply in replies:
                connection, _ = strange.accept()
                with connection:
                    assert connection.recv(4096).endswith(b"\r\n\r\n"), "no whole request"
                    connection.sendall(reply)
            said = bot.communicate(timeout=60)[1]
            return bot.returncode, said

    gone = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    for words, *replies in (("answers 404 instead", gone),
                            ("answers 302 instead", b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"),
                            ("is not Banmen", b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                             b"Connection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n"),
                            ("is not Banmen", b"SSH-2.0-OpenSSH_9.0\r\n"),
                            ("answers 404 instead", b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", b"", gone)):
        status, said = answers(*replies)
        check(f"a server that sends {replies}", (status, words in said, said.count("\n")), (1, True, 1))


def sit(one, token, *lines):
    """A bot that sends these lines when asked for a move; None closes its connection. Returns the close code."""
    referee = WebSocket(port, "/api/engine", timeout=60)
    referee.send(f"seat {one} {token}")
    try:
        while True:
            line = referee.receive_text()
            if line.startswith("banmen"):
                referee.send("ready")
            if line.startswith("go"):
                for said in lines:
                    if said is None:
                        return referee.close()
                    referee.send(said)
    except Closed as closed:
        return closed.code


def broken():
    cases = {
        "an illegal move": ["bestmove zz"],
        "expected 'bestmove MOVE'": ["I resign"],
        "a frame is one line": ["x" * 9000],
        "no answer in time": [],
        "it disconnected and did not return": [None],
    }
    opened = {verdict: table("reversi:size=4") for verdict in cases}
    late = table("reversi:size=4", clock={"kind": "move", "seconds": 1})
    with concurrent.futures.ThreadPoolExecutor() as together:
        codes = {verdict: together.submit(sit, opened[verdict][0], opened[verdict][1], *lines) for verdict, lines in cases.items()}
        together.submit(sit, late[0], late[1])
        for verdict, (one, _, _) in opened.items():
            state = ended(one, 90)
            check(verdict, (state["ended"]["how"], state["ended"]["seat"]), ("forfeit", 0))
            if verdict not in state["ended"]["verdict"]:
                sys.exit(f"{verdict}: the verdict says {state['ended']['verdict']!r}")
            _, kept = ask("GET", f"/api/tables/{one}/record")
            if "forfeit" not in kept["record"] or verdict not in kept["record"]:
                sys.exit(f"{verdict}: the record does not say so: {kept['record']}")
            check(f"{verdict}: the code", codes[verdict].result(), None if cases[verdict] == [None] else 1008)
        state = ended(late[0])
        check("a bot whose flag falls", (state["ended"]["how"], state["ended"]["seat"]), ("time", 0))

    one, token, _ = table("reversi:size=4")
    for first in ("hello", f"seat {one} aaaaaaaaaaaaaaaaaaaaaaaaaa", f"seat aaaaaaaaaa {token}"):
        referee = WebSocket(port, "/api/engine")
        referee.send(first)
        try:
            sys.exit(f"{first}: answered with {referee.receive_text()}")
        except Closed as closed:
            check(f"first line {first[:10]}", closed.code, 1008)
    check("its table", ask("GET", f"/api/tables/{one}")[1]["phase"], "waiting")

    # The table's opener frees the bot's seat: the bot gets a referee's line and nothing else.
    status, opened = ask("POST", "/api/tables", {"game": "reversi", "seats": [{"who": "bot"}, {"who": "open"}]})
    check("a table", status, 201)
    bot = WebSocket(port, "/api/engine")
    bot.send(f"seat {opened['id']} {opened['seats'][0]['token']}")
    check("the greeting", bot.receive_text(), "banmen 1")
    bot.send("ready")
    host = WebSocket(port)
    host.send({"type": "join", "table": opened["id"], "host": opened["host"]})
    while not host.wait_for("presence")["seats"][0]["present"]:
        pass
    host.send({"type": "free", "seat": 0})
    check("the word to a bot whose seat was freed", bot.receive_text(), "quit")


def another_game():
    """A rematch: the same bots follow on their connections, each one seat on."""
    for command in ([python, str(example)], [program, "engine", "reversi:size=4", "random", "--connect"], on_a_pipe("reversi:size=4")):
        status, opened = ask("POST", "/api/tables", {"game": "reversi:size=4", "seats": [{"who": "open"}, {"who": "bot"}]})
        check("a table", status, 201)
        person, token = WebSocket(port), opened["seats"][1]["token"]
        person.send({"type": "join", "table": opened["id"], "token": opened["seats"][0]["token"], "name": "Ada"})
        bot = subprocess.Popen([*command, f"http://127.0.0.1:{port}/#table?id={opened['id']}&seat=1&token={token}"])
        for seat in (0, 1, 0):  # the person's
            seen = person.wait_for("table")
            while seen["phase"] != "running":
                seen = person.wait_for("table")
            check("one's seat", seen["seat"], seat)
            check("the bot's seat", seen["seats"][1 - seat]["who"], "bot")
            while seen["turn"] != "over":
                if seen["turn"] == seat:
                    at = 0
                    while isinstance(at, int):
                        at = seen["choices"]["nodes"][at]["picks"][0]["next"]
                    person.send({"type": "move", "ply": seen["ply"] + (seen["type"] == "moved"), "move": at})
                seen = person.wait_for("moved")
                time.sleep(0.05)  # the rate limit is twenty messages a second
            person.send({"type": "offer", "what": "rematch"})
            again = person.wait_for("rematch")
            person.send({"type": "join", "table": again["table"], "token": again["token"]})
        person.close()
        bot.terminate()
        bot.wait(timeout=30)
    print("played again by the same bots: 3 times 3 games")


try:
    whole_games()
    another_game()
    strange_servers()
    broken()
finally:
    server.terminate()
    server.wait(timeout=20)
