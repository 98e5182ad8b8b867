"""Five addresses flood the server, each in its own way, while a visitor from another one plays an agent and a person, analyses and
looks at boards: its median latencies stay within twice those of an idle server.
flood.py PROGRAM [--rounds N]"""
import argparse
import http.client
import json
import multiprocessing
import os
import select
import socket
import statistics
import subprocess
import sys
import threading
import time

from websocket import Closed, WebSocket

arguments = argparse.ArgumentParser()
arguments.add_argument("program")
arguments.add_argument("--rounds", type=int, default=10)
arguments = arguments.parse_args()
HOST = "lab.example"
NOISE = 0.05  # seconds: added to anything by a machine with two processors that also runs the flooding clients
VISITOR = "198.51.100.200"
PEOPLE = [{"who": "open"}, {"who": "open"}]


def headers(address):
    return {"Host": HOST, "X-Forwarded-For": address, "Content-Type": "application/json"}


def ask(port, address, method, path, body=None):
    """Status, headers, document."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, None if body is None else json.dumps(body), headers(address))
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    return answer.status, answer.headers, content


def guest(port, address):
    return WebSocket(port, host=HOST, headers={"X-Forwarded-For": address}, timeout=120)


def drain(sockets):
    """Reads and discards all messages."""
    raw = [one.socket for one in sockets]
    while raw:
        for one in select.select(raw, [], [])[0]:
            if not one.recv(65536):
                raw.remove(one)


# ---- The floods. Each runs in a process of its own until it is terminated, and reports when it has begun.

def behind():
    """Lowers the priority of this thread: the test is of the server, not of the processors that its clients take."""
    os.nice(10)


def private_games(port, address, begun):
    """Twelve private games between agents that think for a minute."""
    agent = {"who": "agent", "agent": "uct:memory=1,time=60"}
    sockets = [guest(port, address) for _ in range(12)]
    for one in sockets:
        one.send({"type": "join", "game": "reversi", "seats": [agent, agent]})
        one.wait_for("thinking")
    begun.set()
    behind()
    drain(sockets)


def abandoned_tables(port, address, begun):
    """Thirty tables for agents, watched for a moment."""
    agent = {"who": "agent", "agent": "uct:playouts=20000"}
    opened = [ask(port, address, "POST", "/api/tables", {"game": "reversi", "seats": [agent, agent]})[2] for _ in range(30)]
    for table in opened:
        watcher = guest(port, address)
        watcher.send({"type": "join", "table": table["id"]})
        watcher.wait_for("table")
        watcher.socket.close()
    begun.set()
    threading.Event().wait()


def idle_agent(port, address, begun):
    """A game against an agent with as much memory as the server lends, in which nobody moves."""
    one = guest(port, address)
    one.send({"type": "join", "game": "reversi", "seats": [{"who": "human"}, {"who": "agent", "agent": "uct:memory=340"}]})
    one.wait_for("table")
    begun.set()
    drain([one])


def large_boards(port, address, begun):
    """Sixty connections that ask for large boards and for the list of tables as fast as they are answered."""
    def post(number):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        while True:
            if number % 6:
                connection.request("POST", "/api/show", json.dumps({"game": "amazons:size=16"}), headers(address))
            else:
                connection.request("GET", "/api/tables?limit=100", None, headers(address))
            connection.getresponse().read()
            begun.set()
    behind()
    for number in range(60):
        threading.Thread(target=post, args=[number], daemon=True).start()
    threading.Event().wait()


def analyses(port, address, begun):
    """Forty analyses."""
    sockets = [guest(port, address) for _ in range(40)]
    for one in sockets:
        one.send({"type": "analyse", "game": "reversi"})
    sockets[0].wait_for("lines")
    begun.set()
    behind()
    drain(sockets)


FLOODS = [private_games, abandoned_tables, idle_agent, large_boards, analyses]


def flood(what, port, address, begun):
    try:
        what(port, address, begun)
    except (Closed, OSError):
        pass  # the server has ended


# ---- The visitor.

def first_move(choices):
    return choices["nodes"][0]["picks"][0]["next"]


class Visitor:
    """Plays on with each round; `times` has the seconds of each thing, by name."""

    def __init__(self, port):
        self.port, self.times = port, {}
        self.game, self.analyst, self.ann, self.bob = (guest(port, VISITOR) for _ in range(4))
        self.sit_down()

    def sit_down(self):
        """Ann and Bob begin a game at a new table."""
        status, _, table = ask(self.port, VISITOR, "POST", "/api/tables", {"game": "reversi", "seats": PEOPLE})
        assert status == 201, table
        for number, one in enumerate((self.ann, self.bob)):
            one.send({"type": "join", "table": table["id"], "token": table["seats"][number]["token"]})
        while (seen := self.ann.wait_for("table"))["phase"] != "running":
            pass
        self.bob.wait_for("table")
        self.players = [self.ann, self.bob]
        self.choices, self.ply = seen["choices"], 0

    def timed(self, name, action):
        begin = time.monotonic()
        result = action()
        self.times.setdefault(name, []).append(time.monotonic() - begin)
        return result

    def plays_an_agent(self):
        self.game.send({"type": "join", "game": "reversi", "seats": [{"who": "human"}, {"who": "agent", "agent": "uct:time=0.2"}]})
        choices = self.game.wait_for("table")["choices"]

        def move():
            self.game.send({"type": "move", "ply": 0, "move": first_move(choices)})
            while self.game.wait_for("moved")["ply"] != 1:
                pass
        self.timed("a move of an agent", move)

    def plays_a_person(self):
        def move():
            self.players[0].send({"type": "move", "ply": self.ply, "move": first_move(self.choices)})
            return self.players[1].wait_for("moved")
        moved = self.timed("a move of a person", move)
        assert moved["ply"] == self.ply, moved
        self.players[0].wait_for("moved")
        self.ply += 1
        if moved["result"] is not None:
            self.sit_down()
        elif moved["choices"] is not None:
            self.choices = moved["choices"]
            self.players.reverse()

    def analyses(self):
        def first():
            self.analyst.send({"type": "analyse", "game": "reversi"})
            self.analyst.wait_for("lines")
        self.timed("an analysis", first)
        self.analyst.send({"type": "stop"})

    def looks(self):
        for method, path, body in (("GET", "/api/health", None), ("GET", "/api/tables", None), ("POST", "/api/show", {"game": "reversi"})):
            status, _, document = self.timed(f"{method} {path}", lambda: ask(self.port, VISITOR, method, path, body))
            assert status == 200, document

    def visit(self, rounds):
        """The median seconds of everything."""
        self.times = {}
        for _ in range(rounds):
            self.plays_an_agent()
            self.plays_a_person()
            self.analyses()
            self.looks()
        return {name: statistics.median(times) for name, times in self.times.items()}


def main():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([arguments.program, "serve", "--json", "--port", str(port), "--data", "none", "--behind-proxy", "--allow-host", HOST, "--public"],
                              stdout=subprocess.PIPE, text=True)
    crowd = []
    try:
        server.stdout.readline()
        while not all(game["ladder"] for game in ask(port, VISITOR, "GET", "/api/games")[2]["games"]):
            time.sleep(0.2)  # the server computes them at its start
        visitor = Visitor(port)
        idle = visitor.visit(arguments.rounds)
        context = multiprocessing.get_context("fork")
        for number, what in enumerate(FLOODS):
            begun = context.Event()
            crowd.append(context.Process(target=flood, args=(what, port, f"198.51.100.{number + 1}", begun)))
            crowd[-1].start()
            assert begun.wait(120), what.__name__
        busy = visitor.visit(arguments.rounds)
        # Memory of others' agents that don't think is free.
        status, _, document = ask(port, VISITOR, "POST", "/api/analyse", {"game": "reversi", "agent": "uct:memory=200,time=0.1"})
        assert status == 200, document
    finally:
        for one in crowd:
            one.terminate()
        for one in crowd:
            one.join()
        server.terminate()
        server.wait(timeout=30)
    slow = [name for name in idle if busy[name] > 2 * idle[name] + NOISE]
    for name in idle:
        print(f"{name:24} {1000 * idle[name]:8.1f} ms idle {1000 * busy[name]:8.1f} ms flooded")
    if slow:
        sys.exit("slower than twice as on an idle server: " + ", ".join(slow))


main()
