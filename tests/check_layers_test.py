#!/usr/bin/env python3
"""check_layers.py accepts a small correct tree, and refuses it with each of these planted faults, reporting that fault alone.

    check_layers_test.py
"""
import pathlib
import subprocess
import sys
import tempfile

CHECKER = pathlib.Path(__file__).with_name("check_layers.py")

IN_ORDER = {
    "cmake/games.cmake": 'set(BANMEN_GAMES\n  "chess Chess games/chess/chess.hpp engines/chess/extensions.hpp"\n  "go Go+GoLarge games/go/go.hpp"\n)\n',
    "src/core/game.hpp": "namespace banmen {\nstruct Board {\n  int size() const;\n};\nint double_of(int value);\n}  // namespace banmen\n",
    "src/core/game.cpp": '#include "core/game.hpp"\nnamespace banmen {\nint Board::size() const { return 8; }\n'
                         "int double_of(int value) { return 2 * value; }\n}  // namespace banmen\n",
    "src/games/chess/chess.hpp": "namespace banmen {\nclass Chess {\n public:\n  int value(int depth) const;\n};\n"
                                 "namespace chess {\nint openings(const Chess& game, int depth);\n}\n}  // namespace banmen\n",
    "src/games/chess/rules.hpp": '#include "core/game.hpp"\n',
    "src/games/go/go.hpp": '#include "core/game.hpp"\n',
    "src/engines/extensions.hpp": "// The extensions of chess.\n",
    "src/engines/chess/extensions.hpp": '#include "games/chess/chess.hpp"\n#include "engines/extensions.hpp"\n',
    # Comments, tests and examples of commands may name a game; a word that merely begins like one (goal) does not.
    "src/app/cmd_show.cpp": '#include "engines/extensions.hpp"\n/* chess::Board is one of them. */\nconst char* examples = "banmen show chess\\nbanmen "\n'
                            '                       "show go --json";\nconst long goal = 1\'000;  // not \'go\'\n',
    "src/search/search_test.cpp": '#include "games/chess/chess.hpp"\nusing namespace banmen::chess;\n',
}

# A fault: files to add or replace, and the expected message.
FAULTS = [
    ({"src/games/chess/board.hpp": '#include "search/uct.hpp"\n'}, 'games may not include "search/uct.hpp"'),
    ({"src/games/chess/board.hpp": '#include "games/go/go.hpp"\n'}, 'a game may not include another game: "games/go/go.hpp"'),
    ({"src/lab/report.hpp": '#include "research/studies.hpp"\n'}, 'lab may not include "research/studies.hpp"'),
    ({"src/engines/chess/survey.hpp": '#include "research/chess/survey.hpp"\n'}, 'engines may not include "research/chess/survey.hpp"'),
    ({"src/engines/chess/mates.hpp": '#include "games/go/go.hpp"\n'}, 'a game may not include another game: "games/go/go.hpp"'),
    ({"src/core/out.hpp": "#include <iostream>\n"}, "core includes <iostream>"),
    ({"src/core/game.hpp": IN_ORDER["src/core/game.hpp"] + "#include <string>\n"}, "rules get <string> through core/game.hpp"),
    ({"src/tools/tool.hpp": ""}, "there is no layer 'tools'"),
    # A game named in generic code.
    ({"src/play/agents.hpp": '#include "games/chess/chess.hpp"\n'}, 'play may not include "games/chess/chess.hpp"'),
    ({"src/catalog/table.hpp": '#include "engines/chess/extensions.hpp"\n'}, 'may not include a game\'s own "engines/chess/extensions.hpp"'),
    ({"src/engines/shared.hpp": '#include "engines/chess/extensions.hpp"\n'}, 'may not include a game\'s own "engines/chess/extensions.hpp"'),
    ({"src/app/cmd_bench.cpp": '#include "baseline/chess.hpp"\n'}, 'may not include a game\'s own "baseline/chess.hpp"'),
    ({"src/solve/solve.hpp": "auto table = chess::table();\n"}, "src/solve/solve.hpp:1: names a game: chess"),
    ({"src/search/make.hpp": "struct Chess;\n"}, "names a game: Chess"),
    ({"src/search/make.hpp": "class GoLarge;\n"}, "names a game: GoLarge"),
    ({"src/lab/studies.cpp": "\nvoid add_chess_mates() {}\n"}, "src/lab/studies.cpp:2: names a game: add_chess_mates"),
    ({"src/play/agents.cpp": 'bool special(const char* id) { return id == "chess"; }\n'}, "a text names a game: chess"),
    ({"src/app/cmd_db.cpp": 'const char* name = "go:size=9";\n'}, "a text names a game: go"),
    ({"src/app/cmd_db.cpp": 'const char* hint = R"(try chess)";\n'}, "a text names a game: chess"),
    ({"src/app/cmd_db.cpp": 'const char* texts[] = {"banmen show", "chess"};\n'}, "a text names a game: chess"),
    # Declared in one layer, defined in another.
    ({"src/engines/chess/value.cpp": "namespace banmen {\nint Chess::value(int depth) const { return depth; }\n}  // namespace banmen\n"},
     "src/engines/chess/value.cpp:2: Chess::value is declared in games, but defined in engines"),
    ({"src/engines/chess/openings.cpp": "namespace banmen::chess {\nint openings(const Chess& game,\n             int depth) {\n  return depth;\n}\n}\n"},
     "openings is declared in games, but defined in engines"),
    ({"src/host/board.cpp": "namespace banmen {\nnamespace {\nint one() { return 1; }\n}  // namespace\n\nint double_of(int value) { return one(); }\n}\n"},
     "src/host/board.cpp:6: double_of is declared in core, but defined in host"),
]

# Not such definitions.
NO_FAULTS = [
    {"src/host/board.cpp": "namespace banmen {\nnamespace {\nint double_of(int value) { return value; }\nstruct Board {\n  int size() const;\n};\n"
                           "int Board::size() const { return 1; }\n}  // namespace\nstatic int openings(int a, int b) { return a; }\n}  // namespace banmen\n"},
    {"src/host/board.cpp": "namespace banmen::host {\nint double_of(int value) { return value; }\n}  // namespace banmen::host\n"},
    {"src/host/board.cpp": "namespace banmen {\nint double_of(int value, int times) { return value * times; }\n}  // namespace banmen\n"},
]


def check(files):
    """Runs the checker on a tree with these files. Returns its exit status and output."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, content in {**IN_ORDER, **files}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)
        result = subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr


failures = 0
for files in [{}, *NO_FAULTS]:
    status, said = check(files)
    if status != 0:
        failures += 1
        print(f"refused, though in order: {files}\n{said}")
for files, wanted in FAULTS:
    status, said = check(files)
    if status != 1 or wanted not in said or len(said.splitlines()) != 1:
        failures += 1
        print(f"planted: {files}\nwanted:  {wanted}\nsaid:    {said}")
print(f"{len(FAULTS)} faults and {1 + len(NO_FAULTS)} trees in order: {failures} not judged as they should be")
sys.exit(1 if failures else 0)
