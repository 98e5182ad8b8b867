"""The server behind nginx with examples/nginx.conf (except ports, files and the certificate), and examples/banmen.service checked by
systemd. proxy.py PROGRAM"""
import base64
import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from own_time import PROMISED, end_server

program = sys.argv[1]
examples = pathlib.Path(__file__).parent.parent / "examples"


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {found!r}")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def unit():
    if not (verify := shutil.which("systemd-analyze")):
        return print("systemd-analyze is not installed, so the unit was not looked at")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "banmen.service"
        copy.write_text((examples / "banmen.service").read_text().replace("/usr/local/bin/banmen", os.path.abspath(program)))
        done = subprocess.run([verify, "verify", "--man=no", str(copy)], capture_output=True, text=True, timeout=60)
        about = [line for line in done.stderr.splitlines() if "banmen.service" in line]
        check("systemd-analyze verify", (done.returncode, about), (0, []))
    # Every option on its command line exists.
    line = re.search(r"^ExecStart=(.*)$", (examples / "banmen.service").read_text(), re.M)[1]
    known = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    check("options of the unit", [word for word in re.findall(r"--[a-z-]+", line) if word not in known], [])


class Proxy:
    """nginx with the example's configuration, in its own folder."""

    def __init__(self, folder, server_port):
        self.folder, (self.port, self.plain) = pathlib.Path(folder), free_ports(2)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{folder}/key.pem", "-out",
                        f"{folder}/cert.pem", "-days", "2", "-subj", "/CN=banmen.example", "-addext", "subjectAltName=DNS:banmen.example"], check=True, capture_output=True)
        text = (examples / "nginx.conf").read_text()
        for old, new in (("listen 443", f"listen 127.0.0.1:{self.port}"), ("listen 80", f"listen 127.0.0.1:{self.plain}"), ("127.0.0.1:8421", f"127.0.0.1:{server_port}"),
                         ("/etc/letsencrypt/live/banmen.example/fullchain.pem", f"{folder}/cert.pem"), ("/etc/letsencrypt/live/banmen.example/privkey.pem", f"{folder}/key.pem"),
                         ("/var/log/nginx/banmen.log", f"{folder}/access.log")):
            check(f"{old} in the example", text.count(old), 1)
            text = text.replace(old, new)
        places = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n{places}{text}}}\n")
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen([nginx, "-p", folder, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"], stderr=subprocess.PIPE, text=True)
        self.trust = ssl.create_default_context(cafile=f"{folder}/cert.pem")
        for _ in range(100):
            try:
                return self.connect().close()
            except OSError:
                if self.process.poll() is not None:
                    sys.exit("nginx: " + self.process.stderr.read())
                time.sleep(0.1)
        sys.exit("nginx did not begin to listen")

    def connect(self):
        return self.trust.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=60), server_hostname="banmen.example")

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("banmen.example", timeout=60)
        connection.sock = self.connect()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def websocket(self, origin):
        """Returns the connection and the status; plain frames follow."""
        connection = self.connect()
        connection.sendall((f"GET /api/ws HTTP/1.1\r\nHost: banmen.example\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(1)
        return connection, int(head.split()[1])


def frame(text):
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


def take(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            sys.exit("the connection ended")
        data += more
    return data


def next_frame(connection):
    first, size = take(connection, 2)
    if size >= 126:
        size = int.from_bytes(take(connection, 2 if size == 126 else 8), "big")
    return first & 15, take(connection, size)


def documented(folder):
    """The command of docs/serve.md, except the port and the path of the key."""
    line = re.search(r"^banmen (serve .*--behind-proxy.*)$", (examples.parent / "docs" / "serve.md").read_text(), re.M)[1]
    for old, new in (("--port 8421", "--port 0"), ("/var/lib/banmen/key", folder + "/operator")):
        check(f"{old} in the document", line.count(old), 1)
        line = line.replace(old, new)
    return shlex.split(line)


def bot(folder, proxy, key):
    """Runs examples/bot_ws.py with the https link to a seat; the name resolves to this machine."""
    python = next((one for one in (sys.executable, "/usr/bin/python3") if subprocess.run([one, "-c", "import websockets"], capture_output=True).returncode == 0), None)
    if python is None:
        sys.exit("python3-websockets is missing (scripts/setup test installs it)")
    status, opened = proxy.ask("POST", "/api/tables", {"game": "tictactoe", "seats": [{"who": "bot"}, {"who": "agent", "agent": "random"}]}, Authorization=key)
    check("a table for a bot", status, 201)
    table = json.loads(opened)
    here = ("import runpy, socket, sys; known = socket.getaddrinfo; "
            "socket.getaddrinfo = lambda host, *more, **named: known('127.0.0.1' if host == 'banmen.example' else host, *more, **named); "
            "sys.path.insert(0, sys.argv[1]); sys.argv = sys.argv[2:]; runpy.run_path(sys.argv[0], run_name='__main__')")
    link = f"https://banmen.example:{proxy.port}/#table?id={table['id']}&seat=0&token={table['seats'][0]['token']}"
    done = subprocess.run([python, "-c", here, str(examples), str(examples / "bot_ws.py"), link], env={**os.environ, "SSL_CERT_FILE": f"{folder}/cert.pem"}, capture_output=True,
                          text=True, timeout=60)
    check(f"a bot by https ({done.stderr})", done.returncode, 0)
    check("its game", json.loads(proxy.ask("GET", f"/api/tables/{table['id']}")[1])["phase"], "ended")
    # The program itself reports that it can't use https, and what can.
    done = subprocess.run([program, "engine", "tictactoe", "random", "--connect", link], capture_output=True, text=True, timeout=60)
    check("engine --connect by https", (done.returncode, "bot_ws.py" in done.stderr), (2, True))


def behind_nginx():
    if not (shutil.which("nginx") or os.path.exists("/usr/sbin/nginx")):
        print("nginx is not installed (scripts/setup test installs it)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([program, *documented(folder), "--json", "--data", folder + "/data"], stdout=subprocess.PIPE, text=True)
        line = json.loads(server.stdout.readline())
        check("address", line["address"], "https://banmen.example/")
        proxy = Proxy(folder, line["port"])
        try:
            own = "https://banmen.example"
            status, health = proxy.ask("GET", "/api/health", Origin=own)
            check("health", (status, json.loads(health)["ok"]), (200, True))
            check("another site", proxy.ask("GET", "/api/health", Origin="https://evil.example")[0], 403)
            wish = {"game": "tictactoe", "seats": [{"who": "open"}, {"who": "agent", "agent": "random"}]}
            check("a public server: a table without the key", proxy.ask("POST", "/api/tables", wish, Origin=own)[0], 201)
            check("an experiment without the key", proxy.ask("POST", "/api/studies/bao/loops", {"holes": 4}, Origin=own)[0], 401)
            key = "Bearer " + pathlib.Path(folder, "operator").read_text().strip()
            status, opened = proxy.ask("POST", "/api/tables", wish, Origin=own, Authorization=key)
            check("a table with it", status, 201)
            opened = json.loads(opened)
            check("an oversized record", proxy.ask("POST", "/api/show", {"record": "x" * 1_500_000})[0], 413)
            connection, status = proxy.websocket("https://evil.example")
            check("another site's WebSocket", status, 403)
            connection, status = proxy.websocket(own)
            check("a WebSocket", status, 101)
            connection.sendall(frame(json.dumps({"type": "join", "table": opened["id"], "token": opened["seats"][0]["token"], "name": "Ada"})))
            while (message := json.loads(next_frame(connection)[1]))["type"] != "table":
                pass
            check("seat", message["seat"], 0)
            connection.sendall(frame(json.dumps({"type": "move", "ply": 0, "move": "b2"})))
            moved = []
            while len(moved) < 2:
                message = json.loads(next_frame(connection)[1])
                moved += [message["seat"]] if message["type"] == "moved" else []
            check("moves", moved, [0, 1])
            bot(folder, proxy, key)
            plain = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=30)
            plain.request("GET", "/", headers={"Host": "banmen.example"})
            check("http leads to https", plain.getresponse().getheader("Location"), "https://banmen.example/")
            status, took = end_server(server)
            check("status", status, 0)
            check(f"ends in time ({took:.2f} s)", took < PROMISED, True)
            while True:
                kind, data = next_frame(connection)
                if kind == 8:
                    break
            check("goodbye through the proxy", int.from_bytes(data[:2], "big"), 1012)
            log, begin = "", time.monotonic()
            while "/api/ws 101" not in log and time.monotonic() - begin < 30:  # requests are logged at their end
                log = pathlib.Path(folder, "access.log").read_text()
                time.sleep(0.05)
            check("the WebSocket in the log", "/api/ws 101" in log, True)
            check("a log", "/api/tables 201" in log, True)
            for secret in (opened["host"], opened["join"], opened["seats"][0]["token"], key[7:], "127.0.0.1"):
                check("secrets in the log", secret in log, False)
        finally:
            for process in (proxy.process, server):
                if process.poll() is None:
                    process.terminate()
                process.wait(timeout=30)


unit()
behind_nginx()
