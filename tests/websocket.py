"""A small WebSocket client for the tests: text frames, close codes, and malformed bytes."""
import base64
import json
import os
import socket
import struct


class Closed(Exception):
    """The server closed the connection, with this code (None: without a close frame)."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code, self.reason = code, reason


class Refused(Exception):
    """The server refused the upgrade, with this status."""

    def __init__(self, status):
        super().__init__(f"refused with {status}")
        self.status = status


class WebSocket:
    def __init__(self, port, path="/api/ws", host=None, origin=None, headers=(), timeout=30, address="127.0.0.1"):
        self.socket = socket.create_connection((address, port), timeout=timeout)
        self.buffer = b""
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13"]
        if origin:
            lines.append(f"Origin: {origin}")
        lines += [f"{name}: {value}" for name, value in dict(headers).items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                raise Refused(None)
            self.buffer += more
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.head = head.decode()
        status = int(self.head.split()[1])
        if status != 101:
            self.socket.close()
            raise Refused(status)

    def send_frame(self, opcode, payload, masked=True, fin=True):
        size = len(payload)
        bit = 0x80 if masked else 0
        head = bytes([(0x80 if fin else 0) | opcode])
        head += bytes([bit | size]) if size < 126 else bytes([bit | 126]) + struct.pack(">H", size) if size < 65536 else bytes([bit | 127]) + struct.pack(">Q", size)
        if masked:
            mask = os.urandom(4)
            payload = mask + bytes(b ^ mask[k % 4] for k, b in enumerate(payload))
        self.socket.sendall(head + payload)

    def send(self, message):
        self.send_frame(1, (message if isinstance(message, str) else json.dumps(message)).encode())

    def _take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            if not more:
                raise Closed(None)
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def receive(self):
        """The next message; answers pings meanwhile."""
        return json.loads(self.receive_text())

    def receive_text(self):
        whole = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7f
            if size == 126:
                size, = struct.unpack(">H", self._take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._take(8))
            payload = self._take(size)
            opcode = first & 0x0f
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                try:
                    self.send_frame(8, payload[:2])
                except OSError:
                    pass
                raise Closed(code, payload[2:].decode())
            if opcode == 9:
                self.send_frame(10, payload)
                continue
            if opcode in (0, 1):
                whole += payload
                if first & 0x80:
                    return whole.decode()

    def wait_for(self, kind, most=10000):
        for _ in range(most):
            message = self.receive()
            if message["type"] == kind:
                return message
        raise AssertionError(f"no {kind} came")

    def close(self):
        try:
            self.send_frame(8, struct.pack(">H", 1000))
        except OSError:
            pass
        self.socket.close()
