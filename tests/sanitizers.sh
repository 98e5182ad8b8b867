#!/bin/sh
# Builds the tests with a preset that checks every memory access and every operation, and runs them.
#   sanitizers.sh SOURCE_FOLDER build|run
# tests/sanitizers_skip.txt names the tests that would take minutes there; with BANMEN_LONG=1 they run too.
set -eu
cd "$1"
case $2 in
  build)
    cmake --preset asan >build/asan.log 2>&1 || { cat build/asan.log; exit 1; }
    cmake --build build/asan -j "$(nproc)" --target banmen_tests banmen_conformance
    ;;
  run)
    skip=
    if [ -z "${BANMEN_LONG:-}" ]; then
      skip=$(sed 's/ *#.*//; /^$/d' tests/sanitizers_skip.txt | paste -sd:)
      export BANMEN_QUICK=1
    fi
    for program in banmen_tests banmen_conformance; do
      "build/asan/tests/$program" --gtest_brief=1 --gtest_filter="*${skip:+-$skip}" || exit 1
    done
    ;;
esac
