"""Checks docs/openapi.json against a real server with good and bad requests: each response has a documented status and conforms to
its schema, and the server has no undocumented operation.
openapi.py PROGRAM"""
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import warnings

from needs import needs
from websocket import WebSocket

warnings.simplefilter("ignore", DeprecationWarning)  # versions after Debian's resolve references differently
jsonschema = needs("jsonschema")
program = sys.argv[1]
document = json.loads((pathlib.Path(__file__).parent.parent / "docs" / "openapi.json").read_text())
resolver = jsonschema.RefResolver("", document)
TEXTS = pathlib.Path(__file__).parent.parent / "web" / "src" / "texts"
KEYS = {key for name in ("ja.json", "tables.ja.json") for key in json.loads((TEXTS / name).read_text())}
MESSAGES = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)), re.S) for text in json.loads((TEXTS / "errors.ja.json").read_text())]
# Mistakes that the page does not make.
OF_PROGRAMS = (405, 411, 415, 421, 426, 431)
RECORD = "banmen-record 1\ngame tictactoe\nmoves\n1. a1\n2. b2\nresult unfinished\n"
OPEN = [{"who": "open"}, {"who": "agent", "agent": "random"}]
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}


class Wrong(Exception):
    pass


def resolved(part):
    while "$ref" in part:
        part = resolver.resolve(part["$ref"])[1]
    return part


def fits(schema, value, where):
    error = next(iter(jsonschema.Draft202012Validator(schema, resolver=resolver).iter_errors(value)), None)
    if error is not None:
        raise Wrong(f"{where}: {error.message[:300]} at {'/'.join(map(str, error.path))}")


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen([program, "serve", "--json", "--port", "0", "--results", folder, "--data", folder + "/data"], stdout=subprocess.PIPE, text=True)
        line = json.loads(self.process.stdout.readline())
        self.port, self.key = line["port"], line["address"].split("#key=")[1]
        self.seen = {}

    def ask(self, method, template, status, body=None, key=None, query="", headers=(), **values):
        """Calls the operation with values for the parameters in its path, and checks the response against the document."""
        path = template.format(**values) + query
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = dict(headers)
        if key:
            headers["Authorization"] = "Bearer " + (self.key if key is True else key)
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = body if isinstance(body, str) else json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = b"" if answer.status == 101 else answer.read()
        connection.close()
        at = f"{method} {path} {str(body)[:60]}"
        operation = document["paths"].get(template, {}).get(method.lower())
        if operation is None:
            raise Wrong(f"{at}: the document has no operation {method} {template}")
        if answer.status != status:
            raise Wrong(f"{at}: expected {status}, got {answer.status}: {content[:300]}")
        if str(status) not in operation["responses"]:
            raise Wrong(f"{at}: the document does not name the status {status}")
        response = resolved(operation["responses"][str(status)])
        self.seen.setdefault((method, template), set()).add(status)
        if "content" not in response:
            return None
        kind = answer.getheader("Content-Type")
        if kind not in response["content"]:
            raise Wrong(f"{at}: the document does not name the type {kind}")
        value = json.loads(content) if kind == "application/json" else content.decode()
        fits(response["content"][kind]["schema"], value, at)
        if status >= 400 and status not in OF_PROGRAMS and kind == "application/json":
            error = value["error"]
            if error.get("key") not in KEYS and not any(one.fullmatch(error["what"]) for one in MESSAGES):
                raise Wrong(f"{at}: web/src/texts/errors.ja.json has no text of '{error['what']}'")
        if body is not None and status < 300 and "requestBody" in operation:
            fits(operation["requestBody"]["content"]["application/json"]["schema"], json.loads(body), at + " (the request)")
        return value


def well_formed():
    """Checks the structure of the OpenAPI 3.1 document: required parts, no dangling references, nothing unused."""
    if not document["openapi"].startswith("3.1."):
        raise Wrong("this is no document of OpenAPI 3.1")
    names = [one["operationId"] for ops in document["paths"].values() for one in ops.values()]
    if len(set(names)) != len(names):
        raise Wrong("two operations have the same id")
    text = json.dumps(document)
    for pointer in set(re.findall(r'"\$ref": "([^"]+)"', text)):
        resolver.resolve(pointer)
    for name, schema in document["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        if f'"#/components/schemas/{name}"' not in text:
            raise Wrong(f"nothing uses the schema {name}")
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            told = [one["name"] for one in operation.get("parameters", []) if one["in"] == "path"]
            if told != re.findall(r"{(\w+)}", path):
                raise Wrong(f"{method} {path}: its parameters are not those of the path")


LARGE = "x" * 2_000_000
BROKEN = "banmen-record 1\ngame tictactoe\nmoves\n1. zz\n"
TWO_OPEN = [{"who": "open", "name": "Ada"}, {"who": "open"}]
GHOST = [{"who": "ghost"}, {"who": "open"}]
EVIL = {"Origin": "http://evil.example"}
OPTIONS = {"kept": False, "takeback": False, "watch": True, "seating": "drawn", "substitute": "random", "claim_after": 30, "listed": False}
ANALYSIS = {"game": "tictactoe", "agent": "alphabeta:depth=3", "lines": 2, "seconds": 5, "seed": 3}

# Method, operation, status, arguments of Server.ask. Rows are independent.
CASES = [
    ("GET", "/api/health", 200, {}),
    ("GET", "/api/health", 401, {"key": "wrong"}),
    ("GET", "/api/health", 421, {"headers": {"Host": "evil.example"}}),
    ("GET", "/api/health", 403, {"headers": EVIL}),
    ("GET", "/api/operations", 403, {"headers": {"Origin": "null"}}),
    ("GET", "/api/openapi.json", 421, {"headers": {"Host": "evil.example"}}),
    ("GET", "/api/games", 200, {}),
    ("GET", "/api/games", 401, {"key": "wrong"}),
    ("GET", "/api/games/{game}", 200, {"game": "reversi%3Asize%3D4"}),
    ("GET", "/api/games/{game}", 404, {"game": "nosuch"}),
    ("GET", "/api/agents", 200, {}),
    ("GET", "/api/agents", 401, {"key": "wrong"}),
    ("POST", "/api/show", 200, {"body": {"game": "bao:holes=4", "moves": ["d"]}}),
    ("POST", "/api/show", 200, {"body": {"record": RECORD, "ply": 1}}),
    ("POST", "/api/show", 400, {"body": {"game": "tictactoe", "shape": 3}}),
    ("POST", "/api/show", 404, {"body": {"game": "nosuch"}}),
    ("POST", "/api/show", 400, {"body": {"game": "bao:holes=99"}}),
    ("POST", "/api/show", 400, {"body": {"game": "bao:hoels=4"}}),
    ("POST", "/api/show", 400, {"body": {"game": "./mine.game"}}),
    ("POST", "/api/show", 400, {"body": {"game": "bao", "position": "0,4"}}),
    ("POST", "/api/show", 400, {"body": {"game": "bao", "moves": ["p"]}}),
    ("POST", "/api/show", 400, {"body": {"game": "reversi", "position": "xo"}}),
    ("POST", "/api/show", 400, {"body": {"game": "reversi", "moves": ["a1"]}}),
    ("POST", "/api/show", 400, {"body": {"game": "amazons", "moves": ["a1-a2/a3"]}}),
    ("POST", "/api/show", 400, {"body": {"game": "hichain", "moves": ["An9+9"]}}),
    ("POST", "/api/show", 400, {"body": {"game": "backgammon", "moves": ["6-6"]}}),
    ("POST", "/api/show", 400, {"body": {"game": "hex:size=5", "moves": ["z9"]}}),
    ("POST", "/api/show", 400, {"body": {"game": "hex:size=5", "position": "q"}}),
    ("POST", "/api/show", 413, {"body": {"record": LARGE}}),
    ("POST", "/api/show", 415, {"headers": {"Content-Length": "0"}}),
    ("POST", "/api/analyse", 200, {"body": ANALYSIS}),
    ("POST", "/api/analyse", 400, {"body": {"game": "tictactoe", "lines": 0}}),
    ("POST", "/api/analyse", 404, {"body": {"game": "tictactoe", "agent": "nobody"}}),
    ("POST", "/api/analyse", 400, {"body": {"game": "tictactoe", "agent": "uct:playouts=0"}}),
    ("POST", "/api/analyse", 400, {"body": {"game": "tictactoe", "agent": "alphabeta:time=9999"}}),
    ("POST", "/api/analyse", 400, {"body": {"game": "tictactoe", "agent": "engine:cmd=true"}}),
    ("POST", "/api/record/read", 200, {"body": {"text": RECORD}}),
    ("POST", "/api/record/read", 400, {"body": {"text": "1. a1"}}),
    ("POST", "/api/record/read", 400, {"body": {"text": BROKEN}}),
    ("POST", "/api/record/write", 200, {"body": {"game": "tictactoe", "tree": [{"move": "a1"}]}}),
    ("POST", "/api/record/write", 400, {"body": {"game": "tictactoe", "tree": [{"move": "zz"}]}}),
    ("POST", "/api/position", 200, {"body": {"game": "tictactoe", "moves": ["a1"]}}),
    ("POST", "/api/position", 400, {"body": {"game": "tictactoe", "moves": "a1"}}),
    ("POST", "/api/tables", 201, {"body": {"game": "tictactoe", "seats": TWO_OPEN, **OPTIONS}}),
    ("POST", "/api/tables", 201, {"body": {"record": RECORD, "seats": TWO_OPEN}}),
    ("POST", "/api/tables", 201, {"body": {"game": "tictactoe", "seats": TWO_OPEN, "clock": {"kind": "move", "seconds": 30}}}),
    ("POST", "/api/tables", 201, {"body": {"game": "tictactoe", "seats": TWO_OPEN, "position": "x../.../..."}}),
    ("POST", "/api/tables", 400, {"body": {}}),
    ("POST", "/api/tables", 400, {"body": {"game": "tictactoe"}}),
    ("POST", "/api/tables", 400, {"body": {"game": "tictactoe", "seats": GHOST}}),
    ("POST", "/api/tables", 400, {"body": {"game": "tictactoe", "seats": OPEN, "clock": {"kind": "sand"}}}),
    ("POST", "/api/tables", 400, {"body": "{"}),
    ("POST", "/api/tables", 400, {"body": "[]"}),
    ("POST", "/api/tables", 404, {"body": {"game": "nosuch", "seats": OPEN}}),
    ("POST", "/api/tables", 413, {"body": {"game": "tictactoe", "seats": OPEN, "record": LARGE}}),
    ("GET", "/api/tables", 403, {"headers": EVIL}),
    ("GET", "/api/tables", 200, {"query": "?limit=1&after=a"}),
    ("GET", "/api/tables", 400, {"query": "?limit=1000"}),
    ("GET", "/api/tables/{id}", 404, {"id": "aaaaaaaaaa"}),
    ("GET", "/api/tables/{id}/record", 404, {"id": "aaaaaaaaaa"}),
    ("GET", "/api/finished", 400, {"query": "?from=yesterday"}),
    ("GET", "/api/finished/{id}", 404, {"id": "aaaaaaaaaa"}),
    ("GET", "/api/studies", 200, {}),
    ("GET", "/api/studies", 401, {"key": "wrong"}),
    ("POST", "/api/studies/{game}/{study}", 200, {"game": "tictactoe", "study": "ends", "body": {}, "key": True}),
    ("POST", "/api/studies/{game}/{study}", 401, {"game": "tictactoe", "study": "ends", "body": {}}),
    ("POST", "/api/studies/{game}/{study}", 404, {"game": "tictactoe", "study": "nosuch", "body": {}, "key": True}),
    ("GET", "/api/jobs/{job}", 404, {"job": "99"}),
    ("GET", "/api/claims", 200, {}),
    ("GET", "/api/claims", 401, {"key": "wrong"}),
    ("GET", "/api/experiments", 401, {"key": "wrong"}),
    ("GET", "/api/experiments/{name}", 404, {"name": "nosuch"}),
    ("GET", "/api/experiments/{name}/report", 404, {"name": "nosuch"}),
]


def tables(ask, port):
    """A listed table, one without spectators, and one with a finished game."""
    opened = ask("POST", "/api/tables", 201, {"game": "tictactoe", "seats": OPEN, "clock": {"kind": "fischer", "seconds": 60, "increment": 2}, "listed": True})
    if opened["id"] not in [one["id"] for one in ask("GET", "/api/tables", 200)["tables"]]:
        raise Wrong("a listed table is not in the list")
    hidden = ask("POST", "/api/tables", 201, {"game": "tictactoe", "seats": OPEN, "watch": False})
    for table, status in ((opened, 200), (hidden, 403)):
        ask("GET", "/api/tables/{id}", 200, id=table["id"])
        ask("GET", "/api/tables/{id}/record", status, id=table["id"])
    over = ask("POST", "/api/tables", 201, {"game": "tictactoe", "seats": [{"who": "agent", "agent": "random"}] * 2})["id"]
    watcher = WebSocket(port)  # agents play while somebody watches
    watcher.send({"type": "join", "table": over})
    for _ in range(200):
        games = ask("GET", "/api/finished", 200, query="?game=tictactoe")["games"]
        if games:
            break
        time.sleep(0.05)
    if [one["id"] for one in games] != [over]:
        raise Wrong(f"the finished game {over} is not in the list: {games}")
    ask("GET", "/api/finished/{id}", 200, id=over)


def jobs(ask):
    job = ask("POST", "/api/studies/{game}/{study}", 202, {"background": True}, key=True, game="tictactoe", study="ends")["job"]
    ask("GET", "/api/jobs/{job}", 200, job=job)
    ask("POST", "/api/jobs/{job}", 200, {"do": "stop"}, key=True, job=job)
    ask("POST", "/api/jobs/{job}", 400, {"do": "dance"}, key=True, job=job)


def experiments(ask):
    run = ask("GET", "/api/experiments", 200)["runs"][-1]["name"]
    ask("GET", "/api/experiments/{name}", 200, name=run)
    for status, do, key in ((401, "start", None), (409, "stop", True), (200, "start", True), (200, "stop", True)):
        ask("POST", "/api/experiments/{name}", status, {"do": do}, key=key, name=run)
    for _ in range(600):  # the report is written when the run has stopped
        states = {one["name"]: one for one in ask("GET", "/api/experiments", 200)["runs"]}
        if states[run]["report"] and states[run]["state"] != "running":
            break
        time.sleep(0.1)
    ask("GET", "/api/experiments/{name}/report", 200, name=run)


def all_operations(server):
    """Calls all operations and returns those that the server has."""
    ask = server.ask
    for method, template, status, more in CASES:
        ask(method, template, status, **more)
    if not ask("GET", "/api/health", 200)["opens_tables"]:
        raise Wrong("on one's own machine everybody opens tables")
    if ask("GET", "/api/openapi.json", 200) != document:
        raise Wrong("the server gives another document")
    tables(ask, server.port)
    jobs(ask)
    experiments(ask)
    has = {(one["method"], one["path"]) for one in ask("GET", "/api/operations", 200)["operations"]}
    for path in {"/api/ws", "/api/engine"} & document["paths"].keys():
        ask("GET", path, 426)
        ask("GET", path, 101, headers=UPGRADE)
        has.add(("GET", path))
    return has


def main():
    well_formed()
    told = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            has = all_operations(server)
        finally:
            server.process.terminate()
            server.process.wait(timeout=30)
    if has - told:
        raise Wrong(f"the document lacks {sorted(has - told)}")
    if told - has:
        raise Wrong(f"the server has no {sorted(told - has)}")
    for operation in sorted(told):
        statuses = server.seen.get(operation, set())
        if not any(status < 400 for status in statuses) or not any(status >= 400 for status in statuses):
            raise Wrong(f"{operation} was not asked both well and badly: {sorted(statuses)}")
    print(f"{len(told)} operations, {sum(map(len, server.seen.values()))} different answers")


try:
    main()
except Wrong as wrong:
    sys.exit(str(wrong))
