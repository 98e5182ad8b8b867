#!/usr/bin/env python3
"""A whole player in forty lines: it knows no rules, asks to be shown its choices, and takes the one it likes best.

    banmen match reversi random 'engine:cmd=python3 examples/bot.py' --games 20

What it likes: corners and edges of boards with cells like a1, which is already better than nothing at Reversi.
The protocol is in docs/engine.md.
"""
import random
import sys


def liking(move):
    """Larger is better; a little chance breaks ties."""
    points = random.random()
    if len(move) == 2 and move[0].isalpha() and move[1].isdigit():
        edges = (move[0] in "ah") + (move[1] in "18")
        points += 10 * edges * edges
    return points


def main():
    choices = []
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "banmen":
            print("id name bot.py")
            print("wants choices")
            print("ready", flush=True)
        elif verb == "newgame":
            random.seed(rest)
        elif verb == "choices":
            choices = []
        elif verb == "choice":
            choices.append(rest)
        elif verb == "go":
            print("bestmove", max(choices, key=liking), flush=True)
        elif verb == "quit":
            return


if __name__ == "__main__":
    main()
