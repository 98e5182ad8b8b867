#!/bin/sh
# Census of 5x2 Bao against SPIN on the exported model, on one core: states, processor time and memory. In the compact model a move is
# one step, the best case for SPIN; the paper's own model (--paper) has a board and a manager that exchange messages for every stone.
#   bench/spin.sh [--paper] [PROGRAM]
set -eu
style=compact
slots=20
if [ "${1:-}" = --paper ]; then
  style=paper
  slots=25
  shift
fi
program=${1:-build/release/banmen}
command -v spin >/dev/null || { echo "spin is not installed" >&2; exit 1; }
program=$(realpath "$program")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" export bao:holes=5 --promela --style $style --output "$folder/model.pml"
cd "$folder"
spin -a model.pml >/dev/null
gcc -w -O2 -DSAFETY -DNOREDUCE -DNOCLAIM pan.c -o pan
python3 - "$program" $slots $style <<'END'
import json, re, resource, subprocess, sys

def run(*command):
    """Standard output, and processor seconds of the program as a whole."""
    def spent():
        use = resource.getrusage(resource.RUSAGE_CHILDREN)
        return use.ru_utime + use.ru_stime
    before = spent()
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    return text, spent() - before

program, slots, style = sys.argv[1:]
census = [run(program, "census", "bao:holes=5", "--threads", "1", "--json", "--quiet") for _ in range(3)]
pans = [run("./pan", "-m1000000", "-w" + slots) for _ in range(3 if style == "compact" else 1)]
ours, ours_s = json.loads(census[0][0]), min(s for _, s in census)
pan, pan_s = pans[0][0], min(s for _, s in pans)
if "max search depth too small" in pan:
    sys.exit("pan gave up: -m is too small")
stored = int(float(re.search(r"([0-9.e+]+) states, stored", pan)[1]))
states_mb = float(re.search(r"([0-9.]+)\s+actual memory usage for states", pan)[1])
hash_mb = float(re.search(r"([0-9.]+)\s+memory used for hash table", pan)[1])
wanted = 1 + ours["positions"] + ours["terminal"] + ours["endless_moves"]
if style == "compact":
    print(f"states   pan {stored}, banmen {wanted} ({'the same' if stored == wanted else 'DIFFERENT'})")
else:
    print(f"states   pan {stored} with every stone sown, banmen {ours['positions']} positions")
print(f"processor seconds  pan {pan_s:.2f}, banmen {ours_s:.3f} with cycles, loops and lines: {pan_s / ours_s:.1f} times")
print(f"MB for the states seen  pan {states_mb:.1f} and {hash_mb:.0f} for its hash table, banmen {ours['state_bytes'] / 2**20:.1f}:"
      f" {states_mb * 2**20 / ours['state_bytes']:.1f} times, {(states_mb + hash_mb) * 2**20 / ours['state_bytes']:.1f} with the hash table"
      f" (banmen {ours['bytes'] / 2**20:.1f} with levels, moves and cycles)")
if style == "compact" and stored != wanted:
    sys.exit(1)
END
