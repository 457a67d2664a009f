#!/usr/bin/env bash
# Runs h2spec (RFC 9113 and RFC 7541, case by case) against every model and against the framework it runs on
# as it comes, on / and on a file, in the clear (prior knowledge) and over TLS. Ends with 1 when a server fails a case that its
# bare framework passes. Needs h2spec 2.6.0 on the PATH.
#   H2SPEC_PORT (18600)  the first of three ports that are free
#   H2SPEC_JARS          folder of the modules with <module>/target/<module>.jar; default: this one
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
. "$top/.mvn/jdk.sh"
jars=${H2SPEC_JARS:-$top}
port=${H2SPEC_PORT:-18600}
command -v h2spec >/dev/null || { echo "h2spec.sh: h2spec 2.6.0 is not on the PATH" >&2; exit 127; }

work=$(mktemp -d)
server=
end() { [ -z "$server" ] || { kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; server=; }; }
trap 'end; rm -rf "$work"' EXIT

mkdir -p "$work/root/files"
head -c 100003 /dev/zero >"$work/root/files/data.bin"
head -c 20000 /dev/zero | tr '\0' 'x' >"$work/root/index.html"
"$jdk/bin/keytool" -genkeypair -alias server -keyalg EC -groupname secp256r1 -dname CN=localhost -ext SAN=ip:127.0.0.1 \
    -storetype PKCS12 -storepass not-a-secret -keystore "$work/server.p12" 2>/dev/null
for module in reactive-server servlet-baseline; do
    "$jdk/bin/java" -Djarmode=tools -jar "$jars/$module/target/$module.jar" extract --destination "$work/$module" >/dev/null
done

# start NAME TRANSPORT: the server on $port.
start() {
    local module tls=() ours=()
    case $1 in *netty | reactive) module=reactive-server ;; *) module=servlet-baseline ;; esac
    if [ "$2" = tls ]; then
        tls=("$work/server.p12" not-a-secret)
        ours=(--spring.ssl.bundle.jks.h2.keystore.location="file:$work/server.p12" --server.ssl.bundle=h2
            --spring.ssl.bundle.jks.h2.keystore.password=not-a-secret --management.server.ssl.enabled=false)
    fi
    case $1 in
        bare-tomcat) set -- -cp "$work/$module/lib/*" "$here/BareTomcat.java" "$port" "$work/root" "${tls[@]}" ;;
        bare-netty) set -- -cp "$work/$module/lib/*" "$here/BareNetty.java" "$port" "$work/root" "${tls[@]}" ;;
        *)
            [ "$1" = reactive ] || ours+=(--weir.model="$1")
            set -- -jar "$work/$module/$module.jar" --server.port="$port" --management.server.port=$((port + 1)) \
                --server.http2.enabled=true --weir.files.root="$work/root/files" --weir.plans.default.rate=0 "${ours[@]}"
            ;;
    esac
    "$jdk/bin/java" --enable-native-access=ALL-UNNAMED "$@" >"$work/server.log" 2>&1 &
    server=$!
    for _ in $(seq 600); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/server.log" >&2
    exit 1
}

# failed NAME TRANSPORT PATH: the cases that fail, a line each, sorted, into a file whose name it prints.
failed() {
    local list
    list="$work/$1-$2-$(echo "$3" | tr / _)"
    timeout 600 h2spec -p "$port" -P "$3" -o 5 $([ "$2" = tls ] && echo -t -k) >"$work/said" 2>&1 || true
    grep -q '^[0-9]* tests, ' "$work/said" || { cat "$work/said" >&2; exit 1; }
    sed 's/.*\r//; s/\x1b\[[0-9;]*m//g' "$work/said" | sed '/^Failures:/,$d' |
        awk '/^[A-Z]/ { suite = $1 } $1 ~ /^([0-9]+\.)+$/ { section = $1 } $1 == "×" { $1 = ""; print suite " " section $0 }' |
        sort -u >"$list"
    echo "$list"
}

worse=0
printf '%-10s %-5s %-18s %8s %6s  %s\n' server over path 'fails' 'bare' 'cases that only it fails'
for over in clear tls; do
    for bare in bare-tomcat bare-netty; do
        start $bare $over
        for path in / /files/data.bin; do failed $bare $over $path >/dev/null; done
        end
    done
    for name in async virtual blocking reactive; do
        bare=bare-tomcat
        [ $name != reactive ] || bare=bare-netty
        start $name $over
        for path in / /files/data.bin; do
            theirs="$work/$bare-$over-$(echo $path | tr / _)"
            list=$(failed $name $over $path)
            comm -23 "$list" "$theirs" >"$work/only"
            for _ in 1 2; do # h2spec takes a PING of the server for the answer to its own, at times: what fails always counts
                [ -s "$work/only" ] || break
                list=$(failed $name $over $path)
                comm -12 "$work/only" "$list" >"$work/always" && mv "$work/always" "$work/only"
            done
            only=$(paste -sd';' "$work/only")
            [ -z "$only" ] || worse=1
            printf '%-10s %-5s %-18s %8s %6s  %s\n' $name $over $path "$(wc -l <"$list")" "$(wc -l <"$theirs")" "$only"
        done
        end
    done
done
exit $worse
