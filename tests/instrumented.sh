#!/bin/sh
# Builds the sources again with every memory access and operation checked, and runs the tests.
#
# instrumented.sh SOURCE_FOLDER build-fuzz    the fuzz targets, by clang; the only build in make test
#   instrumented.sh SOURCE_FOLDER fuzz TARGET   one fuzz target, for a few seconds
#   instrumented.sh SOURCE_FOLDER build         everything, as preset asan, which takes half an hour on two cores (make test-long)
#   instrumented.sh SOURCE_FOLDER tests         its tests, at the sizes of make test; the long sizes are for the release build
#
# With BANMEN_LONG=1 each target is fuzzed for five minutes.
set -eu
cd "$1"
case $2 in *fuzz) preset=fuzz ;; *) preset=asan ;; esac
if [ $preset = fuzz ] && ! command -v clang++-16 >/dev/null 2>&1; then
  echo "skipped: clang 16 is not installed (scripts/setup test)"
  exit 77
fi

case $2 in
  build-fuzz | build)
    mkdir -p build
    cmake --preset $preset >build/$preset.log 2>&1 || { cat build/$preset.log; exit 1; }
    if [ $preset = fuzz ]; then target=fuzz_targets; else target=all; fi
    cmake --build build/$preset -j "$(nproc)" --target $target
    ;;
  tests)
    unset BANMEN_LONG
    ctest --test-dir build/asan -j "$(nproc)" -LE slow --output-on-failure --no-tests=error
    ;;
  fuzz)
    # The short run has a fixed seed; the long one has a different seed each time.
    seconds=4 seed=1
    [ -z "${BANMEN_LONG:-}" ] || { seconds=300 seed=0; }
    mkdir -p "build/fuzz/corpus/$3"
    "build/fuzz/fuzz/$3" "build/fuzz/corpus/$3" -seed=$seed -max_total_time=$seconds -max_len=400 -timeout=20 -rss_limit_mb=4096 \
      -artifact_prefix=build/fuzz/ -print_final_stats=1 -verbosity=0
    ;;
esac
