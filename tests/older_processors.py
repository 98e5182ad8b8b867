#!/usr/bin/env python3
"""Sources with vector code compile without warnings for narrower machines than this one. A normal build covers one width only, and
warnings are errors, so one for another width would break other people's builds.

    older_processors.py SOURCE_FOLDER COMPILER FLAG…          with the build's own flags
"""
import os
import pathlib
import re
import subprocess
import sys

PROCESSORS = ("x86-64-v2", "x86-64-v3")  # v4, the widest, is left out
VECTORS = "vector_size"


def sources(root):
    """Sources that use vectors, or include a header that does."""
    folders = [root / "src", root / "bench"]
    headers = {str(path.relative_to(folder)) for folder in folders for path in folder.rglob("*.hpp") if VECTORS in path.read_text()}
    for folder in folders:
        for path in sorted(folder.rglob("*.cpp")):
            text = path.read_text()
            if not path.name.endswith("_test.cpp") and (VECTORS in text or headers & set(re.findall(r'^#include "(.*)"', text, re.MULTILINE))):
                yield path


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if os.uname().machine != "x86_64":
        print("skipped: these are processors of another kind")
        return 77
    tried = warned = 0
    for path in sources(root):
        for processor in PROCESSORS:
            # -fsyntax-only would miss the warnings of code generation.
            done = subprocess.run([*compiler, f"-march={processor}", "-Wall", "-Wextra", "-Werror", "-S", "-o", os.devnull,
                                   f"-I{root / 'src'}", f"-I{root / 'bench'}", str(path)], stderr=subprocess.PIPE, text=True)
            tried += 1
            if done.returncode != 0:
                warned += 1
                print(f"{path.relative_to(root)} for {processor}:\n{done.stderr}")
    print(f"{tried} compiled, {warned} with warnings")
    return 1 if warned or tried == 0 else 0


sys.exit(main())
