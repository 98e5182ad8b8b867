#!/usr/bin/env python3
"""Time to play and store a million games of an experiment, and to write its report.

    bench/store.py build/release/banmen [GAMES]
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

EXPERIMENT = """name = "million"
[[experiment]]
id = "random"
kind = "playout"
game = "yonin:size={size}"
games = GAMES
measures = ["moves", "moves.variance", "length", "rank.A", "rank.B", "rank.C", "rank.D", "facing.A"]
[experiment.factors]
size = [4, 6]
[[experiment.plot]]
kind = "histogram"
"""


def timed(command):
    """Wall-clock and processor seconds of a command."""
    began, used = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.time() - began, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime


def main():
    banmen = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory(prefix="banmen_store_") as folder:
        folder = pathlib.Path(folder)
        (folder / "million.toml").write_text(EXPERIMENT.replace("GAMES", str(games // 2)))
        command = [banmen, "run", str(folder / "million.toml"), "--out", str(folder), "--quiet"]
        # The games without a store; with a store and a report; the report alone.
        plain = [timed([banmen, "playout", f"yonin:size={size}", "--games", str(games // 2), "--json"]) for size in (4, 6)]
        run, run_used = timed(command)
        report, report_used = timed([*command, "--report-only"])
        store = (folder / "million.sqlite").stat().st_size
        page = (folder / "million.html").stat().st_size
        cells = json.loads((folder / "million.json").read_text())["cells"]
        assert all(row["n"] > 0 for row in cells)
        wall, used = run - report, run_used - report_used
        print(f"{games} games, seconds on the clock (of the processor):")
        print(f"  played without a store   {sum(p[0] for p in plain):6.1f} ({sum(p[1] for p in plain):.1f})")
        print(f"  played and stored        {wall:6.1f} ({used:.1f}), {games / wall:.0f} games a second, {store / 1e6:.0f} MB")
        print(f"  report                   {report:6.1f} ({report_used:.1f}), {page / 1e3:.0f} kB")
        assert page < 2_000_000, "the report is larger than 2 MB"


main()
