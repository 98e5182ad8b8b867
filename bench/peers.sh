#!/bin/bash
# Strength against other people's programs: the default agent of every game against every peer that is installed, at equal time.
# Prints the table of docs/measurements.md as Markdown.
#   bench/peers.sh [--times "0.1 1"] [--games 100] [--openings 4] [--only WORD] [--out FOLDER] [--program BANMEN]
# Games begin with --openings random plies, each opening twice with sides exchanged. They are kept under FOLDER (build/peers): the same
# command resumes. A peer without a limit of time (gtp-rhino, gnubg) sets the pace, which is measured first.
set -euo pipefail
cd "$(dirname "$0")/.."
times="0.1 1" games=100 openings=4 only= out=build/peers banmen=build/release/banmen
while [ $# -gt 0 ]; do
  [ $# -gt 1 ] || { echo "peers.sh: $1 needs a value" >&2; exit 2; }
  case $1 in
    --times) times=$2 ;; --games) games=$2 ;; --openings) openings=$2 ;;
    --only) only=$2 ;; --out) out=$2 ;; --program) banmen=$2 ;;
    *) echo "peers.sh: there is no option '$1' (--times, --games, --openings, --only, --out, --program)" >&2; exit 2 ;;
  esac
  shift 2
done
banmen=$(realpath "$banmen")
[ -x "$banmen" ] || { echo "peers.sh: there is no program $banmen (make build)" >&2; exit 2; }
PATH=$PATH:/usr/games

# Game, program that must be installed, clock (it receives the time) or pace (it sets the time), agent.
peers='chess stockfish clock uci:cmd=stockfish
chess gnuchess clock uci:cmd=gnuchess --uci
chess fairy-stockfish clock uci:cmd=fairy-stockfish
gardner fairy-stockfish clock uci:cmd=fairy-stockfish
losalamos fairy-stockfish clock uci:cmd=fairy-stockfish
breakthrough fairy-stockfish clock uci:cmd=fairy-stockfish
reversi gtp-rhino pace gtp:cmd=gtp-rhino --level=4
backgammon:payoff=money gnubg pace engine:cmd=python3 examples/gnubg.py'

field() { python3 -c 'import json, sys; print(eval(sys.argv[1], {"r": json.load(sys.stdin)}))' "$1"; }

# The default agent, limited by time instead of its own limits.
ours() { echo "$("$banmen" analyse "$1" $([[ $1 != backgammon* ]] || echo "--moves 3-1") --json --quiet | field 'r["agent"].split(":")[0]'):time=$2"; }

# A row from the report and the records of a match. The interval is 95 % over openings: games of one opening are no independent ones.
row() { # folder, time
  python3 - "$1" "$2" <<'PYTHON'
import glob, json, math, sys
folder, seconds = sys.argv[1:]
report = json.load(open(folder + "/report.json"))
us, them = report["agents"]
points = {}
for path in sorted(glob.glob(folder + "/records/*.record")):
    lines = open(path).read().splitlines()
    seats = [line.split(" ", 2)[1:] for line in lines if line.startswith("seat ")]
    mine = next(k for k, (_, who) in enumerate(seats) if who == us["agent"])
    result = next((line.split()[1:] for line in lines if line.startswith("result ")), ["unfinished"])
    lost = next((k for k, (name, who) in enumerate(seats) if any(l.startswith(f"; {name} ({who}) loses") for l in lines)), None)
    if lost is not None:
        score = 1.0 if lost != mine else 0.0
    elif result == ["unfinished"]:
        score = 0.5  # drawn by the limit of plies
    else:
        own, other = int(result[mine]), int(result[1 - mine])
        score = 1.0 if own > other else 0.0 if own < other else 0.5
    points.setdefault((int(path[-13:-7]) - 1) // 2, []).append(score)
means = [sum(p) / len(p) for p in points.values()]
low, high = us["interval"]
if len(means) > 1 and len(set(means)) > 1:
    mean = sum(means) / len(means)
    error = math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) - 1) / len(means))
    low, high = max(0, mean - 1.96 * error), min(1, mean + 1.96 * error)
forfeits = f" ({us['forfeits']} : {them['forfeits']} forfeits)" if us["forfeits"] + them["forfeits"] else ""
title = them["title"].replace("|", " ")
print(f"| {report['game']} | `{us['agent']}` | {title} | {seconds} | {us['wins']} : {us['draws']} : {us['losses']}{forfeits} "
      f"| {us['score']:.3f} [{low:.3f}, {high:.3f}] |")
PYTHON
}

echo "Machine: $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2- | sed 's/^ *//'), $(nproc) cores, $(. /etc/os-release; echo "$PRETTY_NAME"); $("$banmen" --version | head -1)."
echo "Each game on one thread, after $openings random plies, $games games a row."
echo
echo "| game | agent | peer | s a move | won : drawn : lost | score [95 % over openings] |"
echo "|---|---|---|---|---|---|"
absent=
while read -r game needs limit peer; do
  name="$game $needs"
  [[ $name == *"$only"* ]] || continue
  command -v "$needs" >/dev/null || { absent+=" $needs"; continue; }
  list=$times
  if [ "$limit" = pace ]; then
    list=$("$banmen" match "$game" "$peer" "$peer" --games 2 --opening "$openings" --threads 1 --json --quiet |
      field '"%.2g" % max(0.001, r["seconds"] / r["games"] / max(1, r["mean_length"]))')
  fi
  for time in $list; do
    # A pace differs a little every time: resume at the one that was measured first.
    folder="$out/${name//[^a-z0-9]/-}-$([ "$limit" = pace ] && echo pace || echo "$time")"
    mkdir -p "$folder"
    [ "$limit" = clock ] || { [ -f "$folder/pace" ] && time=$(cat "$folder/pace") || echo "$time" >"$folder/pace"; }
    "$banmen" match "$game" "$(ours "$game" "$time")" "$peer" --games "$games" --opening "$openings" --threads 1 --json --quiet \
      $([ "$limit" = clock ] && echo --time "$time") --records "$folder/records" >"$folder/report.json.part"
    mv "$folder/report.json.part" "$folder/report.json"
    row "$folder" "$time"
  done
done <<<"$peers"
[ -z "$absent" ] || echo "Not installed, so left out:$absent."
