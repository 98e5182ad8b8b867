#!/usr/bin/env python3
"""The code stamp changes with the tokens of every file that results depend on, and only then.

    code_stamp.py SOURCE_FOLDER CMAKE
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Files that get an extra token, and whether results may then differ.
FILES = [
    ("src/games/bao/rules.hpp", True),
    ("src/games/hichain/cards.csv", True),
    ("src/**/net_weights.inc", True),
    ("src/play/agents.cpp", True),
    ("src/lab/match.cpp", True),
    ("src/games/bao/picture.cpp", False),
    ("src/games/bao/scene.cpp", False),
    ("src/core/scene.cpp", False),
    ("src/rules/scene_steps.cpp", False),
    ("src/catalog/any_scenery.cpp", False),
    ("src/games/bao/bao_test.cpp", False),
    ("src/lab/report/html.cpp", False),
    ("src/lab/store.cpp", False),
    ("src/host/files.cpp", False),
    ("src/app/main.cpp", False),
]
# New files.
NEW_FILES = [
    ("src/games/openings.dat", True),  # an unknown suffix
    ("src/new_layer/reader.cpp", True),
    ("src/games/bao/.rules.hpp.swp", False),
    ("docs/lab.md", False),
]
# A file before and after an edit, and whether results may differ.
EDITS = [
    ("a.cpp", "int f();\n", "// A comment.\n\n  int f( ) ; /* Another;\n * [it's \"long\"] **/\n", False),
    ("a.cpp", "int f() { return 1; }  // one\n", "int f() { return 1; }  // two\n", False),
    ("a.cpp", "int f() { return 1; }\n", "int f() { return 2; }\n", True),
    ("a.cpp", "// a \\\nint f();\n", "// a\nint f();\n", True),  # a comment over two lines
    ("a.cpp", "// a \\\nint f();\n", "// a \\\nint g();\n", False),
    ("a.cpp", "int f() \\\n{}\n", "int f() {}\n", False),
    ("a.cpp", '#include "games/x.hpp"  // why\n#include "y.hpp"\nint f();\n', '#include "engines/x.hpp"\nint f();\n', False),
    ("a.cpp", "#include <map>\n", "#include <set>\n", True),
    ("a.cpp", "#define A 1  // why\n+2\n", "#define A 1\n+2\n", False),
    ("a.cpp", "#define A 1\n+2\n", "#define A 1 +2\n", True),
    ("a.cpp", "#define A(x)\n", "#define A (x)\n", True),
    ("a.cpp", "a >> b", "a > b", True),
    ("a.cpp", "a + +b", "a ++b", True),
    ("a.cpp", "intx", "int x", True),
    ("a.cpp", 's = "// a;[b]";\n', 's = "// c;[b]";\n', True),
    ("a.cpp", 's = "a b";\n', 's = "a  b";\n', True),
    ("a.cpp", r's = "\"//"; x' + "\n", r's = "\"//"; y' + "\n", True),
    ("a.cpp", "c = '\"'; // \"\nx", "c = '\"'; // '\nx", False),
    ("a.cpp", "n = 1'000; // '\nx", "n = 1'000; // 1\nx", False),
    ("a.cpp", "n = 1'000; // '\nx", "n = 1'001; // '\nx", True),
    ("a.cpp", 's = R"(a "// b)"; x\n', 's = R"(a "// c)"; x\n', True),
    ("a.cpp", 's = R"(a "// b)"; // x\n', 's = R"(a "// b)";\n', False),
    ("a.cpp", 's = R"end(a)" // b\n)end"; x\n', 's = R"end(a)" // c\n)end"; x\n', True),
    ("a.cpp", 's = R"end(a)" // b\n)end"; // x\n', 's = R"end(a)" // b\n)end"; // y\n', False),
    ("a.cpp", "#define A 1 /* c\n*/\n+2\n", "#define A 1 /* c\n*/ +2\n", True),
    ("a.cpp", "/* c */ #define A 1\n+2\n", "/* c */ #define A 1 +2\n", True),
    ("a.cpp", 's = R"x(a)y" // b\n)x" R"y(c)y";\n', 's = R"x(a)y" // d\n)x" R"y(c)y";\n', True),
    ("a.cpp", 's = R"--(a // b)--";\n', 's = R"--(a // c)--";\n', True),
    ("a.cpp", 's = "#include \\"x\\" /*"; y\n', 's = "#include \\"x\\" /*"; z\n', True),
    ("a.inc", "1, 2, 3, // one\n4\n", "1, 2,\n3, 4\n", False),
    ("a.inc", "1, -2;[3\n", "1, -2;[4\n", True),
    ("a.csv", "a;[b\n", "a; [b\n", True),
]


def stamp(cmake, root):
    made = root / "stamp.cpp"
    subprocess.run([cmake, f"-DSOURCE={root}", f"-DOUTPUT={made}", "-DVERSION=1", "-P", root / "cmake" / "code_stamp.cmake"], check=True)
    return re.search(r'code_stamp\(\) { return "([0-9a-f]+)"', made.read_text()).group(1)


def main(source, cmake):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        shutil.copytree(source / "cmake", root / "cmake")

        def write(name, text):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

        def check(what, counts, change):
            before = stamp(cmake, root)
            change()
            if (stamp(cmake, root) != before) != counts:
                problems.append(f"{what}: must {'' if counts else 'not '}change the stamp")

        for pattern, counts in FILES:
            path = next(source.glob(pattern), None)
            if not path:
                problems.append(f"no file {pattern}")
                continue
            name = path.relative_to(source)
            write(name, "int f();\n")
            check(f"a word in {name}", counts, lambda: write(name, "int f();\nchanged\n"))
        for name, counts in NEW_FILES:
            check(f"new file {name}", counts, lambda: write(name, "changed\n"))
        for name, old, new, counts in EDITS:
            write(f"src/core/{name}", old)
            check(f"{name}: {old!r} to {new!r}", counts, lambda: write(f"src/core/{name}", new))

        def move():
            (root / "src/games/bao/rules.hpp").rename(root / "src/core/rules.hpp")

        def exchange():
            a, b = (root / "src/core/a.cpp").read_text(), (root / "src/play/agents.cpp").read_text()
            write("src/core/a.cpp", b)
            write("src/play/agents.cpp", a)

        check("a move to another folder", False, move)
        check("a second file of the same name", True, lambda: write("src/games/bao/rules.hpp", "int g();\n"))
        check("an exchange of two files", True, exchange)
    print("\n".join(problems) or f"{len(FILES) + len(NEW_FILES) + len(EDITS) + 3} changes do to the stamp what they should")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
