#!/bin/sh
# Installs what `./weir crosscheck` needs: wrk and nginx, by the system's package manager, and oha, built by cargo into
# ~/.cache/weir/tools. What is there already stays.
set -eu
oha_version=1.16.0
tools="$HOME/.cache/weir/tools"

for package in wrk nginx; do
    command -v "$package" >/dev/null && continue
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "weir: $package is missing, and only root can install it: apt-get install $package" >&2
        exit 127
    fi
    apt-get install -y --no-install-recommends "$package"
done
if [ "$("$tools/bin/oha" --version 2>/dev/null)" != "oha $oha_version" ]; then
    if ! command -v cargo >/dev/null; then
        echo "weir: oha $oha_version is missing, and cargo, which builds it, is too" >&2
        exit 127
    fi
    cargo install --locked --root "$tools" --version "$oha_version" oha
fi
# wrk tells its version and ends as if that were a mistake.
{ wrk --version || true; } | head -n 1
"$tools/bin/oha" --version
