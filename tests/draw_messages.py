#!/usr/bin/env python3
"""Draws messages at random for a reader: errors, hints, help texts and page texts from the sources, with the places they come from.
The same seed draws the same messages.

    draw_messages.py SOURCE_FOLDER [--count 60] [--seed 1]
"""
import argparse
import json
import random
import re
from pathlib import Path

STRING = r'"(?:[^"\\]|\\.)*"'
CALL = re.compile(rf'\b(?:fail|complain|say|wanted|refuse|warn|error|add_option|add_flag|add_subcommand|integer|choice|text|flag|path)\s*\(|\.(?:help|what|hint)\s*=\s*')
LITERALS = re.compile(rf'{STRING}(?:\s*{STRING})*')


def source_messages(path):
    """String literals of at least three words in calls that report or describe."""
    text = path.read_text(encoding="utf-8")
    for call in CALL.finditer(text):
        rest = text[call.end():call.end() + 600].split(";")[0]
        for literal in LITERALS.finditer(rest):
            words = "".join(part[1:-1] for part in re.findall(STRING, literal.group()))
            if len(words.split()) >= 3:
                yield f"{path}:{text.count(chr(10), 0, call.start()) + 1}", words


def page_messages(path):
    def leaves(node, key):
        if isinstance(node, str):
            yield f"{path}: {key}", node
        elif isinstance(node, dict):
            for name, value in node.items():
                yield from leaves(value, f"{key}.{name}" if key else name)
    yield from leaves(json.loads(path.read_text(encoding="utf-8")), "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = Path(options.source)
    found = {}
    for path in sorted(root.glob("src/**/*.cpp")) + sorted(root.glob("src/**/*.hpp")):
        if not path.name.endswith("_test.cpp"):
            found.update((words, place) for place, words in source_messages(path))
    for path in sorted(root.glob("web/src/texts/*.en.json")):
        found.update((words, place) for place, words in page_messages(path) if len(words.split()) >= 3)
    for words in random.Random(options.seed).sample(sorted(found), min(options.count, len(found))):
        print(f"{words}\n    {found[words]}")


if __name__ == "__main__":
    main()
