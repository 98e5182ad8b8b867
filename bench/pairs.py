#!/usr/bin/env python3
"""What matches of two agents say when games from one opening are taken together, as the seats are exchanged there.

A report takes games as independent, which is on the safe side: of two players that differ little, both games of an opening often go
alike, and then neither gains. Between two sides: the first agent's score and lead, over openings. At a table of more: the rank of
the first agent alone among the second, less that of the second alone among the first.

    bench/pairs.py results/yonin.sqlite [TEXT]      only cells whose settings hold the text
"""
import math
import re
import sqlite3
import sys


def mean(values):
    """With its standard error."""
    middle = sum(values) / len(values)
    return middle, math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def game(outcome):
    fields = {part[0]: part[1:] for part in outcome.split()}
    return [int(v) for v in fields["R"].split(",")], [int(v) for v in fields["S"].split(",")]


def rank(result, seat):
    return 1 + sum(other > result[seat] for other in result)


def openings(games):
    """One tuple of figures for each whole opening."""
    alone = any(seats.count(0) == 1 for _, seats in games) and len(games[0][1]) > 2
    size = 2 * len(games[0][1]) if alone else 2
    for k in range(0, len(games) - size + 1, size):
        block = games[k:k + size]
        if alone:
            lone = [[rank(r, s.index(who)) for r, s in block if s.count(who) == 1] for who in (0, 1)]
            yield (sum(lone[0]) / len(lone[0]) - sum(lone[1]) / len(lone[1]),)
        else:
            leads = [r[s.index(0)] for r, s in block]
            yield sum((v > 0) + (v == 0) / 2 for v in leads) / 2, sum(leads) / 2


def main():
    store = sqlite3.connect(sys.argv[1])
    for key, settings in store.execute("select key, settings from cell order by key").fetchall():
        agents = re.findall(r"^agent (.*)$", settings, re.M)
        if len(agents) != 2 or not all(text in settings for text in sys.argv[2:]):
            continue
        games = [game(o) for (o,) in store.execute("select outcome from game where cell = ? order by number", (key,)) if "F" not in o]
        figures = list(zip(*openings(games))) if games else []
        if not figures or len(figures[0]) < 2:
            continue
        names = ["score", "lead"] if len(figures) == 2 else ["rank less"]
        print(re.search(r"^game (.*)$", settings, re.M)[1], re.search(r"^seed (.*)$", settings, re.M)[0], " - ".join(agents),
              f"{len(figures[0])} openings", *("%s %.4f ± %.4f" % (name, *mean(f)) for name, f in zip(names, figures)), sep="  ")


main()
