"""TAB completion in a real shell on a pseudo-terminal: unique completions are inserted, several candidates are listed.
completion.py PROGRAM SHELL"""
import os
import pathlib
import pty
import select
import shutil
import signal
import sys
import tempfile
import time

program, shell = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
if shutil.which(shell) is None:
    print(f"{shell} is not installed (scripts/setup test installs it)")
    sys.exit(77)

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "bind 'set bell-style none'; source <(banmen completion bash)"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; source <(banmen completion zsh)"),
    "fish": (["fish", "--no-config", "-i"], "banmen completion fish | source"),
}
# Typed text before TAB, and the expected screen.
CASES = [
    ("banmen solve bao --op", ["--openings"]),
    ("banmen censu", ["census"]),
    ("banmen bao lo", ["loops"]),
    ("banmen study bao lo", ["loops"]),
    ("banmen analyse reversi --agent alp", ["alphabeta"]),
    ("banmen analyse reversi --agent alphabeta:dep", ["alphabeta:depth="]),
    ("banmen match reversi random gre", ["greedy"]),
    ("banmen match hichain random exp", ["expert"]),
    ("banmen play reversi hum", ["human"]),
    ("banmen agents parano", ["paranoid"]),
    ("banmen census back", ["backgammon"]),
    ("banmen census bao:hol", ["bao:holes="]),
    ("banmen census bao:endless=f", ["bao:endless=forfeit"]),
    ("banmen playout hichain --draw sta", ["staged"]),
    ("banmen show --record recor", ["record-of-a-game.txt"]),
    # Two TABs list the candidates.
    ("banmen db ", ["build", "info", "probe", "verify"]),
    ("banmen analyse yonin --agent ", ["maxn", "paranoid", "uct"]),
    ("banmen analyse tictactoe --agent uct:backup=", ["own", "paper"]),
]


class Terminal:
    def __init__(self, command, folder):
        environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", HOME=str(folder), TERM="vt100", LC_ALL="C.UTF-8",
                           PS1="ready> ", PROMPT="ready> ", COLUMNS="200")
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder / "work")
            os.execvpe(command[0], command, environment)
        self.seen = ""

    def type(self, text):
        self.seen = ""
        os.write(self.fd, text.encode())

    def wait(self, wanted, seconds):
        """Reads until all expected text has appeared."""
        end = time.monotonic() + seconds
        while not all(text in self.seen for text in wanted):
            if time.monotonic() > end:
                return False
            if select.select([self.fd], [], [], 0.1)[0]:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
        return True

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "bin").mkdir()
    (folder / "work").mkdir()
    (folder / "bin/banmen").symlink_to(program)
    (folder / "work/record-of-a-game.txt").touch()
    command, setup = START[shell]
    terminal = Terminal(command, folder)
    failures = []
    terminal.type(setup + "; echo set-'up'\r")
    if not terminal.wait(["set-up\r"], 60):
        failures.append(f"{shell} did not start: {terminal.seen!r}")
    for typed, wanted in CASES if not failures else []:
        # A marker line separates the output from the echo of the typed text.
        terminal.type("\x15echo ne'xt'\r")
        if not terminal.wait(["next\r"], 60):
            failures.append(f"no answer before {typed!r}: {terminal.seen!r}")
            break
        terminal.type(typed)
        terminal.wait([typed[-3:]], 60)
        terminal.type("\t" if len(wanted) == 1 else "\t\t")
        rest = [text[len(os.path.commonprefix([text, typed.split(" ")[-1]])):] if len(wanted) == 1 else text for text in wanted]
        if not terminal.wait(rest, 30):
            failures.append(f"after {typed!r} TAB expected {rest}, got {terminal.seen!r}")
    terminal.end()
    print("\n".join(failures) or f"{shell}: {len(CASES)} lines completed")
    sys.exit(1 if failures else 0)
