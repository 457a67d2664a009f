#!/bin/sh
# Prints help without Java and without a build:
#   help.sh commands           every command of weir
#   help.sh usage COMMAND      the usage of a command that is no program of Java's
#   help.sh keys SERVER        the keys of the server `reactive` or `servlet`, from docs/configuration.md
#   help.sh nearest WORD       the command that is most similar to WORD, if one is similar
set -eu
here=$(cd "$(dirname "$0")" && pwd)

commands() {
    cat <<'END'
Weir serves throttled downloads, event streams and signed SOAP calls from two servers, and measures what each costs.

usage: weir COMMAND [OPTION...]
       weir COMMAND --help

To serve:
  reactive       Runs the server on WebFlux and Reactor Netty, on port 8080.
  servlet        Runs the server on Tomcat, on port 8081.
  cluster        Runs several servers as one service, on one Redis and behind nginx.
  sign           Prints a signed link to a file or an event stream.
  watch          Shows servers live on a local page, side by side, until Ctrl-C.
  call           Calls the SOAP service once, with a signed message, and verifies the answer.

To measure, on Linux:
  compare        Compares the costs of several servers under the same load.
  controls       Measures equal servers and planted faults; checks that it finds only the faults.
  stall          Suspends a server under open-loop load; compares the tail latency with a prediction.
  crosscheck     Compares the load generator with wrk and oha; with --scenario, with JMeter or a client in Python.
  storms         Exposes servers to overload, faults and attacks; checks their promises.
  cluster-check  Runs nodes on one Redis under load, disturbs nodes or Redis, and checks what clients notice.
  check          Runs the contract's rules against any running server, of any project.
  bench          Measures what one rate-limit decision costs in Weir and in libraries (JMH).
  verify         Recomputes every figure from the trials' files; fails if one differs or is missing.
  publish        Fills the tables of README.md and docs with the figures of the runs in docs/results.
  diff           Divides a later run's costs by an earlier's; fails above 1.05, on missed targets, or on unlike runs.
  tools          Installs what crosscheck and the peers of compare need.

  --version      Prints the version.
END
}

usage() {
    case $1 in
        reactive | servlet)
            port=8080
            [ "$1" = reactive ] || port=8081
            cat <<END
usage: weir $1 [--KEY=VALUE...]
Runs the server until Ctrl-C. A key may also stand in the environment, as WEIR_FILES_ROOT for weir.files.root, or in
application.yaml in the current folder, or in conf/application.yaml of a release. Keys that do not begin with "weir."
are Spring Boot's, such as
  --server.port=$port --management.server.port=$((port + 1000)) --server.address=127.0.0.1
END
            ;;
        cluster)
            cat <<END
usage: weir cluster [--nodes reactive,servlet] [--port 8080] [--KEY=VALUE...]
Runs servers on one Redis, behind nginx, on this machine, until Ctrl-C. nginx listens on the port, the servers on the
ports after it, and their management on 1000 more. Each server gets the settings --KEY=VALUE; weir reactive --help
lists the keys, and where they may stand. This command itself sets the addresses, the ports, Redis, and, unless the
command line has them, the publisher's key and the key stores of SOAP. Needs Linux, bash, nginx, and redis-server or
valkey-server.
END
            ;;
        tools)
            cat <<END
usage: weir tools
Installs wrk, oha, nginx with nchan, and redbot, which weir crosscheck and the peers of weir compare need. Uses apt-get,
as root, cargo and pip. Leaves alone what is there.
END
            ;;
    esac
}

# Prints the rows of the tables of keys. Leaves out the keys that only the other server has.
keys() {
    documents=$here/../docs
    awk -v server="$1" '
        function plain(text) {
            while (match(text, /\[[^]]*\]\([^)]*\)/)) {
                link = substr(text, RSTART + 1, RLENGTH - 1)
                text = substr(text, 1, RSTART - 1) substr(link, 1, index(link, "](") - 1) substr(text, RSTART + RLENGTH)
            }
            gsub(/`/, "", text)
            return text
        }
        function folded(text,    words, count, i, line) {
            count = split(text, words, " ")
            line = "     "
            for (i = 1; i <= count; i++) {
                if (length(line) + length(words[i]) >= 100) {
                    print line
                    line = "     "
                }
                line = line " " words[i]
            }
            print line
        }
        BEGIN {
            other = server == "reactive" ? "servlet" : "reactive"
            FS = " *[|] *"
        }
        /^## / { heading = substr($0, 4) }
        /^[|] key [|]/ { table = 1; next }
        !/^[|]/ { table = 0 }
        table && !/^[|]-/ && $2 !~ "[(]" other "[)]" {
            if (heading != "") {
                print "\n" heading ":"
                heading = ""
            }
            sub(/ [(](reactive|servlet)[)]/, "", $2)
            print "  " plain($2) "  (default: " plain($3) ")"
            folded(plain($4))
        }' "$documents/configuration.md"
}

# Finds the word with the fewest characters to insert, delete or replace (Levenshtein): at most half of the longer word.
nearest() {
    commands | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' | awk -v word="$1" '
        function least(a, b) { return a < b ? a : b }
        function distance(a, b,    i, j, row, above, before) {
            for (j = 0; j <= length(b); j++) row[j] = j
            for (i = 1; i <= length(a); i++) {
                before = row[0]
                row[0] = i
                for (j = 1; j <= length(b); j++) {
                    above = row[j]
                    before += substr(a, i, 1) != substr(b, j, 1)
                    row[j] = least(before, least(row[j - 1], above) + 1)
                    before = above
                }
            }
            return row[length(b)]
        }
        {
            d = distance(word, $0)
            longer = length(word) > length($0) ? length(word) : length($0)
            if (2 * d <= longer && (found == "" || d < fewest)) {
                fewest = d
                found = $0
            }
        }
        END { print found }'
}

case $1 in
    keys) usage "$2" && keys "$2" ;;
    *) "$@" ;;
esac
