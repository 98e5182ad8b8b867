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
COMMENT = re.compile(rf'({STRING})|//[^\n]*|/\*.*?\*/', re.DOTALL)
TOKEN = re.compile(rf"{STRING}|'(?:[^'\\]|\\.)'|<<|->|[()\[\]{{}},;?:+]|[^\s\"'()\[\]{{}},;?:+]+")
BREAKS = {",", ";", "?", ":", "{", "}"}


def without_comments(text):
    """The text with comments blanked, so that lines keep their numbers."""
    return COMMENT.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text)


def sentences(text):
    """Literals of an expression, joined where only a sum stands between them: "a" + x + "b" is "a … b"."""
    said, value, opened = "", False, []
    for token in TOKEN.findall(text):
        if token.startswith('"'):
            said += ("…" if value else "") + token[1:-1]
            value = False
        elif token in "([":
            opened.append((said, value))
            if value:  # the arguments of a call belong to its value, their literals are messages of their own
                said, value = "", False
        elif token in ")]":
            if not opened:
                break
            before = opened.pop()
            if before[1]:
                if said:
                    yield said
                said, value = before
        elif token in BREAKS:
            if said:
                yield said + ("…" if value else "")
            said, value = "", False
            if token == ";":
                return
        elif token != "+":
            value = True
    if said:
        yield said + ("…" if value else "")


def source_messages(path):
    """String literals of at least three words in calls that report or describe."""
    text = without_comments(path.read_text(encoding="utf-8"))
    for call in CALL.finditer(text):
        place = f"{path}:{text.count(chr(10), 0, call.start()) + 1}"
        for words in sentences(text[call.end():call.end() + 600]):
            if len(words.split()) >= 3:
                yield place, words


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
            for place, words in source_messages(path):
                found.setdefault(words, {})[place] = None
    for path in sorted(root.glob("web/src/texts/*en.json")):
        for place, words in page_messages(path):
            if len(words.split()) >= 3:
                found.setdefault(words, {})[place] = None
    for words in random.Random(options.seed).sample(sorted(found), min(options.count, len(found))):
        print("\n    ".join([words, *found[words]]))


if __name__ == "__main__":
    main()
