"""Progress on terminals of several widths, and on one that is resized while a job runs: one line, redrawn in place and never wrapped.
terminal_width.py PROGRAM"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time


class Screen:
    """A screen that wraps lines wider than itself into several rows, as terminals do."""

    def __init__(self, width):
        self.width, self.lines, self.row, self.frames, self.problems = width, [""], 0, 0, []

    def rows(self, line):
        return max(1, -(-len(line) // self.width))

    def up(self, count):
        while count > 0 and self.row > 0:
            self.row -= 1
            count -= self.rows(self.lines[self.row])
        if count < 0:
            self.problems.append(f"the cursor stops within a line of {len(self.lines[self.row])} columns at {self.width}")

    def write(self, text):
        for control, code, plain in re.findall(r"\x1b\[(\d*)([A-Z])|([^\x1b])", text):
            if code == "A":
                self.up(int(control or 1))
            elif code == "K":
                self.lines[self.row] = ""
            elif code == "J":
                del self.lines[self.row + 1:]
                self.lines[self.row] = ""
                self.frames += 1
                self.look()
            elif plain == "\n":
                self.row += 1
                if self.row == len(self.lines):
                    self.lines.append("")
            elif plain and plain != "\r":
                self.lines[self.row] += plain

    def look(self):
        shown = [line for line in self.lines if line]
        if len(shown) > 1 or any(len(line) >= self.width for line in shown):
            self.problems.append(f"{self.width} columns: {shown}")


def resize(fd, width):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))


def play(arguments, widths):
    go, held = os.pipe()
    pid, fd = pty.fork()
    if pid == 0:
        os.close(held)
        os.read(go, 1)  # until the terminal has its width
        os.execv(sys.argv[1], ["banmen", *arguments])
    os.close(go)
    resize(fd, widths[0])
    os.close(held)
    screen = Screen(widths[0])
    pending = b""

    def read(seconds):
        nonlocal pending
        if not select.select([fd], [], [], seconds)[0]:
            return False
        pending += os.read(fd, 65536)
        whole = re.match(rb"(?s).*\x1b\[J", pending)  # a frame at a time
        if whole:
            screen.write(whole[0].decode())
            pending = pending[len(whole[0]):]
        return True

    for width in widths:
        # The program is stopped while the width changes, so that no frame mixes two widths.
        os.kill(pid, signal.SIGSTOP)
        os.waitpid(pid, os.WUNTRACED)  # all its threads do
        while read(0.2):
            pass
        resize(fd, width)
        screen.width, begun = width, screen.frames
        os.kill(pid, signal.SIGCONT)
        end = time.monotonic() + 60
        while screen.frames < begun + 3 and time.monotonic() < end:
            read(0.1)
        if screen.frames < begun + 3:
            screen.problems.append(f"nothing is drawn at {width} columns: {screen.lines} {pending!r}")
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return screen.problems


found = play(["playout", "yonin", "--games", "100000000000", "--threads", "1"], [100, 40, 80, 20, 60])
print("\n".join(found[:10]) or "one line at every width")
sys.exit(1 if found else 0)
