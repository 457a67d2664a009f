#!/bin/sh
# How deep can a server call itself (GET /chain)? Starts each model and asks it for ever deeper chains, until one fails.
# Needs curl, and the jars of ./mvnw -DskipTests package. Takes about five minutes. Prints tab-separated values.
#
# usage: docs/experiments/chain.sh [PATH OF A JDK 25] > chain.tsv
set -eu
. "$(dirname "$0")/server.sh"
timeout=5m
ulimit -n 20000

highest() {
    sed -n "s/^$1:[^0-9]*\([0-9]*\).*/\1/p" "/proc/$server/status"
}

# try NAME JAR DEPTHS SETTINGS...
try() {
    name=$1 jar=$home/$2 depths=$3 deepest=none
    shift 3
    start "$java" -Xmx2g -jar "$jar" --weir.chain.enabled=true --weir.chain.timeout=$timeout \
        --weir.connections.max-per-address=20000 "$@"
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
    stop
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
