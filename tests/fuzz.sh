#!/bin/sh
# Builds the fuzz targets with clang, or runs one of them: a few seconds, or ten minutes with BANMEN_LONG=1.
#   fuzz.sh SOURCE_FOLDER build
#   fuzz.sh SOURCE_FOLDER run TARGET
set -eu
cd "$1"
if ! command -v clang++-16 >/dev/null 2>&1; then
  echo "skipped: clang 16 is not installed (scripts/setup test)"
  exit 77
fi
case $2 in
  build)
    cmake --preset fuzz >build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }
    cmake --build build/fuzz -j "$(nproc)" --target $(ls fuzz/fuzz_*.cpp | sed 's|.*/||; s|\.cpp$||')
    ;;
  run)
    seconds=4
    [ -z "${BANMEN_LONG:-}" ] || seconds=600
    corpus=build/fuzz/corpus/$3
    mkdir -p "$corpus"
    "build/fuzz/fuzz/$3" "$corpus" -max_total_time=$seconds -max_len=400 -timeout=20 -rss_limit_mb=4096 \
      -artifact_prefix=build/fuzz/ -print_final_stats=1 -verbosity=0
    ;;
esac
