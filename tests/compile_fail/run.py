#!/usr/bin/env python3
"""Compiles a game that misses one requirement and checks that the compiler names that one, and no other.

    run.py SOURCE COMPILER [FLAG…]      one test
    run.py --complete GAME_HPP FOLDER   every message of the header has a test
"""
import pathlib
import re
import subprocess
import sys


def expected(source):
    first = source.read_text().splitlines()[0]
    return first.removeprefix("// expect: ")


def complete(header, folder):
    messages = re.findall(r'static_assert\(.*?, "(banmen: .*?)"\);', pathlib.Path(header).read_text())
    tested = {expected(source) for source in pathlib.Path(folder).glob("*.cpp")}
    missing = [message for message in messages if message not in tested]
    for message in missing:
        print(f"no test in {folder} for: {message}")
    return 1 if missing or not messages else 0


def run(source, command):
    wanted = expected(source)
    result = subprocess.run([*command, "-fsyntax-only", str(source)], capture_output=True, text=True)
    complaints = re.findall(r"error: static assertion failed.*?(banmen: [^\n\"']*)", result.stderr)
    if wanted == "nothing":
        print(result.stderr)
        return result.returncode
    if result.returncode == 0:
        print(f"it compiles, but this was to be missed: {wanted}")
        return 1
    # Requirements on which others depend (a type, the number of seats) make those fail too.
    others_follow = "// others follow" in source.read_text()
    if wanted not in complaints or (len(complaints) > 1 and not others_follow):
        print(f"wanted:        {wanted}\nfound:         {complaints}\n{result.stderr[:4000]}")
        return 1
    return 0


if sys.argv[1] == "--complete":
    sys.exit(complete(sys.argv[2], sys.argv[3]))
sys.exit(run(pathlib.Path(sys.argv[1]), sys.argv[2:]))
