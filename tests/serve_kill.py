"""kill: kills and restarts the server at random moments while people, agents and bots play at several tables, at some of them four: no
acknowledged move is lost, none is played twice, tokens and clocks stay valid, agents and bots continue, and every record replays.
full: the disk is full for a while: a move is refused, the operator reads the reason, and it is accepted when there is room again.
serve_kill.py PROGRAM CASE [--kills N] [--tables N]        three kills at eight tables; with BANMEN_LONG twenty at fifty"""
import argparse
import http.client
import json
import os
import pathlib
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from own_time import PROMISED, end_server  # noqa: E402
from websocket import Closed, Refused, WebSocket  # noqa: E402

long = bool(os.environ.get("BANMEN_LONG"))
arguments = argparse.ArgumentParser()
arguments.add_argument("program")
arguments.add_argument("case", choices=("kill", "full"))
arguments.add_argument("--kills", type=int, default=20 if long else 3)
arguments.add_argument("--tables", type=int, default=50 if long else 8)
arguments = arguments.parse_args()
program, KILLS, TABLES = arguments.program, arguments.kills, arguments.tables
INCREMENT = 2
# Players of the seats: open (a person), bot (a program over the network), or an agent.
GAMES = [("reversi:size=4", ["open", "open"]), ("tictactoe", ["open", "bot"]), ("backgammon:checkers=3", ["open", "open"]),
         ("yonin:size=4", ["open", "uct:playouts=20", "open", "bot"]), ("backgammon:checkers=3", ["open", "random"]), ("bao:holes=4", ["bot", "open"]),
         ("reversi:size=4", ["open", "alphabeta:depth=3"]), ("yonin:size=4", ["open", "open", "open", "open"])]
GONE = (OSError, Closed, Refused, http.client.HTTPException, json.JSONDecodeError)


class Server:
    def __init__(self, data):
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen([program, "serve", "--json", "--port", str(self.port), "--data", self.data, "--results", self.data + "/results"],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        line = self.process.stdout.readline()
        assert line, "it did not start: " + self.process.stderr.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body=json.dumps(body) if body is not None else None, headers={"Content-Type": "application/json"} if body is not None else {})
        answer = connection.getresponse()
        content = json.loads(answer.read())
        connection.close()
        return answer.status, content


class Wrong(Exception):
    pass


def check(what, holds, *shown):
    if not holds:
        raise Wrong(f"{what}: {shown}")


def any_move(choices, chance):
    """Picks a random move from the tree of choices."""
    at = 0
    while isinstance(at, int):
        at = chance.choice(choices["nodes"][at]["picks"])["next"]
    return at


class Bot(threading.Thread):
    """A program at one seat for one game: reconnects after every broken connection until the referee says quit."""

    def __init__(self, port, table, token, number):
        super().__init__(daemon=True)
        self.port, self.table, self.token, self.chance = port, table, token, random.Random(number)
        self.moves, self.verdict = 0, None

    def run(self):
        while True:
            try:
                return self.play()
            except Closed as closed:
                if closed.code == 1008:
                    self.verdict = closed.reason
                    return None
            except (OSError, Refused):
                pass
            time.sleep(0.05)

    def play(self):
        referee, choices = WebSocket(self.port, "/api/engine"), []
        referee.send(f"seat {self.table} {self.token}")
        while True:
            verb, _, rest = referee.receive_text().partition(" ")
            if verb == "banmen":
                for said in ("wants choices", "ready"):
                    referee.send(said)
            elif verb == "choices":
                choices = []
            elif verb == "choice":
                choices.append(rest)
            elif verb == "go":
                time.sleep(0.05)
                referee.send("bestmove " + self.chance.choice(choices))
                self.moves += 1
            elif verb == "quit":
                return referee.close()


class Table(threading.Thread):
    """Games at one table after another; this class plays all the people."""

    def __init__(self, server, number, stop):
        super().__init__(daemon=True)
        self.server, self.stop_asked, self.chance = server, stop, random.Random(number)
        self.game, self.seats = GAMES[number % len(GAMES)]
        self.alone = set(self.seats) == {"open"} and "backgammon" not in self.game  # all moves come from here
        self.finished, self.wrong, self.cuts, self.moves, self.bots, self.bots_moves = [], None, 0, 0, [], 0

    def run(self):
        try:
            while not self.stop_asked.is_set():
                self.one_game()
        except Exception as error:  # reported by the thread that joins this one
            self.wrong = error
            raise

    def patiently(self, work):
        """Retries while the server is down."""
        end = time.monotonic() + 60
        while True:
            try:
                return work()
            except GONE:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def open(self):
        seats = [{"who": who} if who in ("open", "bot") else {"who": "agent", "agent": who} for who in self.seats]
        body = {"game": self.game, "seats": seats, "clock": {"kind": "fischer", "seconds": 300, "increment": INCREMENT}}
        status, opened = self.patiently(lambda: self.server.ask("POST", "/api/tables", body))
        check("opened", status == 201, opened)
        self.id, tokens = opened["id"], {seat["seat"]: seat["token"] for seat in opened["seats"]}
        self.tokens = {seat: token for seat, token in tokens.items() if self.seats[seat] == "open"}
        self.bots = [Bot(self.server.port, self.id, token, seat) for seat, token in tokens.items() if self.seats[seat] == "bot"]
        for bot in self.bots:
            bot.start()
        self.told, self.left, self.sent, self.sockets, self.over = [], None, None, {}, False

    def one_game(self):
        self.open()
        while not self.over:
            try:
                if not self.sockets:
                    self.sit_down()
                self.play()
            except GONE:
                self.cuts += 1
                for one in self.sockets.values():
                    one.socket.close()
                self.sockets = {}
                time.sleep(0.05)
                if self.stop_asked.is_set() and self.cuts > 1000:
                    return
        self.finished.append((self.id, list(self.told)))
        for one in self.sockets.values():
            one.close()
        for bot in self.bots:  # it waits half a minute for a rematch: the next table does not
            check("a bot played to the end", bot.verdict is None, bot.verdict)
            self.bots_moves += bot.moves

    def sit_down(self):
        for seat, token in self.tokens.items():
            self.sockets[seat] = WebSocket(self.server.port)
            table = self.look(seat, first=True)
            check("the token is good", table["seat"] == seat, table["seat"], seat)
        if self.sent:
            # Unknown whether it was played. Sent again it counts once.
            ply, seat, move = self.sent
            self.sockets[seat].send({"type": "move", "ply": ply, "move": move})
            while len(self.told) <= ply:
                self.read(self.sockets[seat].receive())
            check("what was sent again was played", self.told[ply] == move, self.told, ply, move)
            self.sent = None

    def look(self, seat, first=False):
        """The current table; older messages may still be queued."""
        ws = self.sockets[seat]
        ws.send({"type": "join", "table": self.id, "token": self.tokens[seat], "name": f"P{seat}", "ply": len(self.told)})
        while True:
            table = ws.wait_for("table")
            self.read(table, first)
            if table["ply"] >= len(self.told):
                return table

    def read(self, message, first=False):
        """Checks the server's state against everything that it has sent before, to any client."""
        kind = message["type"]
        if kind == "table":
            history, shared = message["history"], min(len(message["history"]), len(self.told))
            check("acknowledged moves are unchanged", history[:shared] == self.told[:shared], history, self.told)
            check("no acknowledged move is lost", not first or len(history) >= len(self.told), history, self.told)
            check("nothing is played twice", len(history) <= len(self.told) + 1 or not self.alone, history, self.told)
            self.told = max(self.told, list(history), key=len)
        elif kind == "moved":
            ply = message["ply"]
            if ply < len(self.told):
                check("a move is repeated unchanged", self.told[ply] == message["move"], message, self.told)
            else:
                check("moves come in order", ply == len(self.told), message, self.told)
                self.told.append(message["move"])
                self.moves += 1
        elif kind == "error":
            raise Wrong(f"an error: {message}")
        if kind in ("table", "moved"):
            self.clocks(message["clock"], message["ply"] if kind == "table" else message["ply"] + 1, message["turn"])
            self.over = self.over or message["result"] is not None or message["ended"] is not None
            if len(self.told) == (message["ply"] if kind == "table" else message["ply"] + 1):
                self.turn = message["turn"]
        return kind

    def clocks(self, clock, ply, turn):
        left = clock["left"]
        for seat, seconds in enumerate(left):
            check("a clock is neither empty nor full", 0 < seconds <= 300 + INCREMENT * (len(self.told) + 1), left)
            if self.left:  # clocks did not run while the server was down
                check("a clock only runs on its turn", self.left[seat] - 60 < seconds <= self.left[seat] + INCREMENT * 40, left, self.left)
                if ply == self.left_at and seat != turn:
                    check("the clocks of others stand, also over a restart", seconds == self.left[seat], seat, left, self.left)
        self.left, self.left_at = left, ply

    def play(self):
        """One move of the player on turn, and the events that follow, as both players see them."""
        seat = self.turn
        if seat in self.sockets and not self.over:
            ws, table = self.sockets[seat], self.look(seat)
            if self.over or table["turn"] != seat or table["phase"] != "running":
                return time.sleep(0.1)
            check("who is on turn may choose", table["choices"] is not None, table)
            move = any_move(table["choices"], self.chance)
            self.sent = (len(self.told), seat, move)
            ws.send({"type": "move", "ply": len(self.told), "move": move})
            while len(self.told) <= self.sent[0]:
                check("a good move is not refused", self.read(ws.receive()) != "refused", self.told, move)
            self.sent = None
        # Dice and agents follow; each player is informed of each move.
        ws = self.sockets[min(self.sockets)]
        if not self.over and self.turn not in self.sockets:
            self.read(ws.receive())
        time.sleep(0.1 + 0.1 * self.chance.random())  # the rate limit is twenty messages a second


def full():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            table = Table(server, 0, threading.Event())
            table.open()
            table.sit_down()
            while not table.told:
                table.play()
            told = list(table.told)
            check("a move is played", len(told) == 1, told)
            pid = server.process.pid
            limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (os.path.getsize(folder + "/tables.sqlite-wal"), limits[1]))
            ws = table.sockets[table.turn]
            move = any_move(table.look(table.turn)["choices"], table.chance)
            _, document = server.ask("GET", "/api/tables/" + table.id)
            for _ in range(3):
                ws.send({"type": "move", "ply": 1, "move": move})
                refused = ws.wait_for("refused")
                check("it says what happened", "could not store this" in refused["error"]["what"], refused)
                check("players never see the path", folder not in json.dumps(refused), refused)
                check("nothing was played", ws.wait_for("table")["history"] == told, told)
            _, still = server.ask("GET", "/api/tables/" + table.id)
            check("the table is as it was", still["moves"] == told and still["position"] == document["position"], still)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
            ws.send({"type": "move", "ply": 1, "move": move})
            check("with room again it is played", ws.wait_for("moved")["move"] == move, move)
            server.kill()
            said = server.process.stderr.read()
            check("the operator reads why, once", said.count(f"can't write the store '{folder}/tables.sqlite'") == 1, said)
            server.start()
            _, after = server.ask("GET", "/api/tables/" + table.id)
            check("and kept", after["moves"] == told + [move], after["moves"])
            print("refused three times while there was no room, then played and kept")
        finally:
            server.kill()


def kill():
    chance = random.Random(17)
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/data"
        server = Server(data)
        try:
            stop = threading.Event()
            tables = [Table(server, number, stop) for number in range(TABLES)]
            for table in tables:
                table.start()
            for number in range(KILLS):
                time.sleep(1.5 + 1.5 * chance.random())
                server.kill()
                server.start()
                for table in tables:
                    if table.wrong:
                        sys.exit(f"after {number + 1} kills, {table.game}: {table.wrong}")
            time.sleep(1.5)
            stop.set()
            for table in tables:
                table.join(timeout=240)
                if table.wrong or table.is_alive():
                    sys.exit(f"{table.game}: {table.wrong or 'it did not come to its end'}")
            finished = {id: told for table in tables for id, told in table.finished}
            # The list of finished games is complete, page by page.
            listed, after = {}, ""
            while True:
                status, page = server.ask("GET", "/api/finished?after=" + after)
                assert status == 200, page
                listed.update((game["id"], game) for game in page["games"])
                if not page["more"]:
                    break
                after = page["games"][-1]["id"]
            for id, told in finished.items():
                assert id in listed and listed[id]["plies"] == len(told), (id, listed.get(id), told)
            status, took = end_server(server.process)
            assert status == 0, status
            # Without a server: every record replays to the acknowledged moves, with the dice of its seed.
            subprocess.run([program, "tables", "export", "--all", "--data", data, "--out", folder + "/records"], check=True, stdout=subprocess.DEVNULL)
            throws = 0
            for id, told in finished.items():
                shown = subprocess.run([program, "show", "--record", f"{folder}/records/{id}.record", "--json"], capture_output=True, text=True)
                assert shown.returncode == 0, shown.stderr
                document = json.loads(shown.stdout)
                assert document["history"] == told, (id, document["history"], told)
                record = pathlib.Path(f"{folder}/records/{id}.record").read_text()
                assert record.startswith("banmen-record 4\n") and "\ndate 20" in record and "\nclock fischer 300 2\n" in record, record
                times = [float(line.split("@")[1].split("/")[0]) for line in record.splitlines() if "@" in line]
                assert len(times) == len(told) and times == sorted(times), record
                if "dice" in document:
                    assert document["dice"]["as_seed"] == document["dice"]["throws"], document["dice"]
                    throws += document["dice"]["throws"]
            assert took < PROMISED, took
            bots = sum(table.bots_moves for table in tables)
            assert bots > 0 or TABLES < 2
            print(f"{KILLS} kills at {TABLES} tables: {len(finished)} games of {sum(t.moves for t in tables)} moves told, {bots} of them by bots, "
                  f"{sum(t.cuts for t in tables)} connections cut, {throws} throws as their seeds gave them; the end took {took:.1f} s")
        finally:
            server.kill()


{"kill": kill, "full": full}[arguments.case]()
