#!/usr/bin/env python3
"""Runs under faults: killed at random moments, a full disk, Ctrl-C; and the same run over MPI ranks. Resumed to its end, each must
give the same store as an undisturbed run.

    lab.py BANMEN CASE [BANMEN-MPI]       CASE: kill, disk, interrupt, mpi
"""
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

EXPERIMENT = """name = "t"
[[experiment]]
id = "match"
kind = "match"
game = "reversi:size=6"
agents = ["alphabeta:depth={depth},noise=20", "random"]
games = 150
measures = ["score.1", "moves"]
[experiment.factors]
depth = [2, 4]
[[experiment]]
id = "random"
kind = "playout"
game = "yonin:size=6"
games = 20000
measures = ["moves"]
[[experiment]]
id = "end"
kind = "exact_play"
game = "yonin:size=6"
empties = 6
games = 200
measures = ["rank.A"]
[[experiment]]
id = "text"
kind = "match"
game = "FOLDER/own.game:size={size}"
agents = ["uct:playouts=20", "random"]
games = 20
measures = ["score.1"]
[experiment.factors]
size = [3, 4]
[[experiment]]
id = "once"
kind = "perft"
game = "reversi:size=6"
depth = 7
"""

# A rule file of the user.
OWN = """game "Own"
param size = 3 in 3..5
board grid size x size
seats first second
piece stone "x" "o"
turn
  place stone on s in empty
end
  when line(3, mine): me wins
  when full: draw
"""


def rows(store):
    with sqlite3.connect(store) as db:
        return db.execute("SELECT cell.id, settings, version, code, number, outcome, record FROM game JOIN cell ON cell.key = game.cell "
                          "ORDER BY cell.id, number").fetchall()


def finished_in(store):
    """The number of rows stored so far."""
    try:
        return len(rows(store)) if store.exists() else 0
    except sqlite3.OperationalError:
        return 0  # the tables don't exist yet


def command_lines():
    """The ids of all processes."""
    for one in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield one.read_bytes()
        except OSError:
            pass  # it has ended meanwhile


class Case:
    def __init__(self, banmen, folder):
        self.banmen, self.folder = banmen, pathlib.Path(folder)
        self.file = self.folder / "t.toml"
        (self.folder / "own.game").write_text(OWN)
        self.file.write_text(EXPERIMENT.replace("FOLDER", str(self.folder)))

    def command(self, out, *more, program=None):
        return [*(program or [self.banmen]), "run", str(self.file), "--out", str(self.folder / out), "--quiet", *more]

    def whole(self, out, *more, program=None):
        done = subprocess.run(self.command(out, *more, program=program), capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
        return rows(self.folder / out / "t.sqlite")

    def kill(self):
        began = time.time()
        undisturbed = self.whole("whole", "--threads", "2")
        length = time.time() - began
        rng, killed, kept = random.Random(7), 0, 0
        while killed < 20:
            process = subprocess.Popen(self.command("killed", "--threads", "2"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(rng.uniform(0.01, max(0.1, length / 6)))
                # It has ended: start over, to get twenty kills of work in progress.
                assert process.returncode == 0
                assert rows(self.folder / "killed" / "t.sqlite") == undisturbed
                shutil.rmtree(self.folder / "killed")
                continue
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                killed += 1
            kept = max(kept, finished_in(self.folder / "killed" / "t.sqlite"))
        assert kept > 0, "no kill came late enough to leave anything"
        assert self.whole("killed", "--threads", "2") == undisturbed
        print(f"killed {killed} times, {kept} of {len(undisturbed)} rows were there at most; the end is the same")

    def disk(self):
        undisturbed = self.whole("whole", "--threads", "2")
        size = (self.folder / "whole" / "t.sqlite").stat().st_size

        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))

        full = subprocess.run(self.command("full", "--threads", "2"), capture_output=True, text=True, timeout=240, preexec_fn=small_disk)
        assert full.returncode == 1, (full.returncode, full.stderr)
        assert "can't write the store" in full.stderr and "free some space and run again" in full.stderr, full.stderr
        kept = rows(self.folder / "full" / "t.sqlite")
        assert 0 < len(kept) < len(undisturbed), len(kept)
        assert set(kept) <= set(undisturbed)
        assert self.whole("full", "--threads", "2") == undisturbed
        print(f"a full disk left {len(kept)} of {len(undisturbed)} rows, all good; the end is the same")

    def interrupt(self):
        undisturbed = self.whole("whole", "--threads", "2")
        process = subprocess.Popen(self.command("stopped", "--threads", "2"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        store = self.folder / "stopped" / "t.sqlite"
        while process.poll() is None and not finished_in(store):  # midway
            time.sleep(0.02)
        asked = time.time()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        waited = time.time() - asked
        assert process.returncode in (0, 130), process.returncode
        if process.returncode == 130:
            assert "repeat the command to resume" in out, out
        assert waited < 20, waited  # a second on a quiet machine
        assert self.whole("stopped", "--threads", "2") == undisturbed
        print(f"stopped after {waited:.2f} s with status {process.returncode}; the end is the same")

    def mpi(self, banmen_mpi):
        if not banmen_mpi or not pathlib.Path(banmen_mpi).exists() or shutil.which("mpirun") is None:
            print("skipped: no MPI here")
            sys.exit(77)
        mpirun = ["mpirun", "--oversubscribe", "-np", "4"]
        if os.geteuid() == 0:
            mpirun.insert(1, "--allow-run-as-root")
        undisturbed = self.whole("whole", "--threads", "1")
        assert self.whole("ranks", program=[*mpirun, banmen_mpi]) == undisturbed
        # Kill the whole job and start it again.
        process = subprocess.Popen(self.command("died", program=[*mpirun, banmen_mpi]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        store = self.folder / "died" / "t.sqlite"
        until = time.time() + 60
        while time.time() < until and process.poll() is None and finished_in(store) <= 20:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        # The ranks are not children of this process: each exits when it notices that the others are gone.
        until = time.time() + 60
        while time.time() < until and any(str(store.parent).encode() in line for line in command_lines()):
            time.sleep(0.1)
        kept = rows(store)
        assert self.whole("died", program=[*mpirun, banmen_mpi]) == undisturbed
        print(f"4 ranks: the same store; a job that died left {len(kept)} of {len(undisturbed)} rows and was completed")


def main():
    banmen, name = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="banmen_lab_") as folder:
        case = Case(banmen, folder)
        getattr(case, name)(*sys.argv[3:])
    return 0


sys.exit(main())
