#!/usr/bin/env python3
"""The documentation builds as a site without a fault, and the checks of scripts/site find the faults that are planted here.

    site_test.py SOURCE_FOLDER
"""
import pathlib
import subprocess
import sys
import tempfile

PAGES = {
    "README.md": "# Top\n\nSee [the index](docs/README.md) and [a part](docs/page.md#a-part).\n",
    "docs/README.md": "# Index\n\n## All\n\n| page | |\n|---|---|\n| [Page](page.md) | |\n",
    "docs/page.md": "# Page\n\n## A part\n\nText:\n- [code](../code.hpp)\n\n```cpp code.hpp\nint x;\n```\n",
    "code.hpp": "int x;\n",
}
OUTSIDE = '![x](https://example.org/x.png)\n\n<script src="//example.org/x.js"></script>\n'
# Pages that are changed, and what must be said of them.
FAULTS = {
    "no fault": ({}, ["index.html"]),
    "a link to no file": ({"docs/page.md": "# Page\n\n## A part\n\n[x](gone.md)\n"}, ["docs/page.md: a link leads nowhere: gone.md"]),
    "a page that is not in the index": ({"docs/more.md": "# More\n"}, ["docs/README.md does not list more.md"]),
    "faults of the built pages": ({"README.md": "# Top\n\n[x](docs/page.md#gone)\n", "docs/page.md": "# Page\n\n" + OUTSIDE},
                                  ["index.html: there is no such heading: docs/page.html#gone",
                                   "page.html loads https://example.org/x.png from another host",
                                   "page.html loads //example.org/x.js from another host"]),
}


def built(program, source, out):
    result = subprocess.run([sys.executable, str(program), "--source", str(source), str(out)], capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def main(root):
    program = root / "scripts/site"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        status, said = built(program, root, folder / "site")
        if status == 77:
            print(said, end="")
            return 77
        problems = [] if status == 0 else ["the documentation has faults:", said]
        if status == 0:
            found = (folder / "site/search/search_index.json").read_text()
            for page in ("docs/results/papers.html", "docs/claims.html"):
                if page not in found:
                    problems.append(f"the search does not find {page}")
        for fault, (changed, expected) in FAULTS.items():
            source = folder / fault.replace(" ", "_")
            for path, text in {**PAGES, **changed}.items():
                (source / path).parent.mkdir(parents=True, exist_ok=True)
                (source / path).write_text(text)
            status, said = built(program, source, folder / "out")
            if (status == 0) != (changed == {}) or not all(words in said for words in expected):
                problems.append(f"{fault}: status {status}, {said}")
            if not changed and not (folder / "out/code.hpp.html").exists():
                problems.append("a linked source file is no page")
    print("\n".join(problems) or "the site is whole, and its checks find every planted fault")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
