"""The time that a server takes to end by its own doing, for the two seconds that docs/serve.md promises: the processor time that it uses
plus the time for which all its threads wait. Time for which a thread is ready to run, or waits for the disk, is the machine's: other
work adds to nothing else. So the limit is the promise itself and has no need to be relaxed under load."""
import os
import pathlib
import signal
import time

PROMISED = 2  # seconds
PERIOD = 0.01  # seconds between two looks


def states(pid):
    """The letters of its threads' states (man proc_pid_stat)."""
    found = set()
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            found.add((task / "stat").read_text().rsplit(") ", 1)[1][0])
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended since
    return found


def processor_seconds(pid):
    """Of all threads, those that have ended included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_server(process, how=signal.SIGTERM):
    """Tells a server to end and waits until it has; returns its status and the seconds that it took by its own doing."""
    before, waited = processor_seconds(process.pid), 0
    process.send_signal(how)
    begin = last = time.monotonic()
    while (found := states(process.pid)) != {"Z"}:
        now = time.monotonic()
        if now - begin > 60:
            raise TimeoutError("a minute after it was told to end, the server is still there")
        if not found & {"R", "D"}:
            waited += now - last
        last = now
        time.sleep(PERIOD)
    used = processor_seconds(process.pid) - before  # counted until its status is asked for
    return process.wait(), used + waited
