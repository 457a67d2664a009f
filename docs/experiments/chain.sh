#!/bin/sh
# How deep can a server call itself (GET /chain)? Starts each model and asks it for ever deeper chains, until one fails.
# Needs curl, and the jars of ./mvnw -DskipTests package. Takes about five minutes. Prints tab-separated values.
#
# usage: docs/experiments/chain.sh [PATH OF A JDK 25] > chain.tsv
set -eu
java=${1:-/usr/lib/jvm/temurin-25-jdk-amd64}/bin/java
home=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM HUP
timeout=5m
ulimit -n 20000

highest() {
    sed -n "s/^$1:[^0-9]*\([0-9]*\).*/\1/p" "/proc/$server/status"
}

# try NAME JAR DEPTHS SETTINGS...
try() {
    name=$1 jar=$home/$2 depths=$3 deepest=none
    shift 3
    "$java" -Xmx2g -jar "$jar" --server.port=18080 --management.server.port=18081 --weir.chain.enabled=true \
        --weir.chain.timeout=$timeout --weir.connections.max-per-address=20000 "$@" >"$folder/log" 2>&1 &
    server=$!
    for _ in $(seq 100); do
        ! curl -s -o "$folder/answer" 'http://127.0.0.1:18080/chain?number=0' || break
        sleep 0.3
        kill -0 $server || {
            cat "$folder/log" >&2
            exit 1
        }
    done
    for depth in $depths; do
        status=$(curl -s -m 300 -o "$folder/answer" -w '%{http_code}' "http://127.0.0.1:18080/chain?number=$depth")
        reason=$(sed -n 's/.*"detail":"\([^"]*\)".*/\1/p' "$folder/answer")
        [ "$status" = 200 ] || break
        deepest=$depth
        sleep 5 # until the descriptors are free again
        depth=none reason=
    done
    printf '%s\t%s\t%s\t%s\t%s MiB\n' "$name" "$deepest" "$depth" "$status $reason" \
        $(($(highest VmHWM) / 1024))
    kill $server
    wait $server || true
    server=
}

"$home/docs/experiments/origin.sh"
printf 'server\tdeepest answered\tfirst depth that failed\tits status and reason\thighest RSS\n'
deep='100 1000 5000 9000 9950 10500'
try reactive reactive-server/target/reactive-server.jar "$deep"
try async servlet-baseline/target/servlet-baseline.jar "$deep" --weir.model=async
try virtual servlet-baseline/target/servlet-baseline.jar "$deep" --weir.model=virtual
try 'blocking, 12,000 threads' servlet-baseline/target/servlet-baseline.jar "$deep" --weir.model=blocking \
    --server.tomcat.threads.max=12000
timeout=20s
try 'blocking, 200 threads' servlet-baseline/target/servlet-baseline.jar '100 199 200' --weir.model=blocking
