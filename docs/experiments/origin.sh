#!/bin/sh
# Prints where a table of an experiment comes from: the date, the commit and the processor. The first line of its file.
set -eu
home=$(cd "$(dirname "$0")/../.." && pwd)
changed=$(git -C "$home" status --porcelain --untracked-files=no ':!docs/results')
echo "# $(date -u +%F), commit $(git -C "$home" rev-parse --short=7 HEAD)${changed:+ with changes}," \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
