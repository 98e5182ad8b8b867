#!/usr/bin/env python3
"""Reports GNU Backgammon's plays for a list of decisions.

    banmen backgammon mistakes --list decisions.txt
    python3 examples/gnubg_choices.py decisions.txt 2 300 >gnubg-2.txt
    banmen backgammon mistakes --answers docs/results/wide/answers.bin --choices gnubg-2.txt

Arguments: the list, the search depth in plies (default 0), the number of decisions per number of checkers (default all). The setting is
the last game of a match to one point, in which only the winner counts; gnubg's move filters and pruning have their default values.
"""
import collections
import sys

from gnubg import BAR, Game, Gnubg, played, position_id


def text(side):
    parts = []
    for point in range(BAR, 0, -1):
        if side[point]:
            parts.append(("bar" if point == BAR else str(point)) + (f"x{side[point]}" if side[point] > 1 else ""))
    return ",".join(parts) or "off"


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    plies, most = int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[3]) if len(sys.argv) > 3 else 10**9
    gnubg = Gnubg(plies, match=1)
    print(f"choices GNU Backgammon, {plies} plies")
    seen = collections.Counter()
    with open(sys.argv[1], encoding="ascii") as lines:
        for line in lines:
            n, m, number, position = line.split()
            if seen[n, m] >= most:
                continue
            seen[n, m] += 1
            game = Game(position)
            board = played(game.board, game.mover, gnubg.hint(position_id(game.board, game.mover), game.dice))
            print(n, m, number, text(board[0]) + "/" + text(board[1]), flush=True)


if __name__ == "__main__":
    main()
