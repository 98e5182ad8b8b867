"""Every numeric option of every command refuses malformed and out-of-range numbers with status 2 and a line that says what it
expects. Commands, options and examples come from --help; parameters of games and agents from `games` and `agents`.
bad_numbers.py PROGRAM"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

program = pathlib.Path(sys.argv[1]).resolve()
folder = tempfile.TemporaryDirectory()
WHOLE, REAL = {"INT", "UINT", "integer"}, {"FLOAT", "real"}


def run(words):
    return subprocess.run([program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, cwd=folder.name)


class Help:
    """Parses the --help of one command."""

    def __init__(self, path):
        self.path, self.commands, self.places, self.options, self.examples = path, [], [], {}, []
        section = ""
        text = run([*path, "--help"]).stdout
        for line in re.sub(r"\n {20,}", "  ", text).splitlines():  # the description after a long name is on the next line
            if line.endswith(":") and not line.startswith(" "):
                section = line
            elif section == "Subcommands:" and (found := re.match(r"  (\S+)", line)):
                self.commands.append(found[1])
            elif not path:  # the program's own help lists groups of commands
                if found := re.match(r"(?:[A-Z]\w+ +|  +)([a-z-]+) +[A-Z]", line):
                    self.commands.append(found[1])
            elif section == "Options of every command:" and path != ["games"]:
                continue
            elif section == "Examples:" and line.startswith("  banmen "):
                self.examples.append(shlex.split(re.split(r" [|>] ", line)[0])[1:])
            elif found := re.match(r"  (\S+)(?: ([^\s=]+)(?: in ([^\s=]+))?)?(.*)", line):
                name, kind, limits = found[1].split(",")[-1 if found[1].startswith("-h") else 0], found[2] or "", found[3]
                within = re.search(r"\((-?[\d.e+]+?)\.\.(-?[\d.e+]+)", found[4])
                limits = limits.split("..") if limits else within.groups() if within else None
                (self.places if section == "Positionals:" else self.options.setdefault(name, [])).append((name, kind, limits))


def bad_values(kind, limits):
    low, high = (float(limits[0]), float(limits[1])) if limits else (0 if kind == "UINT" else None, None)
    yield from ["nan", "inf", "-inf", "", "x", "1e400", "0x10"]
    if kind in WHOLE:
        yield from ["1e6", "1.5", str(2**64), str(10**23)]
    elif high is not None:
        yield from (text for text in ["1e6", str(2**64), str(10**23)] if float(text) > high)
    if low is not None and low >= 0:
        yield "-1"


def example_without(help_, option):
    """The words of an example (one with this option, or the first), by position and by option, without the option itself."""
    example = next((words for words in help_.examples if option in words), help_.examples[0])
    path = help_.path[1:] if help_.path[0] == "study" and example[0] != "study" else help_.path  # the short form
    words, places, rest = list(example[len(path):]), [], []
    kinds = {name: kind for entries in help_.options.values() for name, kind, _ in entries}
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            places.append(word)
        elif word.split("=")[0] == option:
            words = words[1:]
        else:
            rest.append(word)
            # Flags have no kind; all other options take one word in our examples.
            if kinds.get(word, "x") and "=" not in word and words:
                rest.append(words.pop(0))
    return places, rest


cases = []  # command lines to try, with their bad value


def collect(path):
    help_ = Help(path)
    for command in help_.commands:
        collect([*path, command])
    if help_.commands and path:
        return
    for name, kind, limits in [entry for entries in help_.options.values() for entry in entries]:
        if kind not in WHOLE | REAL:
            continue
        places, rest = example_without(help_, name) if help_.examples else ([], [])
        for value in bad_values(kind, limits):
            given = [f"{name}={value}"] if value == "-inf" else [name, value]
            cases.append(([*path, *places, *rest, *given], value))
    for at, (name, kind, limits) in enumerate(help_.places):
        if kind not in WHOLE | REAL:
            continue
        places, rest = example_without(help_, "")
        for value in bad_values(kind, limits):
            if not value.startswith("-"):  # it would be an option
                cases.append(([*path, *places[:at], value, *places[at + 1:], *rest], value))


def collect_parameters(owner, parameters, words):
    for p in parameters:
        limits = p["range"].split("..") if ".." in p["range"] else None
        if p["type"] in WHOLE | REAL:
            for value in bad_values(p["type"], limits):
                cases.append((words(f"{owner}:{p['name']}={value}"), value))


collect([])
for game in json.loads(run(["games", "--json"]).stdout)["games"]:
    collect_parameters(game["id"], game["parameters"], lambda name: ["show", name])
for agent in json.loads(run(["agents", "--json"]).stdout)["agents"]:
    if agent["games"] and agent["id"] not in ("engine", "uci", "gtp"):
        collect_parameters(agent["id"], agent["parameters"], lambda name, game=agent["games"][0]: ["analyse", game, "--agent", name])


def problem(case):
    words, value = case
    line = shlex.join(["banmen", *words])
    try:
        done = run(words)
    except subprocess.TimeoutExpired:
        return f"{line}: taken, and run"
    said = done.stderr.splitlines()
    if done.returncode != 2 or done.stdout or len(said) != 1:
        return f"{line}: status {done.returncode}, {done.stdout[:80]!r}, {done.stderr[:200]!r}"
    if not re.search(r"number|\d\.\.|empty", said[0]) or (value and value not in said[0]):
        return f"{line}: {said[0]}"
    return None


with ThreadPoolExecutor(2) as pool:
    problems = [found for found in pool.map(problem, cases) if found]
print("\n".join(problems[:60]) or f"{len(cases)} bad numbers refused")
options = {(tuple(words[:2])) for words, _ in cases}
sys.exit(1 if problems or len(options) < 20 else 0)
