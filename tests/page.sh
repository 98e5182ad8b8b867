#!/bin/sh
# One part of the page's tests: page.sh WEB types|unit|weight|messages|browser PROGRAM. 77: skipped, since the page was not built here.
set -eu
web=$1 part=$2 program=$3
cd "$web"
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
  *) echo "page.sh: there is no part '$part' (types, unit, weight, messages or browser)" >&2; exit 2 ;;
esac
