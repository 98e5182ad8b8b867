#!/usr/bin/env python3
"""The arrows between the layers point one way (docs/architecture.md), and rules stay free of what would tie them to a host.

    check_layers.py SOURCE_FOLDER
"""
import pathlib
import re
import sys

# What each layer may include besides itself.
MAY_INCLUDE = {
    "host": set(),
    "core": set(),
    "games": {"core"},
    "search": {"host", "core"},
    "solve": {"host", "core"},
    "study": {"host", "core", "games", "search", "solve"},
    "catalog": {"host", "core", "games", "search", "solve", "study"},
    "lab": {"host", "core", "games", "search", "solve", "study", "catalog", "play"},
    "play": {"host", "core", "games", "search", "solve", "study", "catalog"},
    "app": {"host", "core", "games", "search", "solve", "study", "catalog", "lab", "play", "baseline"},
}
# The host knows nothing of games, but says what went wrong and runs jobs in the words of all.
HOST_MAY_INCLUDE = {"core/error.hpp", "core/text.hpp", "core/control.hpp"}
# Rules must compile for a GPU and a browser: no text, no I/O, no threads, no allocation, no intrinsics.
NOT_IN_RULES = {"string", "string_view", "vector", "map", "unordered_map", "deque", "set", "memory", "functional", "iostream", "sstream", "fstream", "ostream", "istream",
                "cstdio", "stdio.h", "format", "filesystem", "thread", "mutex", "atomic", "future", "immintrin.h", "x86intrin.h",
                "fmt/format.h", "fmt/core.h", "tl/expected.hpp"}
NOT_IN_CORE = {"iostream", "fstream", "cstdio", "stdio.h", "filesystem", "thread", "mutex", "future", "condition_variable", "immintrin.h", "x86intrin.h"}
LONGEST_FILE = 800

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text())


def closure(source, path, seen):
    """System headers that a file gets through the project's own headers, with the file that names them."""
    if path in seen or not path.exists():
        return
    seen.add(path)
    for kind, name in includes(path):
        if kind == "<":
            yield name, path
        else:
            yield from closure(source, source / name, seen)


def main(root):
    source = root / "src"
    problems = []

    def problem(path, text):
        problems.append(f"{path.relative_to(root)}: {text}")

    files = sorted(p for p in source.rglob("*") if p.suffix in (".hpp", ".cpp", ".h", ".c"))
    if not files:
        problems.append(f"no sources under {source}")
    for path in files:
        layer = path.relative_to(source).parts[0]
        if layer not in MAY_INCLUDE:
            problem(path, f"there is no layer '{layer}'")
            continue
        if len(path.read_text().splitlines()) > LONGEST_FILE:
            problem(path, f"longer than {LONGEST_FILE} lines")
        is_test = path.stem.endswith("_test") or path.stem.startswith("test_")  # test_games.hpp: what several tests share
        for kind, name in includes(path):
            if kind == "<":
                if layer == "core" and name in NOT_IN_CORE and not is_test:
                    problem(path, f"core includes <{name}>")
                continue
            target = name.split("/")[0]
            if is_test:
                continue  # a test may need a game to run a search on
            if layer == "host" and name in HOST_MAY_INCLUDE:
                continue
            if target != layer and target not in MAY_INCLUDE[layer]:
                problem(path, f"{layer} may not include \"{name}\"")
            if layer == "games" and target == "games" and name.split("/")[1] != path.relative_to(source).parts[1]:
                problem(path, f"a game may not include another game: \"{name}\"")
    for rules in sorted(source.glob("games/*/rules.hpp")):
        for name, where in closure(source, rules, set()):
            if name in NOT_IN_RULES:
                problem(rules, f"rules get <{name}> through {where.relative_to(source)}")
    print("\n".join(problems) or f"{len(files)} files, all arrows point the right way")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
