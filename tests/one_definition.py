#!/usr/bin/env python3
"""Finds violations of the one-definition rule. Two headers that define the same name differently and are never included together make
a program that compiles, links and misbehaves. This test includes all headers together, so that the compiler reports clashes, and
checks that sources keep their own definitions in unnamed namespaces.

    one_definition.py SOURCE_FOLDER COMPILER FLAG…
"""
import pathlib
import re
import subprocess
import sys

TYPE = re.compile(r"(?:template <.*> ?)?(?:struct|union|class|enum(?: class)?) (?:\[\[.*?\]\] )?([\w:<>, ]+?)(?: final)?(?: :(?!:).*)? ?\{")


def headers(source):
    for path in sorted(source.rglob("*.h*")):
        if path.suffix in (".h", ".hpp") and not path.name.startswith("test_"):
            yield path


def clashes(source, compiler):
    text = "".join(f'#include "{path.relative_to(source)}"\n' for path in headers(source))
    done = subprocess.run([*compiler, "-fsyntax-only", f"-I{source}", "-x", "c++", "-"], input=text, stderr=subprocess.PIPE, text=True)
    return done.stderr if done.returncode != 0 else ""


def exposed(source):
    """Types of sources that are neither in an unnamed namespace nor declared in a header."""
    announced = set()
    for path in headers(source):
        announced.update(re.findall(r"^\s*(?:struct|class) (\w+);", path.read_text(), re.MULTILINE))
    for path in sorted(source.rglob("*.cpp")):
        hidden = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line == "namespace {":
                hidden = True
            elif line == "}  // namespace":
                hidden = False
            elif not hidden and (found := TYPE.match(line)):
                name = found.group(1)
                if "::" not in name and name not in announced:
                    yield f"{path.relative_to(source.parent)}:{number}: {name} wants a namespace without a name around it"


def main(root, compiler):
    source = root / "src"
    problems = list(exposed(source))
    if said := clashes(source, compiler):
        problems.append(said)
    print("\n".join(problems) or f"{len(list(headers(source)))} headers can be included together")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
