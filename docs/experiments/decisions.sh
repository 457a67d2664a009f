#!/bin/sh
# How many decisions a second does the throttle make for 1, 2, 4 and 8 threads? Needs bench/target/bench.jar, which
# ./mvnw -DskipTests package makes. Takes about two minutes. Prints tab-separated values.
#
# usage: docs/experiments/decisions.sh [PATH OF A JDK 25] > decisions.tsv
set -eu
export LC_ALL=C
java=${1:-/usr/lib/jvm/temurin-25-jdk-amd64}/bin/java
home=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$home/docs/experiments/origin.sh"
printf 'threads\tdecisions a second\tamong waiting downloads\n'
for threads in 1 2 4 8; do
    "$java" -cp "$home/bench/target/bench.jar" org.openjdk.jmh.Main ThrottleBenchmark -foe true -bm thrpt -tu s -f 1 \
        -wi 2 -w 1 -i 3 -r 2 -p server=WEIR,WEIR_AMONG_WAITING -p downloads=1000 -t $threads \
        -rf csv -rff "$folder/results.csv" >"$folder/log" || {
        cat "$folder/log" >&2
        exit 1
    }
    tr -d '"' <"$folder/results.csv" | awk -F , -v threads=$threads '
        /,WEIR\r?$/ { alone = $5 }
        /,WEIR_AMONG_WAITING\r?$/ { among = $5 }
        END {
            if (!alone || !among) exit 1
            printf "%d\t%.2f million\t%.2f million\n", threads, alone / 1e6, among / 1e6
        }'
done
