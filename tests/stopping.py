"""Ctrl-C ends every command soon, with status 130; --memory is a limit within a level too.
stopping.py PROGRAM interrupt|memory

"Soon" is measured in processor time after the signal, which does not depend on the load of the machine."""
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

program, case = sys.argv[1:]
ticks = os.sysconf("SC_CLK_TCK")
failures = []
long_games = """name = "chess"
[[experiment]]
id = "long"
kind = "playout"
game = "chess"
games = 1000
limit = 1000000
measures = ["length"]
"""


def processor_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / ticks


def run(command, interrupt_after=None):
    """Returns status, output, errors, processor seconds after the signal, and peak resident memory in MiB."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        with open(os.path.join(folder, "chess.toml"), "w") as file:
            file.write(long_games)
        job = subprocess.Popen([program, *shlex.split(command)], stdout=out, stderr=err, cwd=folder)
        before = None
        while True:
            pid, status, usage = os.wait4(job.pid, os.WNOHANG)
            if pid:
                break
            if interrupt_after is not None and before is None and processor_seconds(job.pid) >= interrupt_after:
                before = processor_seconds(job.pid)
                job.send_signal(signal.SIGINT)
            time.sleep(0.01)
        job.returncode = os.waitstatus_to_exitcode(status)
        spent = usage.ru_utime + usage.ru_stime - (before or 0)
        out.seek(0)
        err.seek(0)
        return job.returncode, out.read(), err.read(), spent if before is not None else None, usage.ru_maxrss / 1024


def check(command, holds, what):
    if not holds:
        failures.append(f"banmen {command}: {what}")


def interrupted(command, seconds=1.0, says=""):
    status, out, err, spent, _ = run(command + " --threads 1", interrupt_after=seconds)
    if spent is None:
        check(command, False, f"ended by itself with status {status}: {err}")
        return
    check(command, status == 130, f"status {status}, said {err!r}")
    check(command, spent < 1.5, f"took {spent:.2f} s of processor time after the signal")
    check(command, says in out + err, f"does not say {says!r}: {out!r} {err!r}")
    check(command, not re.search(r"(?<![\d.])-?(536870912|500000)(?!\d)", out), f"shows a bound that is none: {out!r}")


if case == "interrupt":
    interrupted("census amazons:size=16", says="cycles: not searched")
    interrupted("census reversi", says="cycles: not searched")
    interrupted("solve hichain", says="stopped")
    interrupted("solve hichain --method proof", says="value not known yet")
    interrupted("solve amazons:size=16 --method proof", says="stopped")
    interrupted("solve amazons:size=10", says="stopped")
    interrupted("solve reversi", says="not known yet")
    interrupted("solve yonin:mode=team", says="not known yet")
    interrupted("solve bao:holes=8", says="stopped")
    interrupted("verify amazons:size=16 --always ends", says="stopped")
    interrupted("playout hichain --games 100000000", says="interrupted")
    interrupted("playout hichain --games 100000000 --json", says='"complete":false')
    # Games of a hundred thousand slow plies.
    interrupted("playout chess --games 1000", says="interrupted")
    interrupted("playout chess --games 1000 --limit 1000000", says="interrupted")
    interrupted("match chess random random --games 1000 --limit 1000000", says="interrupted")
    interrupted("match chess uct:playouts=100000 random --games 10", says="interrupted")
    interrupted("measure chess --games 1000")
    interrupted("measure chess --games 1000 --judge 10")
    interrupted("same chess chess.game")
    interrupted("check chess --long")  # in the tests of its file or in the random games after them, depending on the machine
    interrupted("run chess.toml", says="interrupted")
    interrupted("perft hichain 6", says="interrupted")
    interrupted("measure amazons:size=16 --judge 1000 --games 1000000")
    interrupted("analyse amazons:size=16 --agent dfpn:nodes=100000000", says="interrupted")
    interrupted("analyse amazons:size=16 --agent alphabeta:depth=8 --json", says='"complete":false')
    interrupted("analyse hichain --agent uct:playouts=100000000", says="interrupted")
    interrupted("match hichain alphabeta:depth=8 expert --games 1000", says="interrupted")
    interrupted("hichain problems --games 1000000", says="interrupted")
    interrupted("hichain deadlock --steps 1000000000", says="interrupted")
    interrupted("db build bao:holes=8 --stones 20", says="resume")
    interrupted("db build backgammon --mover 3 --opponent 3", says="resume")
else:
    allowed = 0.01 * 1024
    *_, least = run("games")

    def kept(command, interrupt_after=None, status=1, says=""):
        found, out, err, _, most = run(command + " --memory 0.01 --threads 1", interrupt_after)
        check(command, found == status, f"status {found}, said {err!r}")
        check(command, says in out + err, f"does not say {says!r}: {out!r} {err!r}")
        check(command, most < least + 2 * allowed + 16, f"{most:.0f} MiB resident, {least:.0f} of them the program's own")

    kept("census amazons:size=16", says="the memory allowed")
    kept("census hichain", says="the memory allowed")
    kept("census bao:holes=5", status=0)
    kept("verify hichain --always ends", status=2, says="too many for the memory allowed")
    kept("solve hichain --method graph", status=2, says="too many for the memory allowed")
    # If the graph is too large it tries a proof, whose memory does not grow.
    kept("solve hichain", 3, 130, "value not known yet")
    kept("solve amazons:size=16", 3, 130, "not known yet")
    kept("solve amazons:size=10", 3, 130, "stopped")
    kept("solve reversi", 3, 130, "stopped")
    kept("solve bao:holes=8", status=0, says="value 4 (first)")

if failures:
    sys.exit("\n".join(failures))
