#!/usr/bin/env python3
"""GNU Backgammon as an engine of banmen (docs/engine.md), for single games without the cube.

    banmen match backgammon:payoff=money expectimax 'engine:cmd=python3 examples/gnubg.py' --games 100

It tracks the board by the moves received, asks `gnubg` (on the PATH or in /usr/games) for a hint by position id and dice, and answers
with the choice that leads to the same position. The optional argument is gnubg's search depth in plies, 0 by default.
"""
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile

BAR = 25


class Gnubg:
    """One process, controlled by text. An unknown command marks the end of an answer."""

    def __init__(self, plies, match=0):
        program = shutil.which("gnubg") or "/usr/games/gnubg"
        # An own home folder: two instances that start at once on a new machine would both create the settings folder, and one would
        # fail.
        self.home = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([program, "-t", "-q", "-r"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1,
                                        env={**os.environ, "LC_ALL": "C", "HOME": self.home.name})
        self.ask("set automatic game off", "set automatic roll off", "set automatic bearoff off", "set automatic move off",
                 "set player 0 human", "set player 1 human", "set output rawboard off",
                 f"set evaluation chequer evaluation plies {plies}", "set evaluation chequer evaluation cubeful off", "set jacoby off",
                 f"new match {match}" if match else "new game")

    def ask(self, *commands):
        for command in commands + ("endofanswer",):
            self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if "endofanswer" in line and "Unknown" in line:
                return lines
            lines.append(line.rstrip("\n"))
        raise SystemExit("gnubg has ended: " + " / ".join(lines[-3:]))

    def hint(self, identity, dice):
        """Steps of the best play, as (from, to) pairs."""
        lines = self.ask("set turn 1", f"set board {identity}", f"set dice {dice[0]} {dice[1]}", "hint 1")
        for line in lines:
            found = re.match(r"\s*1\.\s+Cube\w+ \S+(?: \[\w+\])?\s+(.*?)\s+(?:Eq\.|MWC):", line)
            if found:
                return steps_of(found.group(1).replace(" ", ","))
        raise SystemExit("gnubg gave no hint: " + " / ".join(lines[-5:]))


def steps_of(text):
    """Splits 13/7*/5(2),bar/22 into single steps, without the hit marks."""
    steps = []
    for part in text.split(","):
        times = re.search(r"\((\d)\)", part)
        stops = [stop.rstrip("*") for stop in re.sub(r"\(\d\)", "", part).split("/")]
        stops = [BAR if stop == "bar" else 0 if stop == "off" else int(stop) for stop in stops]
        # Intermediate landings count too: they may hit.
        steps += list(zip(stops, stops[1:])) * (int(times.group(1)) if times else 1)
    return steps


def played(board, mover, text):
    """The board after a play. A side is a list of counts by own point, 0 borne off, 25 the bar."""
    mine, theirs = list(board[mover]), list(board[1 - mover])
    if text != "pass":
        for start, end in steps_of(text) if isinstance(text, str) else text:
            mine[start] -= 1
            mine[end] += 1
            if end != 0 and theirs[BAR - end] > 0:
                theirs[BAR - end] -= 1
                theirs[BAR] += 1
    return (mine, theirs) if mover == 0 else (theirs, mine)


def position_id(board, mover):
    bits = ""
    for side in (board[1 - mover], board[mover]):
        for point in list(range(1, 25)) + [BAR]:
            bits += "1" * side[point] + "0"
    bits += "0" * (80 - len(bits))
    data = bytes(int(bits[k:k + 8][::-1], 2) for k in range(0, 80, 8))
    return base64.b64encode(data).decode()[:14]


def read_side(text, checkers):
    side = [0] * 26
    for part in filter(None, text.split(",")):
        point, _, times = part.partition("x")
        side[BAR if point == "bar" else int(point)] += int(times or 1)
    side[0] = checkers - sum(side)
    return side


class Game:
    def __init__(self, text="24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening"):
        first, second, state = text.split("/")[:3]
        self.board = (read_side(first, 15), read_side(second, 15))
        state, _, dice = state.partition(":")
        self.mover = {"first": 0, "second": 1}.get(state)
        self.dice = tuple(map(int, dice.split("-"))) if "-" in dice else None

    def play(self, move):
        if self.dice is None:
            self.dice = tuple(map(int, move.split("-")))
            if self.mover is None:
                self.mover = int(self.dice[1] > self.dice[0])
            return
        self.board = played(self.board, self.mover, move)
        self.mover, self.dice = 1 - self.mover, None


def main():
    gnubg = Gnubg(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    game, choices = Game(), []
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "banmen":
            print("wants choices\nready", flush=True)
        elif verb == "newgame":
            game = Game()
        elif verb == "position":
            game = Game(rest)
        elif verb == "play":
            game.play(rest)
        elif verb == "choices":
            choices = []
        elif verb == "choice":
            choices.append(rest)
        elif verb == "go":
            best = choices[0]
            if len(choices) > 1:
                wanted = played(game.board, game.mover, gnubg.hint(position_id(game.board, game.mover), game.dice))
                same = [choice for choice in choices if played(game.board, game.mover, choice) == wanted]
                if not same:
                    raise SystemExit(f"gnubg's play is not among the choices: {choices}")
                best = same[0]
            print("bestmove " + best, flush=True)
        elif verb == "quit":
            return


if __name__ == "__main__":
    main()
