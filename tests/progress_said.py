"""Long work shows its progress on a terminal. progress_said.py PROGRAM"""
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time

program = sys.argv[1]


def says(command, wanted):
    ours, theirs = pty.openpty()
    job = subprocess.Popen([program, *shlex.split(command)], stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = ""
    end = time.monotonic() + 60
    while wanted not in seen and time.monotonic() < end:
        if select.select([ours], [], [], 1)[0]:
            try:
                seen += os.read(ours, 4096).decode(errors="replace")
            except OSError:  # it has ended
                break
    job.send_signal(signal.SIGINT)
    # Clearing the line at the end must not fill the terminal.
    while job.poll() is None:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                os.read(ours, 4096)
            except OSError:
                break
    job.wait()
    os.close(ours)
    if wanted not in seen:
        sys.exit(f"banmen {command} does not print {wanted!r} within a minute: {seen[-300:]!r}")


says("solve reversi --threads 1", "positions searched")
says("solve amazons:size=10 --threads 1", "positions searched")
says("solve hichain --method proof --threads 1", "positions searched")
says("solve hichain --memory 0.01 --threads 1", "positions searched by proof, as the graph is too large")
says("census amazons:size=16 --threads 1", "positions, ")
says("analyse amazons:size=16 --agent alphabeta:depth=8", "thinking, ")
says("analyse hichain --agent uct:playouts=100000000", "so far: ")
