"""Runs every command of "Beyond this machine" in docs/serve.md and of the backup in docs/tables.md as printed, except addresses, ports and
the contents of a table's link. 127.0.0.2 is another machine of the network. A command that is not run here fails the test. (Behind
nginx: proxy.py.)
walk.py PROGRAM"""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from websocket import WebSocket  # noqa: E402

root = pathlib.Path(__file__).parent.parent
program = os.path.abspath(sys.argv[1])
there = "127.0.0.2"


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {found!r}")


class Document:
    """The commands under a heading, each to be run at least once."""

    def __init__(self, name, heading):
        text = (root / "docs" / name).read_text()
        part = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
        self.lines = [line for block in re.findall(r"^```\n(.*?)^```$", part, re.M | re.S) for line in block.splitlines()]
        self.left = [line for line in self.lines if "sudo" not in line]  # they change the machine; proxy.py tests what they install

    def said(self, begin):
        found = [line for line in self.lines if line.startswith(begin)]
        check(f"commands that begin with '{begin}'", len(found), 1)
        self.left = [line for line in self.left if line != found[0]]
        return found[0]


class Home:
    """A home folder with `banmen`, `python3` and the examples where a reader has them."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        python = next((one for one in (sys.executable, "/usr/bin/python3") if subprocess.run([one, "-c", "import websockets"], capture_output=True).returncode == 0), None)
        if python is None:
            sys.exit("python3-websockets is missing (scripts/setup test installs it)")
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "banmen").symlink_to(program)
        (self.folder / "bin" / "python3").symlink_to(python)
        (self.folder / "examples").symlink_to(root / "examples")
        self.environment = {**os.environ, "HOME": folder, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
        self.environment.pop("XDG_DATA_HOME", None)
        self.servers = []

    def begin(self, line, **more):
        return subprocess.Popen(["bash", "-c", "exec " + line], cwd=self.folder, env=self.environment, text=True, **more)

    def run(self, line):
        done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60)
        check(f"status of {line} ({done.stderr.strip()})", done.returncode, 0)
        return done.stdout

    def serve(self, line):
        self.servers.append(Server(self, line))
        return self.servers[-1]


class Server:
    def __init__(self, home, line):
        self.process = home.begin(line.replace("192.168.1.20", there), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said = self.process.stdout.readline()
        found = re.search(rf"http://{re.escape(there)}:(\d+)/#key=(\w+)", said)
        if not found:
            self.process.kill()
            sys.exit(f"the printed line has no address that others can open: {said!r} {self.process.stderr.read()}")
        self.port, self.key = int(found[1]), found[2]
        self.name = f"{there}:{self.port}"

    def ask(self, method, path, body=None, key=None, host=None):
        connection = http.client.HTTPConnection(there, self.port, timeout=60)
        headers = {"Host": host or self.name, "Origin": f"http://{self.name}", "Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def open(self, game, *who):
        status, answer = self.ask("POST", "/api/tables", {"game": game, "seats": [{"who": one} for one in who], "listed": False}, key=self.key)
        check("a table with the key", status, 201)
        return json.loads(answer)

    def come(self, table, **more):
        """A browser on the other machine."""
        guest = WebSocket(self.port, host=self.name, origin=f"http://{self.name}", address=there)
        guest.send({"type": "join", "table": table, **more})
        return guest, guest.wait_for("table")

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(timeout=30)
        if how == signal.SIGTERM:
            check("status at the end", status, 0)


def move(guests, ply):
    """The player on turn makes the first legal move, and both players are informed."""
    mover = guests[ply % 2]
    shown = mover[1]["choices"]
    node = 0
    while not isinstance(node, str):
        node = shown["nodes"][node]["picks"][0]["next"]
    mover[0].send({"type": "move", "ply": ply, "move": node})
    for guest in guests:
        told = guest[0].wait_for("moved")
        check("ply", told["ply"], ply)
        guest[1]["choices"] = told["choices"]


def network(home, document):
    """Two people on one network: the printed address works on the other machine; only the key opens tables."""
    server = home.serve(document.said("banmen serve --listen"))
    check("the page", server.ask("GET", "/")[0] in (200, 503), True)
    health = json.loads(server.ask("GET", "/api/health")[1])
    check("who has no key opens no tables", health["opens_tables"], False)
    wish = {"game": "reversi", "seats": [{"who": "open"}, {"who": "open"}]}
    check("a table without the key", server.ask("POST", "/api/tables", wish)[0], 401)
    check("another name", server.ask("GET", "/api/health", host=f"192.0.2.7:{server.port}")[0], 421)
    table = server.open("reversi", "open", "open")
    # The host takes a seat; the other player uses the link to join.
    ada = server.come(table["id"], token=table["seats"][0]["token"], name="Ada")
    bo, _ = server.come(table["id"], join=re.search(r"join=(\w+)", table["links"]["join"])[1], name="Bo")
    bo.send({"type": "sit", "seat": 1, "name": "Bo", "join": table["join"]})
    seated = bo.wait_for("table")
    check("the seat", (seated["seat"], seated["phase"]), (1, "running"))
    ada = (ada[0], ada[0].wait_for("table"))
    guests = [ada, (bo, seated)]
    move(guests, 0)
    move(guests, 1)
    return server, table["id"], (table["seats"][0]["token"], seated["token"]), guests


def bots(home, document, server):
    """Two bots, started with the document's commands, play each other. Returns the game's id."""
    table = server.open("reversi", "bot", "bot")
    running = []
    for begin, seat in (("banmen engine", 0), ("python3 examples/bot_ws.py", 1)):
        line = document.said(begin)
        for old, new in (("192.168.1.20:8421", server.name), ("TABLE", table["id"]), ("TOKEN", table["seats"][seat]["token"])):
            check(f"{old} in the document", line.count(old), 1)
            line = line.replace(old, new)
        check("its seat", f"seat={seat}" in line, True)
        running.append(home.begin(line, stdout=subprocess.DEVNULL))
    until = time.monotonic() + 120
    while json.loads(server.ask("GET", f"/api/tables/{table['id']}")[1])["phase"] != "ended":
        if time.monotonic() > until:
            sys.exit("the bots did not come to an end")
        time.sleep(0.2)
    for one in running:
        check("a bot's status", one.wait(timeout=30), 0)
    return table["id"]


def state(server, table):
    found = json.loads(server.ask("GET", f"/api/tables/{table}")[1])
    return found["ply"], found["phase"]


def goes_on(server, table, tokens, ply):
    """Both return to their seats by their links and continue."""
    check("where it stands", state(server, table), (ply, "running"))
    guests = [server.come(table, token=token) for token in tokens]
    check("seats", [shown["seat"] for _, shown in guests], [0, 1])
    move(guests, ply)
    check("and on", state(server, table), (ply + 1, "running"))


def walk(home):
    beyond, backup = Document("serve.md", "Beyond this machine"), Document("tables.md", "Backup and restore")
    start = beyond.said("banmen serve --listen")
    server, table, tokens, guests = network(home, beyond)
    finished = bots(home, beyond, server)
    check("a finished game, while the server runs", finished in home.run("banmen tables list"), True)
    # A backup during play; later moves are not in it.
    home.run(backup.said("umask"))
    check("for its owner alone", (home.folder / "tables-backup.sqlite").stat().st_mode & 0o077, 0)
    move(guests, 2)
    server.end(signal.SIGKILL)  # leaves data in the log
    for begin in ("cp tables-backup", "rm -f"):
        home.run(backup.said(begin))
    check("the file stays private", (home.folder / ".local/share/banmen/tables.sqlite").stat().st_mode & 0o077, 0)
    server = home.serve(start)
    goes_on(server, table, tokens, 2)
    home.run(f"banmen tables export {finished} > game.txt && banmen show --record game.txt")
    # The whole folder of a killed server, with data left in the log.
    server.end(signal.SIGKILL)
    home.run(backup.said("cp -a"))
    home.run(backup.said("rm -r"))
    server = home.serve(start)
    goes_on(server, table, tokens, 3)
    check("still finished", finished in home.run("banmen tables list"), True)
    server.end()
    beyond.said("banmen serve --port")  # proxy.py runs this one
    check("commands that nobody has run", beyond.left + backup.left, [])


with tempfile.TemporaryDirectory() as folder:
    home = Home(folder)
    try:
        walk(home)
    finally:
        for one in home.servers:
            if one.process.poll() is None:
                one.process.kill()
                one.process.wait()
