#!/bin/sh
# Builds and runs the tests of core, games and searches for another architecture, at the sizes of make test even with BANMEN_LONG:
# they suffice to show differences, and emulation is many times slower.
#   tests/machines/run.sh SOURCE BUILD aarch64|i686|x86-64-v2|x86-64-v3
# Exits with 77 if its compiler or emulator is not installed (scripts/setup long installs both).
set -eu
unset BANMEN_LONG
source=$1 build=$2 machine=$3
compiler=g++ flags= runner=
case $machine in
  aarch64) compiler=aarch64-linux-gnu-g++ runner=qemu-aarch64 ;;
  i686) compiler=i686-linux-gnu-g++ flags=-msse2 ;;
  x86-64-v*) flags=-march=$machine ;;
  *)
    echo "there is no machine '$machine' (one of: aarch64, i686, x86-64-v2, x86-64-v3)" >&2
    exit 2
    ;;
esac
for program in $compiler $runner; do
  command -v "$program" >/dev/null || { echo "$program is not installed: not tried"; exit 77; }
done
cmake -S "$source/tests/machines" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=$compiler -DCMAKE_CXX_FLAGS="$flags"
cmake --build "$build" -j "$(nproc)"
exec $runner "$build/banmen_machine" --gtest_brief=1
