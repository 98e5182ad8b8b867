#!/usr/bin/env python3
"""Counts phrases that docs/glossary.md and CONTRIBUTING.md retire, in sources, tests, scripts and pages, and comments that begin with
a headless clause ("What a hub is told", "Who talks"). Exceptions are listed in tests/words_allowed.txt, each with its reason, and
there are at most 30.

    check_words.py SOURCE_FOLDER
"""
import re
import subprocess
import sys
from pathlib import Path

MOST_ALLOWED = 30
PHRASES = {
    "is wanted": r"\b(is|are|was|were) wanted\b",
    "go on with": r"\bgo(es|ne|ing)? on (with|as)\b|\bgone on\b",
    "is told": r"\b(is|are|was|were|(?<!can't )be|been) told\b(?! apart)",
    "anew": r"\banew\b",
    "so many": r"\b[Ss]o many\b(?! (other|games and|that))",
    "as many as": r"\bas many as there are\b",
    "stands in": r"\bstands? (beside|in the file|there)\b",
    "the way to a lock": r"\bway to a lock\b",
    "written out": r"\b(written out|laid out anew)\b",
    "by one code": r"\bby one code\b",
    "games that are texts": r"\bgames that are texts\b|\bdescribed games?\b",
    "slow reading": r"\bslow reading\b|\bslow machine\b",
    "what a game brings": r"\b(what )?a game brings\b",
    "let go of": r"\blet go of\b",
}
HEADLESS = re.compile(r"(?:///?|/\*\*?|^\s*\*|#|<!--|\"\"\")\s*(What|Who|Whoever|Whether|Where|Whom|Whose|How|So that|Of what|That which)\b (?![^.]*\?)")
SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".cuh", ".c", ".ts", ".mjs", ".js", ".svelte", ".py", ".cmake", ".sh", ".md", ".toml", ".css", ".in"}
# Generated, quoted, or text in which the words are ordinary ones.
SKIPPED = re.compile(r"^(docs/results/|docs/claims\.md|papers/.*\.claims\.toml|tests/check_words\.py|tests/words_allowed\.txt|web/package)")


def findings(root):
    """(file, line number, line, phrase) of every occurrence."""
    files = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    for name in files:
        path = Path(root, name)
        known = path.suffix in SUFFIXES or path.name in {"CMakeLists.txt", "Makefile"} or name.startswith("scripts/")
        if not known or SKIPPED.match(name) or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            for phrase, pattern in PHRASES.items():
                if re.search(pattern, line):
                    yield name, number, line.strip(), phrase
            if path.suffix != ".md" and HEADLESS.search(line):
                yield name, number, line.strip(), "headless clause"


def main(root):
    allowed = {}
    for row in Path(root, "tests/words_allowed.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            place, text, reason = (part.strip() for part in row.split("|", 2))
            allowed[place, text] = reason
    if len(allowed) > MOST_ALLOWED:
        print(f"tests/words_allowed.txt has {len(allowed)} lines (at most {MOST_ALLOWED})")
        return 1
    unused = set(allowed)
    found = 0
    for name, number, line, phrase in findings(root):
        key = next(((place, text) for place, text in allowed if place == name and text in line), None)
        if key:
            unused.discard(key)
            continue
        found += 1
        print(f"{name}:{number}: {phrase}: {line[:150]}")
    for place, text in sorted(unused):
        found += 1
        print(f"tests/words_allowed.txt: no line of {place} has '{text}' any more")
    print(f"{found} found, {len(allowed)} allowed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
