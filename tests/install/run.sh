#!/bin/sh
# Installs into a separate prefix and builds a five-line program against it.
#   run.sh BUILD_FOLDER COMPILER SCRATCH_FOLDER
set -eu
build=$1 compiler=$2 scratch=$3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
# Moved after the installation: nothing in it may refer to the build folder.
mv "$scratch/prefix" "$scratch/moved"
"$scratch/moved/bin/banmen" --version
for file in man/man1/banmen.1 bash-completion/completions/banmen zsh/site-functions/_banmen fish/vendor_completions.d/banmen.fish; do
  grep -q banmen "$scratch/moved/share/$file"
done
# The component of `make install`: the program and its files, no library.
cmake --install "$build" --prefix "$scratch/program" --component program >/dev/null
PATH="$scratch/program/bin:$PATH" banmen --version
[ ! -e "$scratch/program/include" ]
cmake -S "$here" -B "$scratch/user" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$scratch/moved" >/dev/null
cmake --build "$scratch/user"
"$scratch/user/user" | tee "$scratch/output"
[ "$(tail -1 "$scratch/output")" = 255168 ]
if grep -rIl "$build" "$scratch/moved"; then
  echo "the files above name the build folder"
  exit 1
fi
rm -rf "$scratch"
