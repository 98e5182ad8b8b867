#!/usr/bin/env python3
"""A complete player in forty lines: it knows no rules, requests its choices, and picks the one with the best score.

    banmen match reversi random 'engine:cmd=python3 examples/bot.py' --games 20

It prefers corners and edges on boards with cells like a1, which already beats random play at Reversi.
The protocol is in docs/engine.md.
"""
import random
import sys


def liking(move):
    """Scores a choice: larger is better, with a small random part to break ties."""
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
