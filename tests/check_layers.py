#!/usr/bin/env python3
"""Checks the layers (docs/architecture.md): dependencies point one way, rules don't depend on a host, generic code names no game, and
whatever a layer declares it also defines.

    check_layers.py SOURCE_FOLDER
"""
import collections
import pathlib
import re
import sys

# The layers that each layer may include besides itself. A game's engines are reached only through its extensions: `engines` means the
# shared files in src/engines itself.
MAY_INCLUDE = {
    "host": set(),
    "core": set(),
    "games": {"core"},
    "search": {"host", "core"},
    "solve": {"host", "core"},
    "rules": {"core"},
    "engines": {"host", "core", "games", "search", "solve"},
    "catalog": {"host", "core", "search", "solve", "engines", "rules"},
    "play": {"host", "core", "search", "solve", "engines", "catalog"},
    "lab": {"host", "core", "search", "solve", "engines", "catalog", "play"},
    "research": {"host", "core", "games", "search", "solve", "engines", "catalog", "play", "lab"},
    "serve": {"host", "core", "rules", "search", "solve", "engines", "catalog", "lab", "play"},
    "app": {"host", "core", "rules", "search", "solve", "engines", "catalog", "lab", "play", "research", "serve", "baseline"},
}
# The host knows nothing of games, but uses the common types for errors, text and jobs.
HOST_MAY_INCLUDE = {"core/error.hpp", "core/text.hpp", "core/characters.hpp", "core/control.hpp"}
# Rules must compile for a GPU and a browser: no strings, I/O, threads, allocation or intrinsics.
NOT_IN_RULES = {"string", "string_view", "vector", "map", "unordered_map", "deque", "set", "memory", "functional", "iostream", "sstream", "fstream", "ostream", "istream",
                "cstdio", "stdio.h", "format", "filesystem", "thread", "mutex", "atomic", "future", "immintrin.h", "x86intrin.h",
                "fmt/format.h", "fmt/core.h", "tl/expected.hpp"}
# Layers with one folder per game.
PER_GAME = ("games", "engines", "research")
NOT_IN_CORE = {"iostream", "fstream", "cstdio", "stdio.h", "filesystem", "thread", "mutex", "future", "condition_variable", "immintrin.h", "x86intrin.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/                                # comments
                                 |(?P<raw>R"(?P<end>[^(\s]*)\(.*?\)(?P=end)")
                                 |(?P<text>"(?:\\.|[^"\\\n])*")
                                 |(?<!\w)'(?:\\.|[^'\\\n])'                        # a character; in 1'000 the quote parts digits""",
                             re.DOTALL | re.VERBOSE)


class Source:
    """A parsed file: its code without comments and string literals, and its literals, adjacent ones joined as the compiler does."""

    def __init__(self, source, path):
        self.path = path
        self.parts = path.relative_to(source).parts
        self.layer = self.parts[0]
        self.is_test = path.stem.endswith("_test") or path.stem.startswith("test_")  # test_games.hpp: shared by several tests
        self.content = path.read_text()
        self.includes = INCLUDE.findall(self.content)
        self.texts = []
        code, last, joins = [], 0, False
        for match in COMMENT_OR_TEXT.finditer(self.content):
            between = self.content[last:match.start()]
            joins = joins and not between.strip()
            code.append(between)
            last = match.end()
            if match["text"] or match["raw"]:
                inner = match["text"][1:-1].replace("\\n", "\n") if match["text"] else match["raw"]
                line = self.content.count("\n", 0, match.start()) + 1
                if joins:
                    self.texts[-1] = (self.texts[-1][0], self.texts[-1][1] + inner)
                elif not re.search(r"#\s*include\s*$", between):
                    self.texts.append((line, inner))
                joins = True
            code.append('""' if match["text"] else "\n" * match[0].count("\n"))
        self.code = "".join(code) + self.content[last:]

    @property
    def generic(self):
        """Returns whether the file is generic. Tests need games to run on."""
        return not self.is_test and self.layer not in ("games", "research") and not (self.layer == "engines" and len(self.parts) > 2)


# ---- Includes

def check_includes(file, words, problem):
    for kind, name in file.includes:
        if kind == "<":
            if file.layer == "core" and name in NOT_IN_CORE and not file.is_test:
                problem(file, f"core includes <{name}>")
            continue
        target, *inner = name.split("/")
        if file.is_test or (file.layer == "host" and name in HOST_MAY_INCLUDE):
            continue  # tests may run a search on a game
        if target != file.layer and target not in MAY_INCLUDE[file.layer]:
            problem(file, f"{file.layer} may not include \"{name}\"")
        elif file.generic and (target == "engines" and len(inner) > 1 or re.search(words, name)):
            problem(file, f"what serves all games may not include a game's own \"{name}\"")
        elif file.layer in PER_GAME and target in PER_GAME and len(file.parts) > 2 and len(inner) > 1 and inner[0] != file.parts[1]:
            problem(file, f"a game may not include another game: \"{name}\"")


def closure(source, path, seen):
    """System headers that a file includes through the project's headers, with the file that includes them."""
    if path in seen or not path.exists():
        return
    seen.add(path)
    for kind, name in INCLUDE.findall(path.read_text()):
        if kind == "<":
            yield name, path
        else:
            yield from closure(source, source / name, seen)


# ---- Games named in generic code

def game_words(root):
    """The ids and folders of cmake/games.cmake, for a regular expression."""
    lines = re.findall(r'^\s*"(\w+) [\w+]+ games/(\w+)/', (root / "cmake" / "games.cmake").read_text(), re.MULTILINE)
    return "|".join(sorted({word for line in lines for word in line}))


def check_names(file, words, problem):
    """Names of types, functions and namespaces that hold a game's id, and texts that name a game; examples of commands may."""
    first = {}  # report each only once
    for match in re.finditer(rf"\w*(?<![a-zA-Z])(?i:{words})(?![a-z])\w*", file.code):
        first.setdefault(match[0], file.code.count("\n", 0, match.start()) + 1)
    for name, line in first.items():
        problem(file, f"names a game: {name}", line)
    for number, text in file.texts:
        for line in text.split("\n"):
            if not line.startswith("banmen ") and (match := re.search(rf"\b(?i:{words})\b", line)):
                problem(file, f"a text names a game: {match[0]}", number)


# ---- Declared here, defined there

BRACE = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{|[{}]", re.MULTILINE)
CLASS = re.compile(r"^(?:template\b[^;{}]*?>\s*)?(?:requires\b[^;{}]*?\s)?(?:struct|class)\s+(\w+)(?:\s+final)?\s*(?::[^;{}]*)?\{", re.MULTILINE)
MEMBER = re.compile(r"^(?:[A-Za-z_][^\n;={}()]*[\s&*>])?(\w+)(?:<[^\n;(){}]*>)?::~?\w+[^\n;={}()]*\(", re.MULTILINE)
FUNCTION = re.compile(r"^([A-Za-z_][^;={}()]*[\s&*>])(\w+)\(([^;{}]*?)\)[^;{}()=]*([;{])", re.MULTILINE)


def outside(file, pattern):
    """(namespace, match) for each match outside of types and functions, in a namespace with linkage."""
    stretches, stack = [(0, "")], []  # start of a stretch of code, and its namespace or None
    for match in BRACE.finditer(file.code):
        if match[0] != "}":
            stack.append(match[1])  # None: a type or function; "": an unnamed namespace
        elif stack:
            stack.pop()
        stretches.append((match.end(), "::".join(stack) if all(stack) else None))
    at = 0
    for match in pattern.finditer(file.code):
        while at + 1 < len(stretches) and stretches[at + 1][0] <= match.start():
            at += 1
        if stretches[at][1] is not None:
            yield stretches[at][1], match


def parameters(text):
    """The number of parameters; commas inside brackets don't count."""
    text = text.strip()
    while (shorter := re.sub(r"<[^<>]*>|\([^()]*\)", "", text)) != text:
        text = shorter
    return text.count(",") + 1 if text and text != "void" else 0


def check_definitions(files, problem):
    classes, functions = collections.defaultdict(set), collections.defaultdict(set)
    for file in files:
        for space, match in outside(file, CLASS):
            classes[space, match[1]].add(file.layer)
        if file.path.suffix == ".cpp":
            continue
        for space, match in outside(file, FUNCTION):
            functions[space, match[2], parameters(match[3])].add(file.layer)
    for file in files:
        if file.is_test:
            continue

        def check(declared, name, match):
            if declared and file.layer not in declared:
                line = file.code.count("\n", 0, match.start()) + 1
                problem(file, f"{name} is declared in {', '.join(sorted(declared))}, but defined in {file.layer}", line)

        for space, match in outside(file, MEMBER):
            check(classes.get((space, match[1])), match[0].split("(")[0].split()[-1].lstrip("*&"), match)
        if file.path.suffix != ".cpp":
            continue
        for space, match in outside(file, FUNCTION):
            if match[4] == "{" and not re.search(r"\bstatic\b|\btemplate\b|\busing\b", match[1]):
                check(functions.get((space, match[2], parameters(match[3]))), match[2], match)


def main(root):
    source = root / "src"
    problems = []

    def problem(file, text, line=None):
        problems.append(f"{file.path.relative_to(root)}{f':{line}' if line else ''}: {text}")

    files = [Source(source, p) for p in sorted(source.rglob("*")) if p.suffix in (".hpp", ".cpp", ".h", ".c")]
    if not files:
        problems.append(f"no sources under {source}")
    words = game_words(root)
    if not words:
        problems.append("no games in cmake/games.cmake")
    for file in files:
        if file.layer not in MAY_INCLUDE:
            problem(file, f"there is no layer '{file.layer}'")
            continue
        check_includes(file, words, problem)
        if file.generic and words:
            check_names(file, words, problem)
        if file.parts[0] == "games" and file.path.name == "rules.hpp":
            for name, where in closure(source, file.path, set()):
                if name in NOT_IN_RULES:
                    problem(file, f"rules get <{name}> through {where.relative_to(source)}")
    check_definitions(files, problem)
    print("\n".join(problems) or f"{len(files)} files, all arrows point the right way")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
