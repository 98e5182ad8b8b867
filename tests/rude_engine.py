#!/usr/bin/env python3
"""A UCI or GTP engine that misbehaves as its arguments say: rude_engine.py uci|gtp FAULT [FILE]. It knows next to no rules: in
UCI it moves a knight out and back, in GTP it takes the first free point of a board of five. FILE receives its process's number."""
import os
import signal
import sys
import time

protocol, fault = sys.argv[1:3]
if len(sys.argv) > 3:
    with open(sys.argv[3], "a") as file:
        file.write(f"{os.getpid()}\n")


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def misbehave():
    """The faults of both protocols when asked for a move."""
    if fault == "slow":
        time.sleep(60)
    if fault == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "huge":
        say("x" * 3_000_000, end="")
        time.sleep(60)
    if fault == "flood":
        sys.stderr.write("y" * 300_000)
    if fault == "chatter":
        while True:
            say("info depth 1")


def uci():
    moves = []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            say("id name Rude\noption name Skill Level type spin default 20 min 0 max 20")
            if fault == "variants":
                say("option name UCI_Variant type combo default chess var chess var atomic")
            say("uciok")
        elif words == ["isready"]:
            if fault == "early":
                say("bestmove g1f3")
            say("readyok")
        elif words[:1] == ["position"]:
            moves = words[3:]
        elif words == ["go", "perft", "3"]:
            if fault == "rules":
                say("a2a3: 380\na2a4: 421\n\nNodes searched: 801")
            elif fault != "no perft":  # which it takes for a search
                say("bestmove g1f3")
        elif words[:1] == ["go"]:
            misbehave()
            out, back = ("g1f3", "f3g1") if len(moves) % 2 == 0 else ("g8f6", "f6g8")
            best = back if len(moves) % 4 > 1 else out
            best = {"illegal": "e2e5", "case": best.upper(), "null": "0000", "none": "(none)"}.get(fault, best)
            say("info depth 3 multipv 1 score cp 12 nodes 40 pv " + best)
            say("bestmove " + best)
            if fault == "twice":
                say("bestmove " + best)
            if fault == "exits":
                sys.exit(0)
        elif words == ["quit"]:
            return


def gtp():
    points = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    taken = []
    commands = ["name", "list_commands", "clear_board", "boardsize", "play", "genmove", "quit"]
    if fault == "variants":
        commands.append("list_games")
    if fault == "rules":
        commands.append("all_legal")
    for line in sys.stdin:
        words = line.split()
        reply = ""
        if words[0] == "list_commands":
            reply = "\n".join(commands)
        elif words[0] == "name":
            reply = "Rude"
        elif words[0] == "list_games":
            reply = "Go Othello"
        elif words[0] == "all_legal":
            reply = " ".join(points[1:])
        elif words[0] == "boardsize" and fault == "size":
            say("? unacceptable size\n")
            continue
        elif words[0] == "clear_board":
            taken = []
        elif words[0] == "play":
            if fault == "refuses":
                say("? illegal move\n")
                continue
            taken.append(words[2].upper())
        elif words[0] == "genmove":
            misbehave()
            free = [point for point in points if point not in taken]
            taken.append(free[0])
            reply = {"illegal": "Z9", "resign": "resign", "pass": "PASS"}.get(fault, free[0])
            if fault == "twice":
                say(f"= {reply}\n")
            if fault == "rough":
                say(reply + "\n")
                continue
        say(f"= {reply}\n")
        if words[0] == "genmove" and fault == "exits":
            sys.exit(0)
        if words[0] == "quit":
            return


if fault == "silent":
    time.sleep(60)
(uci if protocol == "uci" else gtp)()
