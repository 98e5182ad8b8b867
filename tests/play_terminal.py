"""Playing on a terminal: line editing, history, colours, stepping through a record, Ctrl-C.
play_terminal.py PROGRAM"""
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time

program = sys.argv[1]
folder = tempfile.TemporaryDirectory()


def processor_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Terminal:
    """The program on a pseudo-terminal; `seen` has its output since the last read."""

    def __init__(self, *words, **settings):
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | settings
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder.name)
            os.execve(program, [program, *words], environment)
        self.seen = ""

    def until(self, wanted):
        """Reads up to a text and returns the output until there."""
        end = time.monotonic() + 60
        while wanted not in self.seen:
            if time.monotonic() > end:
                self.fail(f"no {wanted!r} in {self.seen!r}")
            if select.select([self.fd], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:
                    self.fail(f"ended before {wanted!r}: {self.seen!r}")
        before, _, self.seen = self.seen.partition(wanted)
        return before

    def type(self, text):
        os.write(self.fd, text.encode())

    def fail(self, why):
        os.kill(self.pid, signal.SIGKILL)
        sys.exit(why)

    def status(self, keys):
        """Types something that ends the program. Returns the remaining output and the exit status. A lost key is reported and typed
        again, on a line cleared by Ctrl-U."""
        rest = self.seen
        end = time.monotonic() + 120
        self.type(keys)
        typed = time.monotonic()
        while True:
            if select.select([self.fd], [], [], 1)[0]:
                try:
                    rest += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:  # it has ended
                    break
            if time.monotonic() > end:
                self.fail(f"does not end after {keys!r}; there is {rest!r}")
            if time.monotonic() > typed + 20:
                print(f"{keys!r} was lost; there is {rest!r}")
                self.type("\025" + keys)
                typed = time.monotonic()
        return rest, os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def check(holds, what):
    if not holds:
        sys.exit(what)


# Line editing and history: "x" is deleted and replaced by "a1"; ↑ recalls "moves".
game = Terminal("play", "tictactoe", "human", "human")
game.until("first> ")
game.type("x\177moves\r")
game.until("a3 b3 c3")
game.until("first> ")
game.type("\033[A\r")
game.until("a3 b3 c3")
game.until("first> ")
game.type("a1\r")
board = game.until("second> ")
check("\033[7m" in board and "\033[0;1;32m+" in board, f"the last move and the legal ones should stand out: {board!r}")
check(game.status("quit\r")[1] == 0, "quit is status 0")

# NO_COLOR: marks are characters.
game = Terminal("play", "tictactoe", "human", "human", NO_COLOR="1")
game.until("first> ")
game.type("a1\r")
board = game.until("second> ")
check("x<" in board and "+ + +" in board and "\033[7m" not in board, f"without colours there should be characters: {board!r}")
check(game.status("\004")[1] == 0, "the end of the input is status 0")

# A thinking agent shows its progress and clears that line.
game = Terminal("play", "reversi", "alphabeta:depth=5", "human")
thought = game.until("first plays")
check("first is thinking…" in thought and "depth 4" in thought and thought.endswith("\r\033[K"), f"thinking: {thought!r}")
game.status("quit\r")

# One that samples thousands of games a second updates about ten times a second.
game = Terminal("play", "reversi", "uct:playouts=300000", "human")
begun = time.monotonic()
thought = game.until("first plays")
said = thought.count("is thinking…")
check(2 <= said <= 12 * (time.monotonic() - begun) + 2, f"it said {said} times what it thought of")
game.status("quit\r")

# A rule file has no control sequences on a terminal.
with open(os.path.join(folder.name, "own.game"), "w") as file:
    file.write('; a \x1b]0;title\x07b \u202e\ngame "Own"\n')
rest, status = Terminal("show", "./own.game", "--rules").status("")
check(rest == '; a .]0;title.b .\r\ngame "Own"\r\n' and status == 0, f"the rules: {rest!r}, status {status}")

# Ctrl-C at the prompt, from the terminal and as a signal to a pipe: status 130, and the game is saved.
game = Terminal("play", "tictactoe", "human", "human", "--save", "game.txt")
game.until("first> ")
game.type("b2\r")
game.until("second> ")
check(game.status("\003")[1] == 130, "Ctrl-C at the prompt is status 130")
saved = open(os.path.join(folder.name, "game.txt")).read()
check("1. b2\nresult unfinished" in saved, f"saved: {saved!r}")

job = subprocess.Popen([program, "play", "tictactoe", "human", "human", "--save", "pipe.txt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                       cwd=folder.name)
out = b""
while b"first> " not in out:
    out += os.read(job.stdout.fileno(), 4096)
job.send_signal(signal.SIGINT)
job.communicate(timeout=60)
check(job.returncode == 130 and os.path.exists(os.path.join(folder.name, "pipe.txt")), f"a signal at a pipe: {job.returncode}")

# … and while an agent thinks: no move is played.
job = subprocess.Popen([program, "play", "reversi", "alphabeta:depth=60", "random", "--save", "think.txt"], stdout=subprocess.PIPE, cwd=folder.name)
while processor_seconds(job.pid) < 0.3:  # it is thinking
    time.sleep(0.05)
job.send_signal(signal.SIGINT)
job.communicate(timeout=60)
saved = open(os.path.join(folder.name, "think.txt")).read()
check(job.returncode == 130 and "moves\nresult unfinished" in saved, f"stopped while thinking: {job.returncode}, {saved!r}")

# Stepping through a record.
with open(os.path.join(folder.name, "three.txt"), "w") as file:
    file.write("banmen-record 2\ngame tictactoe\nmoves\n1. b2 ; the middle\n2. a1\n3. c3\nend resigned second\n")
view = Terminal("show", "--record", "three.txt", "--step")
view.until("ply 0 of 3")
view.type("\033[C")
view.until("ply 1 of 3: b2")
check("the middle" in view.until("q quit"), "the comment of the move")
view.type("\033[F")
view.until("ply 3 of 3: c3")
check("over, second resigns, first wins" in view.until("q quit"), "how the game ended")
view.type("\033[D")
view.until("ply 2 of 3: a1")
check("over" not in view.until("q quit"), "it had not ended yet")
view.type("\033[H")
view.until("ply 0 of 3")
# Ctrl with an arrow is an arrow; other keys are not.
view.type("\033[1;5C")
view.until("ply 1 of 3")
view.type("\033[1;5C")
view.until("ply 2 of 3")
view.type("\033[1;5D")
view.until("ply 1 of 3")
view.type("\033[5~")
view.until("ply 1 of 3")
view.type("\033[8~")
view.until("ply 3 of 3")
view.type("\033[1~")
view.until("ply 0 of 3")
check(view.status("q")[1] == 0, "leaving is status 0")
view = Terminal("show", "--record", "three.txt", "--step", "--ply", "2")
view.until("ply 2 of 3: a1")
view.until("q quit")
check(view.status("\003")[1] == 130, "Ctrl-C is status 130")
