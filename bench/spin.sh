#!/bin/sh
# Census of 5x2 Bao beside SPIN on the exported model, one after the other on one core: time, states and bytes for them.
#   bench/spin.sh [PROGRAM]
set -eu
program=${1:-build/release/banmen}
command -v spin >/dev/null || { echo "spin is not installed" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" export bao:holes=5 --promela --output "$folder/model.pml"
"$program" census bao:holes=5 --threads 1 --json > "$folder/census.json"
(cd "$folder" && spin -a model.pml >/dev/null && gcc -w -O2 -DSAFETY -DNOREDUCE -DNOCLAIM pan.c -o pan && ./pan -m10000000 -w22 > pan.txt)
python3 - "$folder" <<'END'
import json, re, sys
folder = sys.argv[1]
ours = json.load(open(folder + "/census.json"))
pan = open(folder + "/pan.txt").read()
stored = int(float(re.search(r"([0-9.e+]+) states, stored", pan)[1]))
seconds = float(re.search(r"elapsed time ([0-9.e+]+) seconds", pan)[1])
megabytes = float(re.search(r"([0-9.]+)\s+actual memory usage for states", pan)[1])
wanted = 1 + ours["positions"] + ours["terminal"] + ours["endless_moves"]
print(f"states   pan {stored}, banmen {wanted} ({'the same' if stored == wanted else 'DIFFERENT'})")
print(f"seconds  pan {seconds:.2f}, banmen {ours['seconds']:.3f} with cycles: {seconds / ours['seconds']:.1f} times")
print(f"MB for the states seen  pan {megabytes:.1f}, banmen {ours['state_bytes'] / 1e6:.1f}: {megabytes * 1e6 / ours['state_bytes']:.1f} times"
      f" ({ours['bytes'] / 1e6:.1f} with levels, moves and cycles)")
END
