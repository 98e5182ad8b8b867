#!/bin/sh
# `banmen bench` built for other processors: with AVX2 (x86-64-v3), which most machines have, and without (x86-64-v2).
#   bench/machines.sh [native] [x86-64-v3] [x86-64-v2] …     the first build takes half an hour on two cores
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
