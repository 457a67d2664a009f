#!/bin/sh
# Makes the AOT cache that lets a server start faster: aot.sh JAR FOLDER. Replaces the folder, unless it belongs to this
# jar, JDK and training. Exits with an error if the folder then holds no cache.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/jdk.sh"
. "$here/lock.sh"
jar=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
name=$(basename "$jar" .jar)
mkdir -p "$2"
folder=$(cd "$2" && pwd)

lock "$folder.lock"
trap unlock EXIT
id="$(cksum <"$jar") $(cksum <"$jdk/release") $(cksum <"$here/train.sh") $folder"
if [ "$(cat "$folder/id" 2>/dev/null)" = "$id" ]; then
    [ -s "$folder/$name.aot" ] # false if the training has failed before
    exit
fi
echo "weir: training the JVM (half a minute, once for each build)" >&2
rm -rf "$folder"
mkdir "$folder"

interrupted=
end() {
    if [ ! "$interrupted" ]; then # else the next start tries again
        echo "$id" >"$folder/id"
        [ -s "$folder/$name.aot" ] ||
            echo "weir: no AOT cache, see $folder/training.log; starting from the jar. Delete $folder to try again" >&2
    fi
    unlock
}
trap end EXIT
trap 'interrupted=yes; exit 130' INT TERM HUP

"$jdk/bin/java" -Djarmode=tools -jar "$jar" extract --destination "$folder" --force >"$folder/training.log"
"$jdk/bin/java" "$here/Unsign.java" "$folder"/lib/*.jar
"$here/train.sh" "$jdk" "$folder/$name.jar" "$folder/$name.aot" "$here/../perf/target/perf.jar" 9>&- || {
    [ $? != 130 ] || interrupted=yes
    exit 1
}
