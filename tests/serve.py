"""The server as a program: responses, refusals and shutdown.
serve.py PROGRAM CASE"""
import http.client
import json
import os
import pathlib
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from own_time import PROMISED, end_server  # noqa: E402
from websocket import Closed, Refused, WebSocket  # noqa: E402

program = sys.argv[1]


class Server:
    def __init__(self, *arguments):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        kept = [] if "--data" in arguments else ["--data", "none"]  # not in the user's folder
        self.host = next((one for one in arguments if one.startswith("127.")), "127.0.0.1")
        self.process = subprocess.Popen([program, "serve", "--json", "--port", str(self.port), *kept, *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.line = json.loads(self.process.stdout.readline())
        assert self.line["port"] == self.port, self.line
        self.key = self.line["address"].split("#key=")[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=30)

    def ask(self, method, path, body=None, **headers):
        """Returns status, headers, and the body, parsed if it is JSON. Names of headers: '_' for '-'."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and "Content-Type" not in headers:
            headers["Content-Type"] = "application/json"
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        try:
            connection.request(method, path, body=body, headers=headers)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before the whole request was sent; the response is there
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.getheader("Content-Type", "").startswith("application/json"):
            content = json.loads(content)
        return answer.status, answer.headers, content

    def raw(self, data, wait=20):
        """Sends bytes and returns the response until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(data)
            got = b""
            try:
                while more := connection.recv(65536):
                    got += more
            except (TimeoutError, ConnectionResetError):
                pass
            return got


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {found!r}")


def holds(what, text, part):
    if part not in str(text):
        sys.exit(f"{what}: expected {part!r} in {text!r}")


PEOPLE = [{"who": "human"}, {"who": "human"}]

SOON = 30  # seconds: much longer than any wait should take, even on a busy machine


def ends_as_promised(what, server, how):
    status, took = end_server(server.process, how)
    check(f"status, {what}", status, 0)
    check(f"over within {PROMISED} seconds, {what} ({took:.2f} s)", took < PROMISED, True)
    print(f"{what}: {took:.2f} s")


def play():
    """Whole games over the socket; two agents play the same moves as in `banmen play` with the same seed."""
    with Server() as server:
        ws = WebSocket(server.port)
        for game in ("backgammon:checkers=3", "reversi:size=4", "bao:holes=4"):
            ws.send({"type": "join", "game": game, "seats": [{"who": "agent", "agent": "random"}, {"who": "agent", "agent": "random"}], "seed": 5})
            table = ws.wait_for("table")
            check("game", table["game"], game)
            history = []
            while not history or last["result"] is None:
                last = ws.wait_for("moved")
                check("ply", last["ply"], len(history))
                history.append(last["move"])
            out = subprocess.run([program, "play", game, "random", "random", "--seed", "5", "--json"], capture_output=True, text=True, check=True)
            check(f"the game of {game}", history, json.loads(out.stdout)["moves"])
        ws.send({"type": "join", "game": "tictactoe", "seats": [{"who": "human"}, {"who": "agent", "agent": "uct:playouts=200"}]})
        ws.wait_for("table")
        ws.send({"type": "move", "ply": 0, "move": "b2"})
        check("own move", ws.wait_for("moved")["seat"], 0)
        check("thinking", ws.wait_for("thinking")["agent"], "uct:playouts=200")
        check("its move", ws.wait_for("moved")["seat"], 1)
        ws.send({"type": "undo"})
        check("taken back", ws.wait_for("table")["ply"], 0)
        # An analysis continues, is replaced, and is stopped.
        ws.send({"type": "analyse", "id": 1, "game": "reversi", "lines": 2})
        check("lines", len(ws.wait_for("lines")["lines"]), 2)
        ws.send({"type": "analyse", "id": 2, "game": "tictactoe", "agent": "alphabeta:depth=3"})
        while (lines := ws.wait_for("lines"))["id"] != 2:
            pass
        check("last lines", lines["done"], True)
        ws.send({"type": "analyse", "id": 3, "game": "reversi"})
        ws.send({"type": "stop"})
        # The server announces its shutdown.
        server.process.send_signal(signal.SIGTERM)
        try:
            while True:
                ws.receive()
        except Closed as closed:
            check("goodbye", closed.code, 1012)
        check("status", server.process.wait(timeout=10), 0)


def documents():
    """The server's responses are the documents of the commands."""
    def command(*arguments):
        return json.loads(subprocess.run([program, *arguments, "--json"], capture_output=True, text=True, check=True).stdout)

    with Server("--agent", "friend=uct:playouts=50") as server:
        status, headers, health = server.ask("GET", "/api/health")
        check("health", (status, health["ok"], health["operator"]), (200, True, False))
        check("operator", server.ask("GET", "/api/health", Authorization="Bearer " + server.key)[2]["operator"], True)
        check("page", health["page"], server.line["page"])
        _, _, games = server.ask("GET", "/api/games")
        native = command("games")
        check("games", [g["id"] for g in games["games"]], [g["id"] for g in native["games"]])
        for ours, theirs in zip(games["games"], native["games"]):
            for field in ("title", "parameters", "players", "capabilities", "studies"):
                check(f"{field} of {ours['id']}", ours[field], theirs[field])
            check("agents", [a["id"] for a in ours["agents"]], theirs["agents"] + ["friend"])
        check("library", len(games["library"]), len(native["library"]))
        _, _, one = server.ask("GET", "/api/games/tictactoe")
        check("ladder", one["ladder"][0]["agent"].split(":")[0] in one["default_agent"] or bool(one["ladder"]), True)
        _, _, small = server.ask("GET", "/api/games/bao%3Aholes%3D4")
        check("with parameters", small["name"], "bao:holes=4")
        agents = server.ask("GET", "/api/agents")[2]["agents"]
        check("agents", agents[:-1], command("agents")["agents"])
        check("named", agents[-1]["id"], "friend")
        shown = server.ask("POST", "/api/show", {"game": "bao:holes=4", "moves": ["d"]})[2]
        check("show", shown, command("show", "bao:holes=4", "--moves", "d", "--scene"))
        found = server.ask("POST", "/api/analyse", {"game": "reversi", "agent": "alphabeta:depth=3", "lines": 2})[2]
        wanted = command("analyse", "reversi", "--agent", "alphabeta:depth=3", "--lines", "2")
        for document in (found, wanted):
            del document["seconds"]
        check("analyse", found, wanted)
        record = "banmen-record 1\ngame tictactoe\nmoves\n1. a1\n2. b2\nresult unfinished\n"
        check("record", server.ask("POST", "/api/show", {"record": record, "ply": 1})[2]["history"], ["a1"])
        # Several requests on one connection.
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for _ in range(3):
            connection.request("GET", "/api/health")
            check("kept alive", json.loads(connection.getresponse().read())["ok"], True)
        connection.close()


WRONG_NAME, OTHER_SITE, NOT_JSON, WRONG_METHOD, NOTHING = "does not accept requests for the host", "other origins", "must be JSON", "does not support", "nothing at this address"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
           "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
           "Access-Control-Allow-Origin": None, "Set-Cookie": None}
BROKEN_RECORD = "banmen-record 1\ngame tictactoe\nmoves\n1. a1\n2. zz\n"
FILE_RECORD = "banmen-record 1\ngame ./x.game\nmoves\nresult unfinished\n"

# Status, part of the message, method, path, headers, with the server's PORT. Some succeed.
REFUSED_SENDERS = [
    (421, WRONG_NAME, "GET", "/api/health", {"Host": "evil.example"}),
    (421, WRONG_NAME, "GET", "/api/health", {"Host": "evil.example:PORT", "Origin": "http://evil.example:PORT"}),
    (421, WRONG_NAME, "GET", "/api/health", {"Host": "127.0.0.1"}),
    (403, OTHER_SITE, "GET", "/api/health", {"Origin": "http://evil.example"}),
    (403, OTHER_SITE, "POST", "/api/show", {"Origin": "null"}),
    (403, OTHER_SITE, "GET", "/api/health", {"Origin": "https://127.0.0.1:PORT"}),
    (200, "", "GET", "/api/health", {"Origin": "http://127.0.0.1:PORT"}),
    (200, "", "GET", "/api/health", {"Host": "localhost:PORT", "Origin": "http://localhost:PORT"}),
    (403, OTHER_SITE, "GET", "/api/games/chess", {"Sec-Fetch-Site": "cross-site"}),
    (403, OTHER_SITE, "GET", "/api/tables", {"Sec-Fetch-Site": "same-site"}),
    (200, "", "GET", "/api/health", {"Sec-Fetch-Site": "same-origin"}),
    (200, "", "GET", "/api/health", {"Sec-Fetch-Site": "none"}),
    (415, NOT_JSON, "POST", "/api/show", {"Content-Type": "application/x-www-form-urlencoded"}),
    (415, NOT_JSON, "POST", "/api/show", {"Content-Type": "text/plain"}),
    (401, "operator's key", "GET", "/api/health", {"Authorization": "Bearer wrong"}),
    (405, WRONG_METHOD, "POST", "/api/games", {}),
    (405, WRONG_METHOD, "DELETE", "/api/health", {}),
    (405, WRONG_METHOD, "OPTIONS", "/api/show", {"Origin": "http://127.0.0.1:PORT"}),
    (405, "read-only", "PUT", "/", {}),
    (404, NOTHING, "GET", "/api/nothing", {}),
    *[(404, NOTHING, "GET", path, {})
      for path in ("/nothing", "/../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/index.html/..", "/assets/../index.html")],
    (426, "WebSocket", "GET", "/api/ws", {}),
]
BODIES = {"/api/show": {"game": "bao"}, "/api/games": {}}  # for the requests above

# Status, part of the message, path, body.
REFUSED_BODIES = [
    (404, "there is no game 'nosuch'", "/api/show", {"game": "nosuch"}),
    (400, "colour", "/api/show", {"game": "bao:colour=red"}),
    (400, "unknown field 'shape'", "/api/show", {"game": "bao", "shape": 3}),
    (400, "invalid JSON", "/api/show", "{game: bao}"),
    (400, "more than 8 nested", "/api/show", '{"game":' + "[" * 1000 + "]" * 1000 + "}"),
    (400, "position", "/api/show", {"game": "tictactoe", "position": "nonsense"}),
    (400, "'line': 5", "/api/show", {"record": BROKEN_RECORD}),
    (400, "may not name files", "/api/show", {"game": "/etc/passwd"}),
    (400, "may not name files", "/api/show", {"record": FILE_RECORD}),
    (404, "there is no agent 'nobody'", "/api/analyse", {"game": "bao", "agent": "nobody"}),
    (400, "may not start programs", "/api/analyse", {"game": "bao", "agent": "engine:cmd=touch /tmp/banmen-was-here"}),
    (400, "may not start programs", "/api/analyse", {"game": "chess", "agent": "uci:cmd=touch /tmp/banmen-was-here"}),
    (400, "may not start programs", "/api/analyse", {"game": "reversi", "agent": "gtp:time=1,cmd=touch /tmp/banmen-was-here"}),
    (400, "names a file, but clients may not name files", "/api/analyse", {"game": "bao", "agent": "alphabeta:db=/etc/passwd"}),
    (400, "memory=65536 is more", "/api/analyse", {"game": "bao", "agent": "uct:memory=65536"}),
    (400, "largest value allowed is time=60", "/api/analyse", {"game": "bao", "agent": "uct:time=86400"}),
    (413, "longer than 64 kB", "/api/analyse", {"game": "bao", "position": "x" * 70_000}),
    (413, "longer than 1024 kB", "/api/show", {"record": "x" * 5_000_000}),
]
# Messages quote only the beginning of long input.
LONG_BODIES = [
    ("/api/show", {"game": "x" * 900_000}),
    ("/api/record/read", {"text": "banmen-record 1\ngame " + "y" * 900_000 + "\nmoves\n"}),
    ("/api/show", {"game": "tictactoe", "moves": ["z" * 900_000]}),
]

POSTED = b"POST /api/show HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n"
# Fault, status, bytes of a malformed request.
REFUSED_BYTES = [
    ("garbage", "400", b"\x00\x01garbage\r\n\r\n"),
    ("a long header", "431", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n"),
    ("a body of unknown length", "411", POSTED + b"\r\n"),
    ("no host", "421", b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
    ("two hosts", "421", b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil\r\n\r\n"),
    ("two origins", "403", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\nOrigin: http://evil\r\n\r\n"),
    ("a folded header", "400", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-One: a\r\n b\r\n\r\n"),
    ("a header folded by a tab", "400", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-One: a\r\n\tb: c\r\n\r\n"),
    ("a folded first header", "400", b"GET /api/health HTTP/1.1\r\n Host: 127.0.0.1:PORT\r\n\r\n"),
    ("a compressed body", "501", POSTED + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    ("two encodings", "501", POSTED + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    ("an encoding without chunks", "501", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: gzip\r\n\r\n"),
    ("a length and an encoding", "400", POSTED + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    ("chunks without end", "413", POSTED + b"Transfer-Encoding: chunked\r\n\r\n" + (b"10000\r\n" + b" " * 65536 + b"\r\n") * 20),
]

# Close code, and the frame that causes it.
REFUSED_FRAMES = [
    (1008, lambda ws: ws.send_frame(2, b"\x00\x01\x02")),
    (1009, lambda ws: ws.send("x" * 20_000)),
    (1002, lambda ws: ws.send_frame(1, b"{}", masked=False)),
    (1007, lambda ws: ws.send_frame(1, b"\xff\xfe")),
    (1008, lambda ws: [ws.send({"type": "stop"}) for _ in range(100)]),
]
# Messages that close the connection, and others; each with part of the answer.
FATAL_MESSAGES = [("garbage", "invalid JSON"), ('{"type":"nothing"}', "unknown message 'nothing'"), ("[" * 100 + "]" * 100, "more than 8 nested")]
REFUSED_MESSAGES = [
    ("error", "no game", {"type": "join", "game": "nosuch", "seats": []}),
    ("error", "may not start programs", {"type": "join", "game": "tictactoe", "seats": [{"who": "agent", "agent": "engine:cmd=true"}, {"who": "human"}]}),
]
REFUSED_MOVES = [("ply 3", {"type": "move", "ply": 3, "move": "a1"}), ("z9", {"type": "move", "ply": 0, "move": "z9"})]

# Arguments of serve, status, part of the message.
REFUSED_ARGUMENTS = [
    (["--port", "70000"], 2, "--port"),
    (["--listen", "nowhere", "--allow-host", "x"], 2, "is not an address"),
    (["--listen", "0.0.0.0"], 2, "--allow-host"),
    (["--until-done"], 2, "--reproduce"),
    (["--agent", "x"], 2, "NAME=AGENT"),
    (["--listen", "203.0.113.7", "--port", "0", "--allow-host", "x"], 2, "can't listen"),
    (["--memory", "0"], 2, "--memory"),
]


def refused_requests(server):
    port = str(server.port)
    for path in ("/", "/api/health", "/nothing"):
        headers = server.ask("GET", path)[1]
        check(f"headers of {path}", {name: headers.get(name) for name in HEADERS}, HEADERS)
    rows = [(status, part, method, path, BODIES.get(path) if method == "POST" else None, headers) for status, part, method, path, headers in REFUSED_SENDERS]
    rows += [(status, part, "POST", path, body, {}) for status, part, path, body in REFUSED_BODIES]
    for status, part, method, path, body, headers in rows:
        what = f"{method} {path} {str(body)[:80]} {headers}"
        found, _, document = server.ask(method, path, body, **{name: value.replace("PORT", port) for name, value in headers.items()})
        check(what, found, status)
        holds(what, document, part)
    for path, body in LONG_BODIES:
        status, _, document = server.ask("POST", path, body)
        check(f"a long name at {path}", (status in (400, 404), len(str(document)) < 5000), (True, True))
    for what, status, data in REFUSED_BYTES:
        holds(what, server.raw(data.replace(b"PORT", port.encode())), status)
    body = b'\r\n {"game":"bao"}'  # looks like a folded header
    head = POSTED.replace(b"PORT", port.encode()) + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    holds("a body that begins with a line break", server.raw(head + body)[9:12], "200")


def deep_records(server):
    """Records are written with every kind of ending, and with nested variations up to the limit."""
    branched = [{"move": "a1"}]
    for _ in range(20):
        branched = [{"move": "b2", "variations": [branched]}]
    wished = {"game": "tictactoe", "seats": [{"seat": "first", "who": "human Ada"}], "tree": branched, "ended": {"how": "forfeit", "seat": "second"}}
    status, _, written = server.ask("POST", "/api/record/write", wished)
    check("a deep record", status, 200)
    holds("a person's name", written["text"], "seat first human Ada\n")
    holds("how it ended", written["text"], "end forfeit second\n")
    read = server.ask("POST", "/api/record/read", {"text": written["text"]})[2]
    check("read again", (read["tree"], read["ended"]), (branched, wished["ended"]))
    status, _, document = server.ask("POST", "/api/record/write", {"game": "tictactoe", "tree": [{"move": "b2", "variations": [branched]}]})
    check("too deep a record", status, 400)
    holds("too deep a record", document, "more than 64 nested")


def refused_messages(server):
    port = server.port
    for status, wrong in ((421, {"host": "evil.example"}), (403, {"origin": "http://evil.example"})):
        try:
            WebSocket(port, **wrong)
            sys.exit(f"a WebSocket with {wrong} was accepted")
        except Refused as refusal:
            check(str(wrong), refusal.status, status)
    holds("no compression", "permessage-deflate" in WebSocket(port).head, "False")
    for number, (code, send) in enumerate(REFUSED_FRAMES):
        ws = WebSocket(port)
        send(ws)
        try:
            while True:
                ws.receive()
        except Closed as closed:
            check(f"close code of frame {number}", closed.code, code)
    ws = WebSocket(port, origin=f"http://127.0.0.1:{port}")
    ws.send({"type": "join", "game": "tictactoe", "seats": PEOPLE})
    ws.wait_for("table")
    for message, part in FATAL_MESSAGES:
        wrong = WebSocket(port)
        wrong.send(message)
        holds(message[:40], wrong.wait_for("error"), part)
        try:
            wrong.receive()
            sys.exit(f"{message[:40]!r} did not end the connection")
        except Closed as closed:
            check(message[:40], closed.code, 1008)
    for answer, part, message in REFUSED_MESSAGES:
        ws.send(message)
        holds(str(message), ws.wait_for(answer), part)
    ws.send({"type": "join", "game": "tictactoe", "seats": PEOPLE})
    ws.wait_for("table")
    for part, message in REFUSED_MOVES:
        ws.send(message)
        holds(str(message), ws.wait_for("refused"), part)
        check("table", ws.wait_for("table")["ply"], 0)
    ws.send({"type": "move", "ply": 0, "move": "a1"})
    check("the game goes on", ws.wait_for("moved")["ply"], 0)


def refused_arguments():
    def serve(*arguments):
        return subprocess.run([program, "serve", *arguments], capture_output=True, text=True, timeout=30)

    for arguments, status, part in REFUSED_ARGUMENTS:
        done = serve(*arguments)
        check(f"status for {arguments}", done.returncode, status)
        holds(str(arguments), done.stderr, part)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = serve("--port", port)
        check("status for a taken port", done.returncode, 1)
        holds("a taken port", done.stderr, f"port {port} of 127.0.0.1 is in use")
    if os.geteuid() != 0 and int(pathlib.Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) > 1:
        holds("a forbidden port", serve("--port", "1").stderr, "needs privileges")


def refusals():
    """Every kind of bad input gets its status and message, and the server continues."""
    with Server() as server:
        refused_requests(server)
        deep_records(server)
        refused_messages(server)
        check("the server goes on", server.ask("GET", "/api/health")[0], 200)
        check("no program was started", os.path.exists("/tmp/banmen-was-here"), False)
    refused_arguments()


def put(path, text):
    """Writes a file atomically, with a new modification time."""
    put.count += 1
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    os.utime(new, ns=(time.time_ns(), time.time_ns() + put.count * 1_000_000_000))
    new.replace(path)


put.count = 0


def rules():
    """A rule file of the operator: listed, played, reloaded when it changes."""
    good = pathlib.Path(__file__).parent.parent / "games" / "tictactoe.game"
    with tempfile.TemporaryDirectory() as folder:
        mine = pathlib.Path(folder) / "mine.game"
        mine.write_text(good.read_text())
        with Server("--game", str(mine)) as server:
            own = [g for g in server.ask("GET", "/api/games")[2]["games"] if g["group"] == "own"]
            check("listed", [g["id"] for g in own], [str(mine)])
            ws = WebSocket(server.port)
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            moves = [pick["next"] for pick in ws.wait_for("table")["choices"]["nodes"][0]["picks"]]
            check("moves", len(moves), 9)
            put(mine, good.read_text().replace("game", "gmae", 1) + "\nnonsense here\n")
            changed = ws.wait_for("changed")
            check("changed", changed["game"], str(mine))
            check("errors", changed["errors"] != [] and changed["errors"][0]["line"] >= 1, True)
            ws.send({"type": "move", "ply": 0, "move": moves[0]})
            check("the game goes on by its own text", ws.wait_for("moved")["ply"], 0)
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            holds("a new game", ws.wait_for("error"), "line")
            put(mine, good.read_text())
            check("mended", ws.wait_for("changed")["errors"], [])
            # A folder replaces the file: the error has no line.
            mine.unlink()
            holds("gone", ws.wait_for("changed")["errors"], "No such file")
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            holds("a game that has gone", ws.wait_for("error"), "No such file")
            status, _, document = server.ask("POST", "/api/show", {"game": str(mine)})
            check("its status", status, 400)
            holds("its message", document, "No such file")
            mine.mkdir()
            holds("a folder", ws.wait_for("changed")["errors"], "is a directory")
            check("shown", server.ask("POST", "/api/show", {"game": str(mine)})[0], 400)
            mine.rmdir()
            put(mine, good.read_text())
            while ws.wait_for("changed")["errors"]:
                pass
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            ws.wait_for("table")
        # Files that it extends are watched too, also one that did not exist at first.
        base = pathlib.Path(folder) / "base.game"
        mine.write_text('game "Mine"\nextends "base.game"\n')
        with Server("--game", str(mine)) as server:
            ws = WebSocket(server.port)
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            holds("nothing to extend", ws.wait_for("error"), "there is no file 'base.game'")
            put(base, good.read_text())
            while ws.wait_for("changed")["errors"]:
                pass
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            check("moves", len(ws.wait_for("table")["choices"]["nodes"][0]["picks"]), 9)
            put(base, good.read_text() + "\nnonsense here\n")
            changed = ws.wait_for("changed")
            check("changed below it", (changed["game"], changed["errors"][0]["where"]), (str(mine), str(base)))
            put(base, good.read_text().replace("3 x 3", "4 x 4"))
            while ws.wait_for("changed")["errors"]:
                pass
            ws.send({"type": "join", "game": str(mine), "seats": PEOPLE})
            check("more moves", len(ws.wait_for("table")["choices"]["nodes"][0]["picks"]), 16)


def load():
    """Too many connections get 503; slow readers are dropped or held back; Ctrl-C ends the server in time under load."""
    with Server("--connections", "256") as server:
        # A client that never reads a game between two agents: they wait for it, and other clients are served.
        slow = WebSocket(server.port)
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.send({"type": "join", "game": "backgammon:match=25", "seats": [{"who": "agent", "agent": "random"}, {"who": "agent", "agent": "random"}]})
        # Analyses that keep every thread busy.
        busy = [WebSocket(server.port) for _ in range(4)]
        for number, ws in enumerate(busy):
            ws.send({"type": "analyse", "id": number, "game": "reversi"})
        for ws in busy:
            ws.wait_for("lines")
        check("answered meanwhile", server.ask("POST", "/api/show", {"game": "bao"})[0], 200)
        for ws in busy:
            ws.send({"type": "stop"})
        # Requests of clients that disconnect: their searches end and make room for others.
        body = json.dumps({"game": "reversi", "agent": "alphabeta:time=50,table=1"}).encode()
        head = f"POST /api/analyse HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        left = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(40)]
        for connection in left:
            connection.sendall(head.encode() + body)
        busy_answer = left[-1].recv(4000)
        check("busy", (busy_answer[9:12], b"\r\nRetry-After: 1\r\n" in busy_answer), (b"503", True))
        for connection in left:
            connection.close()
        begin = time.monotonic()
        while (status := server.ask("POST", "/api/analyse", {"game": "tictactoe"})[0]) == 503 and time.monotonic() - begin < 20:
            time.sleep(0.1)
        check("room for other searches", status, 200)
        for number, ws in enumerate(busy):
            ws.send({"type": "analyse", "id": number, "game": "reversi"})
        idle = []
        for _ in range(300):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
            idle.append(connection)
        try:
            status = server.ask("GET", "/api/health")[0]
        except (ConnectionResetError, http.client.HTTPException):
            status = 503  # it was disconnected before it had sent its request
        check("full", status, 503)
        for connection in idle:
            connection.close()
        for _ in range(100):
            try:
                if (status := server.ask("GET", "/api/health")[0]) == 200:
                    break
            except (ConnectionResetError, http.client.HTTPException):
                pass
            time.sleep(0.1)
        check("room again", status, 200)
        ends_as_promised("under load", server, signal.SIGINT)


def beyond():
    """Access from other machines: who may open tables, accepted host names, addresses, and limits."""
    def opens(server, **headers):
        return server.ask("POST", "/api/tables", {"game": "tictactoe", "seats": [{"who": "open"}, {"who": "open"}]}, **headers)[0]

    def printed(*arguments):
        process = subprocess.Popen([program, "serve", "--json", "--port", "0", "--data", "none", *arguments], stdout=subprocess.PIPE, text=True)
        line = json.loads(process.stdout.readline())
        process.terminate()
        process.communicate(timeout=30)
        return line["address"].split("#")[0], line["port"]

    # On a loopback address everybody may open tables, by any loopback name.
    with Server("--data", "none") as server:
        check("own tables", opens(server), 201)
        with socket.create_connection(("::1", server.port), timeout=20) as six:
            six.sendall(f"GET /api/health HTTP/1.1\r\nHost: [::1]:{server.port}\r\nConnection: close\r\n\r\n".encode())
            holds("IPv6", six.recv(100), "200 OK")
    # On a public address only the key opens tables.
    with Server("--data", "none", "--listen", "0.0.0.0", "--allow-host", "lab.example") as server:
        check("address", server.line["address"].split("#")[0], f"http://lab.example:{server.port}/")
        key = "Bearer " + server.key
        check("without the key", opens(server), 401)
        check("a wrong key", opens(server, Authorization="Bearer wrong"), 401)
        check("with the key", opens(server, Authorization=key), 201)
        check("told so", [server.ask("GET", "/api/health", **more)[2]["opens_tables"] for more in ({}, {"Authorization": key})], [False, True])
        check("looked at", server.ask("GET", "/api/tables", Host=f"lab.example:{server.port}")[0], 200)
        # Without a proxy X-Forwarded-For is ignored.
        for number in range(3):
            check("no proxy", opens(server, Authorization=key, X_Forwarded_For="198.51.100.7"), 201)
    # All of 127.0.0.0/8 is this machine: no key and no --allow-host, and no other name.
    with Server("--data", "none", "--listen", "127.0.0.2") as server:
        check("another own address", server.line["address"].split("#")[0], f"http://127.0.0.2:{server.port}/")
        check("its tables", (opens(server), server.ask("GET", "/api/health")[2]["opens_tables"]), (201, True))
        check("another name", server.ask("GET", "/api/health", Host=f"lab.example:{server.port}")[0], 421)
    check("a name with its port", printed("--listen", "0.0.0.0", "--allow-host", "lab.example:80")[0], "http://lab.example:80/")
    # A key from a file is not printed.
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "key"
        check("no key shown", printed("--key-file", str(path))[0].count("key"), 0)
        kept = path.read_text()
        check("its file is one's own", (path.stat().st_mode & 0o777, len(kept)), (0o600, 27))
        printed("--key-file", str(path))
        check("it stays", path.read_text(), kept)
        path.chmod(0o640)
        done = subprocess.run([program, "serve", "--data", "none", "--key-file", str(path)], capture_output=True, text=True, timeout=30)
        check("a key that others may read", done.returncode, 2)
        holds("a key that others may read", done.stderr, f"chmod 600 '{path}', or delete it")
        path.chmod(0o600)
        path.write_text("secret\n")
        done = subprocess.run([program, "serve", "--data", "none", "--key-file", str(path)], capture_output=True, text=True, timeout=30)
        check("no key", done.returncode, 2)
        holds("no key", done.stderr, "contains no key")
    for arguments, part in ((["--behind-proxy"], "--allow-host"), (["--public"], "only this machine can reach")):
        done = subprocess.run([program, "serve", *arguments], capture_output=True, text=True, timeout=30)
        check(f"status for {arguments}", done.returncode, 2)
        holds(str(arguments), done.stderr, part)

    # Behind a proxy, which reports the clients' addresses.
    with Server("--data", "none", "--behind-proxy", "--allow-host", "lab.example", "--public") as server:
        check("address", server.line["address"].split("#")[0], "https://lab.example/")
        check("https", server.ask("GET", "/api/health", Host="lab.example", Origin="https://lab.example")[0], 200)
        check("another site", server.ask("GET", "/api/health", Host="lab.example", Origin="https://evil.example")[0], 403)
        ann, bob = {"X_Forwarded_For": "127.0.0.1, 198.51.100.7"}, {"X_Forwarded_For": "198.51.100.8"}
        found = [opens(server, **ann) for _ in range(31)]
        check("tables in a minute", (found[:30], found[30]), ([201] * 30, 429))
        check("another's", opens(server, **bob), 201)
        # One search at a time per address.
        body = json.dumps({"game": "reversi", "agent": "alphabeta:time=60,table=1"})
        head = f"POST /api/analyse HTTP/1.1\r\nHost: lab.example\r\nX-Forwarded-For: 198.51.100.7\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        quick = {"game": "tictactoe", "agent": "alphabeta:depth=2"}
        begin = time.monotonic()
        long, status = None, 200
        try:
            while status == 200 and time.monotonic() - begin < 60:  # until the long search has started
                if long is None or select.select([long], [], [], 0)[0]:  # none, or one behind a quick search
                    if long:
                        long.close()
                    long = socket.create_connection(("127.0.0.1", server.port), timeout=30)
                    long.sendall((head + body).encode())
                status, headers, _ = server.ask("POST", "/api/analyse", quick, **ann)
            check("a second search", (status, headers["Retry-After"]), (429, "1"))
            check("another's search", server.ask("POST", "/api/analyse", quick, **bob)[0], 200)
        finally:
            long.close()
        begin = time.monotonic()
        while (status := server.ask("POST", "/api/analyse", quick, **ann)[0]) == 429 and time.monotonic() - begin < 20:
            time.sleep(0.1)
        check("who left may search again", status, 200)
        # An address's memory is reserved while its agents think, and others' is not.
        thinker = WebSocket(server.port, headers={"X-Forwarded-For": "198.51.100.7"})
        agent = {"who": "agent", "agent": "uct:memory=340,time=60"}
        large = {"game": "tictactoe", "agent": "uct:memory=200,time=0.1"}
        thinker.send({"type": "join", "game": "reversi", "seats": [{"who": "human"}, agent]})
        thinker.wait_for("table")
        check("an agent that does not think", server.ask("POST", "/api/analyse", large, **ann)[0], 200)
        thinker.send({"type": "seats", "seats": [agent, agent]})
        thinker.wait_for("thinking")
        status, headers, document = server.ask("POST", "/api/analyse", large, **ann)
        check("no memory left", (status, headers["Retry-After"], document["error"]["what"]), (503, "1", "all memory for agents is in use"))
        check("another's memory", server.ask("POST", "/api/analyse", large, **bob)[0], 200)
        thinker.socket.close()
        begin = time.monotonic()
        while (status := server.ask("POST", "/api/analyse", large, **ann)[0]) == 503 and time.monotonic() - begin < 20:
            time.sleep(0.1)
        check("memory again", status, 200)
        # The limit on connections per address does not hold for other and loopback addresses.
        crowd = [WebSocket(server.port, headers={"X-Forwarded-For": "198.51.100.7"}) for _ in range(64)]
        try:
            WebSocket(server.port, headers={"X-Forwarded-For": "198.51.100.7"})
            sys.exit("65 connections of one address were accepted")
        except Refused as refusal:
            check("too many of one address", refusal.status, 503)
        WebSocket(server.port, headers={"X-Forwarded-For": "198.51.100.8"}).send({"type": "stop"})
        for ws in crowd:
            ws.socket.close()
        begin = time.monotonic()
        while (status := server.ask("GET", "/api/health", **ann)[0]) == 503 and time.monotonic() - begin < 20:
            time.sleep(0.1)
        check("room again", status, 200)


def opens():
    """--open: the key is on no command line; the page that leads to the server is private, and removed."""
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        told, key_file = home / "told", home / "key"
        os.mkfifo(told)
        browser = home / "xdg-open"
        browser.write_text(f"#!{sys.executable}\nimport json, os, sys\n"
                           "seen = [open('/proc/self/cmdline').read(), os.stat(sys.argv[1]).st_mode & 0o777, open(sys.argv[1]).read(), sys.argv[1]]\n"
                           f"open({str(told)!r}, 'w').write(json.dumps(seen))\n")
        browser.chmod(0o755)
        for place, arguments in (("XDG_RUNTIME_DIR", []), ("TMPDIR", ["--key-file", str(key_file)])):
            environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
            environment.update({"PATH": f"{home}:{os.environ['PATH']}", "DISPLAY": ":0", place: str(home)})
            reader = os.open(told, os.O_RDONLY | os.O_NONBLOCK)
            process = subprocess.Popen([program, "serve", "--json", "--port", "0", "--data", "none", "--open", *arguments],
                                       stdout=subprocess.PIPE, text=True, env=environment)
            try:
                line = json.loads(process.stdout.readline())
                if not line["page"]:
                    return print("built without the page: nothing to open")
                check("a browser was started", select.select([reader], [], [], SOON)[0], [reader])
                command, mode, text, page = json.loads(os.read(reader, 65536))
            finally:
                os.close(reader)
                process.terminate()
                process.communicate(timeout=30)
            key = key_file.read_text().strip() if arguments else line["address"].split("#key=")[1]
            check("the key on the command line", key in command, False)
            holds("the page", text, f"url=http://127.0.0.1:{line['port']}/#key={key}\"")
            check("its mode and folder", (mode, pathlib.Path(page).parent), (0o600, home))
            check("it is removed", os.path.exists(page), False)


def descriptors():
    """Without file descriptors the server waits without spinning, and continues when some are free."""
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48))

    process = subprocess.Popen([program, "serve", "--json", "--port", "0", "--data", "none"], stdout=subprocess.PIPE, text=True, preexec_fn=few)
    try:
        port = json.loads(process.stdout.readline())["port"]

        def work():
            """Processor seconds of the accepting thread; other threads compute ladders at first."""
            thread = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/stat")
            return sum(map(int, thread.read_text().rsplit(") ", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")

        connections = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(100)]
        begin = work()
        time.sleep(2)  # the measured interval
        if (took := work() - begin) > 0.5:
            sys.exit(f"out of descriptors it worked for {took} of two seconds")
        for connection in connections:
            connection.close()
        answer = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        answer.request("GET", "/api/health")
        check("goes on", answer.getresponse().status, 200)
    finally:
        process.terminate()
        process.communicate(timeout=30)


def goodbye():
    """SIGTERM and SIGHUP: acknowledged moves are stored, all clients are closed with 1012, and no search delays the end, idle and under load."""
    def seat(server, opened, number):
        ws = WebSocket(server.port)
        ws.send({"type": "join", "table": opened["id"], "token": opened["seats"][number]["token"]})
        return ws

    for load in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            kept = ("--data", folder, "--results", folder + "/results")
            with Server(*kept, "--agent", "deaf=engine:cmd=echo ready; exec sleep 600") as server:
                tables = [server.ask("POST", "/api/tables", {"game": "reversi", "seats": [{"who": "open"}, {"who": "open"}]})[2] for _ in range(10)]
                people = [[seat(server, one, number) for number in range(2)] for one in tables]
                others = [WebSocket(server.port) for _ in range(10)]
                told = {}
                for one, (first, _) in zip(tables, people):
                    while (seen := first.wait_for("table"))["phase"] != "running":
                        pass
                    picks = seen["choices"]["nodes"][0]["picks"]
                    first.send({"type": "move", "ply": 0, "move": picks[0]["next"]})
                    told[one["id"]] = [first.wait_for("moved")["move"]]
                if load:
                    for number, ws in enumerate(others):
                        thinker = {"who": "agent", "agent": "deaf" if number == 2 else "alphabeta:time=60,table=8"}
                        ws.send({"type": "analyse", "game": "reversi"} if number % 2 else {"type": "join", "game": "reversi", "seats": [thinker, thinker]})
                        if number < 4:  # two moves and two analyses run; there may be no threads for more
                            ws.wait_for("lines" if number % 2 else "thinking")
                    for _, second in people:  # a pending move at shutdown
                        while (seen := second.receive())["type"] != "moved":
                            pass
                        second.send({"type": "move", "ply": 1, "move": seen["choices"]["nodes"][0]["picks"][0]["next"]})
                # Messages are read afterwards: no client answers the close frame, so the server waits as long as it ever does.
                ends_as_promised(f"under load: {load}", server, signal.SIGTERM if load else signal.SIGHUP)
                for ws in [one for pair in people for one in pair] + others:
                    try:
                        while True:
                            message = ws.receive()
                            if message["type"] == "moved" and message["ply"] == 1:
                                told[next(one["id"] for one, pair in zip(tables, people) if ws in pair)][1:] = [message["move"]]
                    except Closed as closed:
                        check(f"goodbye, under load: {load}", closed.code, 1012)
            with Server(*kept) as server:
                for id, moves in told.items():
                    check("acknowledged moves are stored", server.ask("GET", "/api/tables/" + id)[2]["moves"][:len(moves)], moves)


def silent():
    """With the real timeouts: one of two players falls silent; the other one is informed after half a minute."""
    with Server() as server:
        status, _, opened = server.ask("POST", "/api/tables", {"game": "tictactoe", "seats": [{"who": "open"}, {"who": "open"}]})
        check("opened", status, 201)
        ann, bob = (WebSocket(server.port, timeout=60) for _ in range(2))
        for number, ws in enumerate((ann, bob)):
            ws.send({"type": "join", "table": opened["id"], "token": opened["seats"][number]["token"]})
        while not all(seat["present"] for seat in ann.wait_for("presence")["seats"]):
            pass
        begin = time.monotonic()
        while ann.wait_for("presence")["seats"][1]["present"]:  # only she answers pings meanwhile
            pass
        took = time.monotonic() - begin
        check(f"missed in time ({took:.1f} s)", 25 < took < 30 + SOON, True)
        ann.send({"type": "move", "ply": 0, "move": "b2"})
        check("she is still there", ann.wait_for("moved")["move"], "b2")
        # An incomplete request times out too.
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as half:
            half.sendall(b"GET /api/health HTTP/1.1\r\nHo")
            begin = time.monotonic()
            check("half a request", half.recv(100), b"")
            check("disconnected in time", 8 < time.monotonic() - begin < 10 + SOON, True)


CASES = {"goodbye": goodbye, "silent": silent, "play": play, "documents": documents, "refusals": refusals, "rules": rules, "load": load, "beyond": beyond, "opens": opens, "descriptors": descriptors}
CASES[sys.argv[2]]()
