#!/bin/sh
# One part of the page's tests: page.sh WEB types|unit|weight|messages|browser|without PROGRAM. 77: skipped, since the page was not built here.
set -eu
web=$1 part=$2 program=$3
cd "$web"
if [ "$part" = without ]; then
  # An old Node is as good as none: the build goes on, says in one line how to get the page, and the program has that line.
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  printf '#!/bin/sh\necho v16.20.2\n' >"$folder/node"
  cp "$folder/node" "$folder/npm"
  chmod +x "$folder/node" "$folder/npm"
  said=$(PATH=$folder:$PATH cmake -DSOURCE="${web%/web}" -DOUTPUT="$folder/page" -P "${web%/web}/cmake/build_page.cmake" 2>&1)
  how='install Node 18 or newer with npm (scripts/setup page does) and build again'
  [ "$said" = "banmen is built without its page: $how" ] || { echo "it said: $said"; exit 1; }
  grep -qF "this banmen was built without its page: $how" "$folder"/page/embedded_page.cpp
  exit
fi
if [ ! -d node_modules ]; then
  echo "skipped: the page's packages are not there (make build fetches them where there is Node 18 and a network)"
  exit 77
fi
run() { node node_modules/"$@"; }
case $part in
  types) run svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings ;;
  unit) run vitest/vitest.mjs run ;;
  weight)
    built=$(dirname "$program")/page/dist
    [ -d "$built" ] || { echo "skipped: the page was not built"; exit 77; }
    node size.mjs "$built" ;;
  messages) node e2e/messages.mjs "$program" ;;
  browser) node e2e/run.mjs "$program" ;;
  *) echo "page.sh: there is no part '$part' (types, unit, weight, messages, browser or without)" >&2; exit 2 ;;
esac
