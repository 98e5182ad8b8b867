"""Measures a server's shutdown against the two seconds that docs/serve.md promises: waiting time plus processor time. Time for which a
thread is ready to run but gets no processor, or waits for the disk, does not count, so the limit holds under load too."""
import os
import pathlib
import signal
import time

PROMISED = 2  # seconds
PERIOD = 0.01  # seconds between samples


def states(pid):
    """The states of its threads (man proc_pid_stat)."""
    found = set()
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            found.add((task / "stat").read_text().rsplit(") ", 1)[1][0])
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended meanwhile
    return found


def in_event_loop(pid):
    """Returns whether its main thread waits for clients or a timer, not for another thread. False if the kernel does not report it."""
    try:
        return "poll" in pathlib.Path(f"/proc/{pid}/wchan").read_text()
    except OSError:
        return False


def processor_seconds(pid):
    """Processor time of all threads, including finished ones."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_server(process, how=signal.SIGTERM):
    """Stops a server and waits for its end. Returns its status and the seconds of its own that it took."""
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
            raise TimeoutError("the server is still running a minute after the signal")
        last = now
        time.sleep(PERIOD)
