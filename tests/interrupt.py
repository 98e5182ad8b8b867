"""Ctrl-C keeps finished results, also if the signal arrives twice at once (from a terminal and from `timeout`).
interrupt.py PROGRAM"""
import os
import signal
import subprocess
import sys
import time

program = sys.argv[1]


def let_it_begin(job):
    """Waits until the program has used some processor time, however slow the machine is."""
    while job.poll() is None:
        fields = open(f"/proc/{job.pid}/stat").read().rsplit(")", 1)[1].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.5:
            return
        time.sleep(0.02)


def interrupted(times, pause):
    job = subprocess.Popen([program, "playout", "yonin", "--games", "1000000000", "--quiet"], stdout=subprocess.PIPE, text=True)
    let_it_begin(job)
    for _ in range(times):
        job.send_signal(signal.SIGINT)
        time.sleep(pause)
    out, _ = job.communicate(timeout=120)
    return job.returncode, out


for times in (1, 2):
    status, out = interrupted(times, 0.001)
    if status != 130 or "random games" not in out or "interrupted" not in out:
        sys.exit(f"{times} signals at once: status {status}, printed {out!r}")

# A job without results was interrupted too; it is not bad input.
job = subprocess.Popen([program, "verify", "bao:holes=6", "--always", "passes-turn", "--quiet"], stderr=subprocess.PIPE, text=True)
let_it_begin(job)
job.send_signal(signal.SIGINT)
_, err = job.communicate(timeout=120)
if job.returncode != 130 or "stopped" not in err:
    sys.exit(f"verify: status {job.returncode}, said {err!r}")
