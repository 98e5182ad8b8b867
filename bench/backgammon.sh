#!/bin/bash
# Speed against GNU Backgammon's makebearoff: the two-sided bear-off table of 6 points and 6 checkers, cubeless and cubeful, whole
# programs in processor seconds; then random full games on one thread.
#   bench/backgammon.sh [path of banmen]
set -euo pipefail
banmen=$(realpath "${1:-build/release/banmen}")
makebearoff=$(command -v makebearoff || echo /usr/games/makebearoff)
[ -x "$makebearoff" ] || { echo "makebearoff (Debian package gnubg) is not installed" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
TIMEFORMAT='%3U %3S'

# Processor seconds of a command: user and system.
seconds() { { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'; }

compare() { # name, options of makebearoff, options of banmen, least ratio
  local theirs ours least
  theirs=$(seconds "$makebearoff" -t 6x6 $2 -f theirs.bd)
  # Ours is much shorter: average five runs.
  ours=$(for _ in 1 2 3 4 5; do seconds "$banmen" backgammon bearoff --points 6 --checkers 6 --rounding gnubg $3 --out ours.bd; echo; done |
    awk '{ sum += $1 } END { printf "%.4f", sum / NR }')
  cmp theirs.bd ours.bd && same=equal || same=DIFFERENT
  awk -v n="$1" -v t="$theirs" -v o="$ours" -v l="$4" -v s="$same" \
    'BEGIN { printf "%-9s makebearoff %7.3f s, banmen %.3f s: %.0f times as fast (target %d), files %s\n", n, t, o, t / o, l, s; exit !(t / o >= l) }'
}

status=0
compare cubeless -C --no-cube 150 || status=1
compare cubeful "" "" 30 || status=1
"$banmen" playout backgammon --games 20000 --threads 1 --seed "${RANDOM}" --json |
  python3 -c 'import json, sys; r = json.load(sys.stdin)["games_per_second"]; print(f"random full games: {r:,.0f} per second on one thread (target 10,000)"); sys.exit(r < 1e4)' || status=1
exit $status
