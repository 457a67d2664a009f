#!/bin/sh
# Installs what `./weir crosscheck` and the peers of `./weir compare` need: by the system's package manager, and into
# ~/.cache/weir/tools oha, built by cargo, and redbot, a lint of HTTP's fields to be run by hand (redbot URL), in a Python
# environment of its own. Installed programs stay as they are.
set -eu
oha_version=1.16.0
redbot_version=2.7.1
tools="$HOME/.cache/weir/tools"

# A program or a file, and the package that brings it.
while read -r program package; do
    if [ -f "$program" ] || command -v "$program" >/dev/null; then
        continue
    fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "weir: $program is missing, and only root can install it: apt-get install $package" >&2
        exit 127
    fi
    apt-get install -y --no-install-recommends "$package" </dev/null
done <<END
wrk wrk
nginx nginx
/usr/lib/nginx/modules/ngx_nchan_module.so libnginx-mod-nchan
END
if [ "$("$tools/bin/oha" --version 2>/dev/null)" != "oha $oha_version" ]; then
    if ! command -v cargo >/dev/null; then
        echo "weir: oha $oha_version is missing, and cargo, which builds it, is too" >&2
        exit 127
    fi
    cargo install --locked --root "$tools" --version "$oha_version" oha
fi
python="$tools/redbot-$redbot_version"
if [ ! -x "$python/bin/redbot" ]; then
    if ! python3 -m venv "$python"; then
        echo "weir: redbot $redbot_version is missing, and python3 with venv, which runs it, is too" >&2
        exit 127
    fi
    "$python/bin/pip" install --quiet "redbot==$redbot_version"
fi
mkdir -p "$tools/bin"
ln -sf "$python/bin/redbot" "$tools/bin/redbot"
# wrk tells its version and ends as if that were a mistake.
{ wrk --version || true; } | head -n 1
"$tools/bin/oha" --version
echo "redbot $redbot_version"
