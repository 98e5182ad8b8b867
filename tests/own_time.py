"""The time that a server takes to end by its own doing, for the two seconds that docs/serve.md promises: the time for which it waits, and
the processor time that it uses otherwise. Time for which a thread is ready to run but gets no processor, or waits for the disk, is the
machine's. Other work adds only to that, so the limit is the promise itself and has no need to be relaxed under load."""
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


def in_event_loop(pid):
    """Its main thread waits for clients or for a time, not for another thread. False where the kernel does not tell."""
    try:
        return "poll" in pathlib.Path(f"/proc/{pid}/wchan").read_text()
    except OSError:
        return False


def processor_seconds(pid):
    """Of all threads, those that have ended included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_server(process, how=signal.SIGTERM):
    """Tells a server to end and waits until it has; returns its status and the seconds that it took by its own doing."""
    own, used = 0, processor_seconds(process.pid)
    process.send_signal(how)
    begin = last = time.monotonic()
    while True:
        found, before = states(process.pid), used
        now, used = time.monotonic(), processor_seconds(process.pid)
        waits = found != {"Z"} and (in_event_loop(process.pid) or not found & {"R", "D"})
        own += now - last if waits else used - before
        if found == {"Z"}:
            return process.wait(), own
        if now - begin > 60:
            raise TimeoutError("a minute after it was told to end, the server is still there")
        last = now
        time.sleep(PERIOD)
