#!/usr/bin/env python3
"""Every code block of a walk-through is verbatim in the file that it names, every link has a target, the table of capabilities
lists exactly the concepts of core/capabilities.hpp, and README's sentence on the five papers has the figures of the command below it.

A block names its file after the language:   ```cpp src/games/tictactoe/rules.hpp
Common indentation is ignored. A line that is only `…` or `// …` marks omitted lines.

    check_docs.py SOURCE_FOLDER PAGE…
"""
import pathlib
import re
import sys
import textwrap


def blocks(text):
    """(line number, file or None, code) for each fenced block."""
    fence, start, code = None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if fence is None:
                fence, start, code = line[3:].split(), number, []
            else:
                yield start, fence[1] if len(fence) > 1 else None, "\n".join(code)
                fence = None
        elif fence is not None:
            code.append(line)


def pieces(code):
    """The parts of a block between its marks for omitted lines."""
    return [p.strip("\n") for p in re.split(r"^\s*(?://|#)?\s*…\s*$", code, flags=re.MULTILINE) if p.strip()]


def indented_in(piece, content):
    """Returns whether the file contains the piece, at any indentation."""
    lines = textwrap.dedent(piece).splitlines()
    first = lines[0]
    for match in re.finditer("^( *)" + re.escape(first) + "$", content, flags=re.MULTILINE):
        indent = match.group(1)
        block = "\n".join((indent + line) if line else "" for line in lines)
        end = match.start() + len(block)
        if content.startswith(block, match.start()) and (end == len(content) or content[end] == "\n"):
            return True
    return False


def capabilities(root):
    """Capabilities that the table in docs/architecture.md lacks, and names in it that are not capabilities."""
    page, header = "docs/architecture.md", "src/core/capabilities.hpp"
    table = re.search(r"^### Capabilities\n(.*?)^#", (root / page).read_text(), flags=re.MULTILINE | re.DOTALL)
    first_cells = re.findall(r"^\|([^|]*)\|", table.group(1) if table else "", flags=re.MULTILINE)
    listed = [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)]
    defined = re.findall(r"^concept (\w+)", (root / header).read_text(), flags=re.MULTILINE)
    for name in sorted(set(defined) - set(listed)):
        yield f"{page}: the table of capabilities lacks {name}"
    for name in sorted(set(listed) - set(defined)):
        yield f"{page}: {header} has no {name}"
    if not defined or len(listed) != len(set(listed)):
        yield f"{page}: a capability is listed twice, or there is none"


def results(root):
    """Differences between README's sentence on the papers and the output of `banmen claims` printed there, which a test runs."""
    text = " ".join((root / "README.md").read_text().split())
    sentence = re.search(r"their (\d+) claims (\d+) are confirmed, (\d+) refuted, (\d+) refined, (\d+) undecidable and (\d+) open", text)
    printed = re.search(r"(\d+) claims: (\d+) confirmed, (\d+) refuted, (\d+) refined, (\d+) undecidable, (\d+) open", text)
    if not sentence or not printed or sentence.groups() != printed.groups():
        yield "README.md: the sentence on the papers does not have the figures of `banmen claims`"


def main(root, pages):
    problems, checked = [*capabilities(root), *results(root)], 0
    for page in pages:
        text = (root / page).read_text()
        for line, name, code in blocks(text):
            if name is None:
                continue
            if not (root / name).exists():
                problems.append(f"{page}:{line}: there is no file {name}")
                continue
            content = (root / name).read_text()
            for piece in pieces(code):
                checked += 1
                if not indented_in(piece, content):
                    problems.append(f"{page}:{line}: {name} does not contain this:\n{textwrap.indent(piece, '    ')}")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            if not ((root / page).parent / target).exists():
                problems.append(f"{page}: a link leads nowhere: {target}")
    print("\n".join(problems) or f"{checked} pieces of code are in the files that they name")
    return 1 if problems or checked == 0 else 0


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
