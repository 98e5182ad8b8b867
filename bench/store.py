#!/usr/bin/env python3
"""How fast a store of experiments takes a million games, and how long its report takes.

    bench/store.py build/release/banmen [GAMES]
"""
import json
import pathlib
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


def main():
    banmen = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory(prefix="banmen_store_") as folder:
        folder = pathlib.Path(folder)
        (folder / "million.toml").write_text(EXPERIMENT.replace("GAMES", str(games // 2)))
        command = [banmen, "run", str(folder / "million.toml"), "--out", str(folder), "--quiet"]
        plain = 0.0
        for size in (4, 6):  # the same games without a store
            began = time.time()
            subprocess.run([banmen, "playout", f"yonin:size={size}", "--games", str(games // 2), "--json"], check=True, capture_output=True)
            plain += time.time() - began
        began = time.time()
        subprocess.run(command, check=True, capture_output=True)
        run = time.time() - began
        began = time.time()
        subprocess.run([*command, "--report-only"], check=True, capture_output=True)
        report = time.time() - began
        store = (folder / "million.sqlite").stat().st_size
        page = (folder / "million.html").stat().st_size
        cells = json.loads((folder / "million.json").read_text())["cells"]
        assert all(row["n"] > 0 for row in cells)
        print(f"{games} games: played in {plain:.1f} s, played and stored in {run - report:.1f} s "
              f"({games / (run - report):.0f} a second), {store / 1e6:.0f} MB; report in {report:.1f} s, {page / 1e3:.0f} kB")
        assert page < 2_000_000, "the report is larger than 2 MB"


main()
