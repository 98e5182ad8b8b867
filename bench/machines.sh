#!/bin/sh
# The speeds of `banmen bench` as the program has them when it is built for other processors: with AVX2 (x86-64-v3), as most people
# have it, and without (x86-64-v2), each beside loops written by hand and compiled in the same way.
#   bench/machines.sh [native] [x86-64-v3] [x86-64-v2] …     half an hour of building on two cores, once
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- native x86-64-v3 x86-64-v2
for machine; do
  cmake -S . -B "build/bench-$machine" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBANMEN_ARCH="$machine" >/dev/null
  cmake --build "build/bench-$machine" -j "$(nproc)" --target banmen_program bench_generators
done
for machine; do
  echo "== $machine"
  "build/bench-$machine/banmen" --version
  "build/bench-$machine/banmen" bench --seconds 2
  "build/bench-$machine/bench_generators" 2
done
