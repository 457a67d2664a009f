#!/bin/sh
# Does a client run out of ports if each request has its own connection? Starts the servlet server in a network
# namespace of its own, once for each way in which Linux reuses ports. Needs root, python3, curl, and the jars of
# ./mvnw -DskipTests package. Prints tab-separated values.
#
# usage: docs/experiments/ports.sh [PATH OF A JDK 25] > ports.tsv
set -eu
java=${1:-/usr/lib/jvm/temurin-25-jdk-amd64}/bin/java
home=$(cd "$(dirname "$0")/../.." && pwd)
files=$(mktemp -d)
echo hello >"$files/hello.txt"
export java home files
"$home/docs/experiments/origin.sh"
printf 'tcp_tw_reuse\tclosed first by\tanswered\terror\n'
for reuse in 0 2; do
    unshare --net sh -eu -c '
        ip link set lo up
        sysctl -q net.ipv4.tcp_tw_reuse='$reuse'
        "$java" -jar "$home/servlet-baseline/target/servlet-baseline.jar" --server.port=18080 \
            --management.server.port=18081 --weir.files.root="$files" --weir.throttle.rate=0B \
            --weir.plans.default.rate=0B --weir.plans.default.requests-per-second=1000000 >"$files/log" 2>&1 &
        server=$!
        for _ in $(seq 100); do
            ! curl -s -o "$files/first" http://127.0.0.1:18080/files/hello.txt || break
            sleep 0.3
        done
        for closer in server client; do
            printf "%s\t" '$reuse'
            python3 "$home/docs/experiments/ports.py" 18080 35000 $closer
        done
        kill $server
        wait $server || true'
done
rm -r "$files"
