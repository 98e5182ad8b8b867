"""Every operation of docs/openapi.json, asked of a real server well and badly: each answer has a status that the document names and
fits the schema it gives, and the server has no operation that the document lacks.
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

warnings.simplefilter("ignore", DeprecationWarning)  # newer ones than Debian's would have references resolved otherwise
jsonschema = needs("jsonschema")
program = sys.argv[1]
document = json.loads((pathlib.Path(__file__).parent.parent / "docs" / "openapi.json").read_text())
resolver = jsonschema.RefResolver("", document)
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

    def ask(self, method, path, status, body=None, key=None, where=None, headers=()):
        """`where`: the operation, where the path has values in the place of parts in braces."""
        name = where or path.split("?")[0]
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
        operation = document["paths"].get(name, {}).get(method.lower())
        if operation is None:
            raise Wrong(f"{at}: the document has no operation {method} {name}")
        if answer.status != status:
            raise Wrong(f"{at}: {status} was wanted, and {answer.status} came: {content[:300]}")
        if str(status) not in operation["responses"]:
            raise Wrong(f"{at}: the document does not name the status {status}")
        response = resolved(operation["responses"][str(status)])
        self.seen.setdefault((method, name), set()).add(status)
        if "content" not in response:
            return None
        kind = answer.getheader("Content-Type")
        if kind not in response["content"]:
            raise Wrong(f"{at}: the document does not name the type {kind}")
        value = json.loads(content) if kind == "application/json" else content.decode()
        fits(response["content"][kind]["schema"], value, at)
        if body is not None and status < 300 and "requestBody" in operation:
            fits(operation["requestBody"]["content"]["application/json"]["schema"], json.loads(body), at + " (the request)")
        return value


def well_formed():
    """What a document of OpenAPI 3.1 must have, and that nothing in it points nowhere or stands there for nothing."""
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


def all_operations(server):
    ask = server.ask
    health = ask("GET", "/api/health", 200)
    if not health["opens_tables"]:
        raise Wrong("on one's own machine everybody opens tables")
    ask("GET", "/api/health", 401, key="wrong")
    ask("GET", "/api/health", 421, headers={"Host": "evil.example"})
    ask("GET", "/api/health", 403, headers={"Origin": "http://evil.example"})
    has = {(one["method"], one["path"]) for one in ask("GET", "/api/operations", 200)["operations"]}
    ask("GET", "/api/operations", 403, headers={"Origin": "null"})
    if ask("GET", "/api/openapi.json", 200) != document:
        raise Wrong("the server gives another document")
    ask("GET", "/api/openapi.json", 421, headers={"Host": "evil.example"})
    ask("GET", "/api/games", 200)
    ask("GET", "/api/games", 401, key="wrong")
    ask("GET", "/api/games/reversi%3Asize%3D4", 200, where="/api/games/{game}")
    ask("GET", "/api/games/nosuch", 404, where="/api/games/{game}")
    ask("GET", "/api/agents", 200)
    ask("GET", "/api/agents", 401, key="wrong")

    ask("POST", "/api/show", 200, {"game": "bao:holes=4", "moves": ["d"]})
    ask("POST", "/api/show", 200, {"record": RECORD, "ply": 1})
    ask("POST", "/api/show", 400, {"game": "tictactoe", "shape": 3})
    ask("POST", "/api/show", 404, {"game": "nosuch"})
    ask("POST", "/api/show", 413, {"record": "x" * 2_000_000})
    ask("POST", "/api/show", 415, headers={"Content-Length": "0"})
    ask("POST", "/api/analyse", 200, {"game": "tictactoe", "agent": "alphabeta:depth=3", "lines": 2, "seconds": 5, "seed": 3})
    ask("POST", "/api/analyse", 400, {"game": "tictactoe", "lines": 0})
    ask("POST", "/api/record/read", 200, {"text": RECORD})
    ask("POST", "/api/record/read", 400, {"text": "banmen-record 1\ngame tictactoe\nmoves\n1. zz\n"})
    ask("POST", "/api/record/write", 200, {"game": "tictactoe", "tree": [{"move": "a1"}]})
    ask("POST", "/api/record/write", 400, {"game": "tictactoe", "tree": [{"move": "zz"}]})
    ask("POST", "/api/position", 200, {"game": "tictactoe", "moves": ["a1"]})
    ask("POST", "/api/position", 400, {"game": "tictactoe", "moves": "a1"})

    opened = ask("POST", "/api/tables", 201, {"game": "tictactoe", "seats": OPEN, "clock": {"kind": "fischer", "seconds": 60, "increment": 2}, "listed": True})
    for option in ({"kept": False, "takeback": False, "watch": True, "seating": "drawn", "substitute": "random", "claim_after": 30, "listed": False},
                   {"record": RECORD}, {"clock": {"kind": "move", "seconds": 30}}, {"position": "x../.../..."}):
        body = {"seats": [{"who": "open", "name": "Ada"}, {"who": "open"}], **option}
        ask("POST", "/api/tables", 201, body if "record" in option else {"game": "tictactoe", **body})
    for bad in ({}, {"game": "tictactoe"}, {"game": "tictactoe", "seats": [{"who": "ghost"}, {"who": "open"}]}, {"game": "tictactoe", "seats": OPEN, "clock": {"kind": "sand"}}, "{", "[]"):
        ask("POST", "/api/tables", 400, bad)
    ask("POST", "/api/tables", 404, {"game": "nosuch", "seats": OPEN})
    ask("POST", "/api/tables", 413, {"game": "tictactoe", "seats": OPEN, "record": "x" * 2_000_000})
    tables = ask("GET", "/api/tables", 200)["tables"]
    if opened["id"] not in [one["id"] for one in tables]:
        raise Wrong("a listed table is not in the list")
    ask("GET", "/api/tables", 403, headers={"Origin": "http://evil.example"})
    ask("GET", "/api/tables/" + opened["id"], 200, where="/api/tables/{id}")
    ask("GET", "/api/tables/aaaaaaaaaa", 404, where="/api/tables/{id}")
    ask("GET", "/api/tables/" + opened["id"] + "/record", 200, where="/api/tables/{id}/record")
    ask("GET", "/api/tables/aaaaaaaaaa/record", 404, where="/api/tables/{id}/record")
    hidden = ask("POST", "/api/tables", 201, {"game": "tictactoe", "seats": OPEN, "watch": False})
    ask("GET", "/api/tables/" + hidden["id"], 200, where="/api/tables/{id}")
    ask("GET", "/api/tables/" + hidden["id"] + "/record", 403, where="/api/tables/{id}/record")
    agents = [{"who": "agent", "agent": "random"}] * 2
    over = ask("POST", "/api/tables", 201, {"game": "tictactoe", "seats": agents})["id"]
    for _ in range(200):
        games = ask("GET", "/api/finished?game=tictactoe", 200)["games"]
        if games:
            break
        time.sleep(0.05)
    if [one["id"] for one in games] != [over]:
        raise Wrong(f"the finished game {over} is not in the list: {games}")
    ask("GET", "/api/finished?from=yesterday", 400)
    ask("GET", "/api/finished/" + over, 200, where="/api/finished/{id}")
    ask("GET", "/api/finished/aaaaaaaaaa", 404, where="/api/finished/{id}")

    study = "/api/studies/{game}/{study}"
    ask("GET", "/api/studies", 200)
    ask("GET", "/api/studies", 401, key="wrong")
    ask("POST", "/api/studies/tictactoe/ends", 200, {}, key=True, where=study)
    ask("POST", "/api/studies/tictactoe/ends", 401, {}, where=study)
    ask("POST", "/api/studies/tictactoe/nosuch", 404, {}, key=True, where=study)
    job = ask("POST", "/api/studies/tictactoe/ends", 202, {"background": True}, key=True, where=study)["job"]
    ask("GET", "/api/jobs/" + job, 200, where="/api/jobs/{job}")
    ask("GET", "/api/jobs/99", 404, where="/api/jobs/{job}")
    ask("POST", "/api/jobs/" + job, 200, {"do": "stop"}, key=True, where="/api/jobs/{job}")
    ask("POST", "/api/jobs/" + job, 400, {"do": "dance"}, key=True, where="/api/jobs/{job}")
    ask("GET", "/api/claims", 200)
    ask("GET", "/api/claims", 401, key="wrong")
    run = ask("GET", "/api/experiments", 200)["runs"][-1]["name"]
    ask("GET", "/api/experiments", 401, key="wrong")
    one = "/api/experiments/{name}"
    ask("GET", f"/api/experiments/{run}", 200, where=one)
    ask("GET", "/api/experiments/nosuch", 404, where=one)
    ask("POST", f"/api/experiments/{run}", 401, {"do": "start"}, where=one)
    ask("POST", f"/api/experiments/{run}", 409, {"do": "stop"}, key=True, where=one)
    ask("POST", f"/api/experiments/{run}", 200, {"do": "start"}, key=True, where=one)
    ask("POST", f"/api/experiments/{run}", 200, {"do": "stop"}, key=True, where=one)
    report = "/api/experiments/{name}/report"
    ask("GET", "/api/experiments/nosuch/report", 404, where=report)
    for _ in range(600):  # what has been run so far is reported when it has stopped
        states = {one["name"]: one for one in ask("GET", "/api/experiments", 200)["runs"]}
        if states[run]["report"] and states[run]["state"] != "running":
            break
        time.sleep(0.1)
    ask("GET", f"/api/experiments/{run}/report", 200, where=report)

    sockets = [path for path in ("/api/ws", "/api/engine") if path in document["paths"]]
    for path in sockets:
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
