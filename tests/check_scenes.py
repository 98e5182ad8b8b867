#!/usr/bin/env python3
"""Validates the output of `banmen show --scene --json` against docs/scene.schema.json, and checks that the schema refuses errors.

    check_scenes.py PROGRAM ROOT
"""
import copy
import json
import pathlib
import random
import subprocess
import sys

from schema import faults

GAMES = ["tictactoe", "reversi:size=4", "yonin:size=4", "amazons:size=4", "bao:holes=4", "hichain", "backgammon",
         "draughts", "bao.game", "kalah", "hex:size=3", "morris", "chess", "pig", "pente:size=5", "cram", "konane:size=4", "nim.game"]
PLIES = 6


def shown(program, game, moves):
    command = [program, "show", game, "--scene", "--json"] + (["--moves", " ".join(moves)] if moves else [])
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main(program, root):
    schema = json.loads((pathlib.Path(root) / "docs/scene.schema.json").read_text())
    problems, seen = [], 0
    sample = None
    for game in GAMES:
        moves, choose = [], random.Random(1)
        for _ in range(PLIES):
            document = shown(program, game, moves)
            parts = {name: document[name] for name in ("layout", "scene", "steps", "choices")}
            problems += [f"{game} after {' '.join(moves) or 'nothing'}: {fault}" for fault in faults(schema, parts, schema)]
            seen += 1
            if game == "draughts":
                sample = parts
            if not document["moves"]:
                break
            moves.append(choose.choice(document["moves"]))
    # The schema must refuse errors.
    for path, value in ((("scene", "pieces", 0, "kind"), "ball"), (("scene", "pieces", 0, "count"), 0), (("scene", "turn"), "nobody"),
                        (("layout", "v"), 2), (("layout", "colour"), "red"), (("steps", 0, "do"), "jump"),
                        (("choices", "nodes", 0, "picks"), []), (("choices", "form"), "heap")):
        broken = copy.deepcopy(sample)
        part = broken
        for name in path[:-1]:
            part = part[name]
        part[path[-1]] = value
        if not list(faults(schema, broken, schema)):
            problems.append(f"the schema takes {value!r} at {path}")
    print("\n".join(problems) or f"{seen} documents are as docs/scene.schema.json says")
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:3]))
