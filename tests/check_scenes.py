#!/usr/bin/env python3
"""Holds what `banmen show --scene --json` prints against docs/scene.schema.json, and shows that the schema refuses what is wrong.

    check_scenes.py PROGRAM ROOT
"""
import copy
import json
import pathlib
import random
import subprocess
import sys

GAMES = ["tictactoe", "reversi:size=4", "yonin:size=4", "amazons:size=4", "bao:holes=4", "hichain", "backgammon",
         "draughts", "bao.game", "kalah", "hex:size=3", "morris", "chess", "pig", "pente:size=5", "cram", "konane:size=4", "nim.game"]
PLIES = 6


def faults(schema, value, root, where=""):
    """What of the value the schema forbids; the part of JSON Schema that the file uses."""
    if "$ref" in schema:
        yield from faults(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root, where)
        return
    kinds = {"object": dict, "array": list, "string": str, "null": type(None)}
    if "type" in schema:
        wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        fits = any(number and (kind == "number" or float(value).is_integer()) if kind in ("number", "integer")
                   else isinstance(value, kinds[kind]) for kind in wanted)
        if not fits:
            yield f"{where}: {wanted} is wanted, not {json.dumps(value)[:60]}"
            return
    if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
        yield f"{where}: {schema['const']} is wanted"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if value.__class__ in (int, float):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            yield f"{where}: {value} is out of its range"
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        yield f"{where}: it is empty"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{where}: {len(value)} items"
        for number, item in enumerate(value):
            yield from faults(schema.get("items", {}), item, root, f"{where}[{number}]")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, item in value.items():
            if name in schema.get("properties", {}):
                yield from faults(schema["properties"][name], item, root, f"{where}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{where}: there is no {name}"
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from faults(schema["additionalProperties"], item, root, f"{where}.{name}")
    for word, enough in (("anyOf", lambda n: n >= 1), ("oneOf", lambda n: n == 1)):
        if word in schema:
            tries = [list(faults(one, value, root, where)) for one in schema[word]]
            if not enough(sum(not wrong for wrong in tries)):
                yield min(tries, key=len)[0] if all(tries) else f"{where}: it fits several of {word}"


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
    # The schema must be able to say no.
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
