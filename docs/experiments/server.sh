# Starts and stops the servers of an experiment. Not a command: other scripts read it.
#
# $java and $home are the JDK and the project. $folder is deleted at the end. It has the log of the server.
export LC_ALL=C
java=${1:-/usr/lib/jvm/temurin-25-jdk-amd64}/bin/java
home=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM HUP PIPE

# start COMMAND...: starts a server on port 18080, and waits until it has started. $server is its process.
start() {
    "$@" --server.port=18080 --management.server.port=18081 >"$folder/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        sleep 0.1
        ! grep -q ': Started ' "$folder/log" || return 0
        kill -0 $server 2>/dev/null || break
    done
    cat "$folder/log" >&2
    exit 1
}

stop() {
    kill $server
    wait $server || true
    server=
}
