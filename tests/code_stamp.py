#!/usr/bin/env python3
"""The stamp that tells results of one code from those of another changes with every file that results depend on, and with no other.

    code_stamp.py SOURCE_FOLDER CMAKE
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What is done to a copy of the sources, and whether results may come out differently.
CASES = [
    ("src/games/bao/rules.hpp", True),
    ("src/games/hichain/cards.csv", True),
    ("src/engines/backgammon/network/net_weights.inc", True),
    ("src/study/backgammon/openings.dat", True),  # a new file of an ending never seen before
    ("src/described/reader.cpp", True),  # a new layer
    ("src/play/agents.cpp", True),
    ("src/lab/match.cpp", True),
    ("src/games/bao/picture.cpp", False),
    ("src/games/bao/scene.cpp", False),
    ("src/core/scene_grid.cpp", False),
    ("src/rules/scene_steps.cpp", False),
    ("src/catalog/any_scenery.cpp", False),
    ("src/games/bao/bao_test.cpp", False),
    ("src/games/bao/.rules.hpp.swp", False),
    ("src/lab/report/html.cpp", False),
    ("src/lab/store.cpp", False),
    ("src/host/files.cpp", False),
    ("src/app/main.cpp", False),
    ("docs/lab.md", False),
]


def stamp(cmake, root):
    made = root / "stamp.cpp"
    subprocess.run([cmake, f"-DSOURCE={root}", f"-DOUTPUT={made}", "-DVERSION=1", "-P", root / "cmake" / "code_stamp.cmake"], check=True)
    return re.search(r'code_stamp\(\) { return "([0-9a-f]+)"', made.read_text()).group(1)


def main(source, cmake):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for part in ("cmake", "src"):
            shutil.copytree(source / part, root / part)
        for name, counts in CASES:
            before = stamp(cmake, root)
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a") as file:
                file.write("changed\n")
            if (stamp(cmake, root) != before) != counts:
                problems.append(f"{name}: a change must {'' if counts else 'not '}change the stamp")
    print("\n".join(problems) or f"{len(CASES)} changes do to the stamp what they should")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
