"""Ctrl-C keeps finished results, also if the signal arrives twice at once (from a terminal and from `timeout`). A program that does
not stop is ended.
interrupt.py PROGRAM"""
import os
import signal
import subprocess
import sys
import tempfile
import time

program = sys.argv[1]
# The moves of its first position take hours.
costly = """game "x"
board grid 20 x 20
seats a b
piece man "x" "o"
turn
  place man on s in [s1 in all where [s2 in all where [s3 in all where [s4 in all where near(s4) & near(s3) & near(s2) & near(s1) & empty]]]]
end
  when full: draw
repetition: never
"""


def let_it_begin(job):
    """Waits until the program has used some processor time, however slow the machine is."""
    while job.poll() is None:
        fields = open(f"/proc/{job.pid}/stat").read().rsplit(")", 1)[1].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.5:
            return
        time.sleep(0.02)


def start(*words, **how):
    return subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)


def interrupted(*signals):
    job = start("playout", "yonin", "--games", "1000000000", "--quiet")
    let_it_begin(job)
    for signum in signals:
        job.send_signal(signum)
        time.sleep(0.001)
    out, _ = job.communicate(timeout=120)
    if job.returncode != 130 or "random games" not in out or "interrupted" not in out:
        sys.exit(f"{signals}: status {job.returncode}, printed {out!r}")


def ended_at_once(job, words):
    _, err = job.communicate(timeout=120)
    if job.returncode != 130 or err.count("\n") != 1 or words not in err:
        sys.exit(f"{job.args}: status {job.returncode}, said {err!r}")


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "costly.game"), "w") as file:
        file.write(costly)
    # One signal: it waits a while for an end, which goes on below. Two signals: at once.
    waiting = start("show", "./costly.game", cwd=folder)
    let_it_begin(waiting)
    waiting.send_signal(signal.SIGTERM)
    signalled = time.monotonic()
    twice = start("match", "./costly.game", "random", "random", "--quiet", cwd=folder)
    let_it_begin(twice)
    twice.send_signal(signal.SIGINT)
    time.sleep(0.7)
    twice.send_signal(signal.SIGINT)
    ended_at_once(twice, "the second signal")

    interrupted(signal.SIGINT)
    interrupted(signal.SIGINT, signal.SIGINT)
    interrupted(signal.SIGHUP)
    # As under nohup, SIGHUP stays ignored.
    nohup = start("playout", "yonin", "--games", "1000000000", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    let_it_begin(nohup)
    ignored = next(line.split()[1] for line in open(f"/proc/{nohup.pid}/status") if line.startswith("SigIgn"))
    nohup.kill()
    nohup.communicate()
    if not int(ignored, 16) & 1 << signal.SIGHUP - 1:
        sys.exit(f"SIGHUP is not ignored under nohup: {ignored}")

    ended_at_once(waiting, "did not stop within 4 seconds")
    if time.monotonic() - signalled < 3.9:
        sys.exit("it was ended before its time")

# A job without results was interrupted too; it is not bad input.
job = subprocess.Popen([program, "verify", "bao:holes=6", "--always", "passes-turn", "--quiet"], stderr=subprocess.PIPE, text=True)
let_it_begin(job)
job.send_signal(signal.SIGINT)
_, err = job.communicate(timeout=120)
if job.returncode != 130 or "stopped" not in err:
    sys.exit(f"verify: status {job.returncode}, said {err!r}")
