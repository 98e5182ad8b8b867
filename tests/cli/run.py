#!/usr/bin/env python3
"""Runs a golden command-line script (tests/cli/README.md) or the console blocks of a Markdown page against a program.

    run.py [--update] PROGRAM FILE
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PICK = '''#!/usr/bin/env python3
import json, sys
document = json.load(sys.stdin)
for path in sys.argv[1:]:
    value = document
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    print(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
'''


class Step:
    def __init__(self, line, command):
        self.line, self.command = line, command
        self.stdin, self.out, self.err, self.status = [], [], [], 0


def read(path):
    """Steps of a script, and for each line of the file the step that it belongs to (None: text around)."""
    steps, owner, step = [], [], None
    markdown = path.suffix == ".md"
    inside = not markdown
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if markdown and line.startswith("```"):
            inside = line == "```console"
            step = None
            owner.append(None)
            continue
        if not inside or line.startswith("#") or (step is None and not line.startswith("$ ")):
            owner.append(None)
            continue
        if line.startswith("$ "):
            step = Step(number, line[2:])
            steps.append(step)
        elif line.startswith("> ") and not step.out:
            step.stdin.append(line[2:])
        elif line.startswith("! ") and not markdown:
            step.err.append(line[2:])
        elif line.startswith("? ") and not markdown:
            step.status = int(line[2:])
        else:
            step.out.append(line)
        owner.append(step)
    return steps, owner


def trimmed(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def pattern(line, markdown):
    text = re.escape(line.rstrip()).replace(r"\{\#\}", r"[-+0-9.,e]+").replace(r"\{\*\}", r".*")
    if markdown:  # a page shows real figures: those that depend on the machine may differ
        text = re.sub(r"[0-9.,]+(\\? (?:s|games/s|games\\? a\\? second))\b", r"[0-9.,]+\1", text.replace(r"\.", "."))
    return text + r"\s*$"


def matches(expected, actual, markdown):
    """Line by line; '...' stands for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() in ("...", "…"):
        return any(matches(expected[1:], actual[i:], markdown) for i in range(len(actual) + 1))
    return bool(actual) and re.match(pattern(expected[0], markdown), actual[0]) is not None and matches(expected[1:], actual[1:], markdown)


def run(step, folder, program):
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", HOME=str(folder), NO_COLOR="1", LC_ALL="C.UTF-8", TERM="dumb")
    environment.pop("BANMEN_UPDATE_GOLDEN", None)
    stdin = "".join(line + "\n" for line in step.stdin)
    result = subprocess.run(["bash", "-o", "pipefail", "-c", step.command], cwd=folder / "work", env=environment, input=stdin,
                            capture_output=True, text=True, errors="replace", timeout=240)
    return trimmed(result.stdout.splitlines()), trimmed(result.stderr.splitlines()), result.returncode


def listing(out, err, status):
    return out + ["! " + line for line in err] + ([f"? {status}"] if status else [])


def main(arguments):
    update = arguments[0] == "--update"
    if update:
        arguments = arguments[1:]
    program, path = pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1])
    markdown = path.suffix == ".md"
    steps, owner = read(path)
    if not steps:
        print(f"{path}: there is no command in it")
        return 1
    failures = 0
    fresh = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "bin").mkdir()
        (folder / "work").mkdir()
        (folder / "bin/banmen").symlink_to(program)
        (folder / "bin/pick").write_text(PICK)
        (folder / "bin/pick").chmod(0o755)
        (folder / "work/build").mkdir()  # as a reader of a page would type it
        (folder / "work/build/release").symlink_to(program.parent)
        for step in steps:
            out, err, status = run(step, folder, program)
            if markdown:  # a page shows what a terminal shows
                out, err, status = out + err, [], 0
            good = (matches(trimmed(step.out), out, markdown) and matches(trimmed(step.err), err, markdown) and step.status == status)
            if good:
                continue
            if update:
                timeless = [re.sub(r"[0-9][0-9.,]*(?= (?:s|games/s|games a second)\b)", "{#}", line) for line in out]
                fresh[step] = listing(out if markdown else timeless, err, status)
                continue
            failures += 1
            wanted = listing(trimmed(step.out), trimmed(step.err), step.status)
            print(f"{path}:{step.line}: $ {step.command}")
            print("\n".join(difflib.unified_diff(wanted, listing(out, err, status), "expected", "printed", lineterm="", n=100)))
    if update:
        lines, done = [], set()
        for line, step in zip(path.read_text().splitlines(), owner):
            if step not in fresh:
                lines.append(line)
            elif line.startswith(("$ ", "> ")):
                lines.append(line)
                if step not in done and len(step.stdin) + 1 == sum(1 for l in lines[-len(step.stdin) - 1:] if l.startswith(("$ ", "> "))):
                    lines += fresh[step] + [""]
                    done.add(step)
        path.write_text("\n".join(lines).rstrip() + "\n")
    print(f"{len(steps)} commands, {failures} not as expected" if not update else f"{len(fresh)} of {len(steps)} commands updated")
    return 1 if failures else 0


sys.exit(main(sys.argv[1:]))
