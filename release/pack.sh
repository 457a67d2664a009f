#!/bin/sh
# Packs a release from the jars that Maven has built: pack.sh VERSION FOLDER. The profile `release` runs it:
#   ./mvnw -Prelease -DskipTests package
# The release has a Java runtime of its own, so it runs without an installed Java, on machines like this one.
# It is made, and its servers are run, in a folder in TMPDIR (default: /tmp), which must allow to run programs.
set -eu
version=$1
target=$2
here=$(cd "$(dirname "$0")" && pwd)
project=${here%/*}
. "$project/.mvn/jdk.sh"

system=$(uname -s | tr '[:upper:]' '[:lower:]')
name=weir-$version-$system-$(uname -m)
# In a cache is the path of the jar that it was trained with, and Spring Boot logs that path if it exists. So a release is
# made in a folder that tells nothing and is then gone.
temporary=$(mktemp -d)
case $temporary in /*) ;; *) temporary=$PWD/$temporary ;; esac
trap 'rm -rf "$temporary"' EXIT
trap 'exit 130' INT TERM HUP
root=$temporary/$name
mkdir -p "$root/bin" "$root/conf" "$root/lib" "$root/libexec" "$root/licenses"

# Unpacked, because the AOT cache holds no class of nested jars. Both servers share the libraries.
for server in reactive-server servlet-baseline; do
    "$jdk/bin/java" -Djarmode=tools -jar "$project/$server/target/$server.jar" \
        extract --destination "$root/lib" --libraries libraries --force >/dev/null
done
"$jdk/bin/java" "$project/.mvn/Unsign.java" "$root"/lib/libraries/*.jar
for program in perf crosscheck resilience bench watch check; do
    cp "$project/$program/target/$program.jar" "$root/lib"
done
mkdir "$root/lib/crosscheck"
cp "$project/crosscheck/client.py" "$root/lib/crosscheck" # JMeter has to be downloaded, which needs a checkout

# All of Java SE, since libraries look classes up by name. Beside it: sun.misc.Unsafe, remote JMX, JFR and its events of
# management, jcmd with attach, DNS names, the extended socket options, and the benchmarks' file systems in jars. The last
# three have security providers that java.security names: to find a missing one, the JVM would load all of Bouncy Castle.
modules=java.se,jdk.unsupported,jdk.management,jdk.management.agent,jdk.jfr,jdk.management.jfr,jdk.attach,jdk.jcmd
modules=$modules,jdk.naming.dns,jdk.net,jdk.zipfs,jdk.httpserver
modules=$modules,jdk.crypto.cryptoki,java.smartcardio,jdk.security.jgss
"$jdk/bin/jlink" --add-modules "$modules" --no-header-files --no-man-pages --strip-java-debug-attributes \
    --generate-cds-archive --output "$root/runtime"
rm -f "$root"/runtime/lib/server/classes_*.jsa # for heaps over 32 GB, and other rare options

cp "$project/weir" "$root/bin"
for part in cluster help jdk places tools; do
    cp "$project/.mvn/$part.sh" "$root/libexec"
done
cp -R "$project/docs" "$root/docs"
cp "$here/application.yaml" "$root/conf"
cp "$here/weir.service" "$here/Containerfile" "$project/README.md" "$project/CHANGELOG.md" "$project/LICENSE" "$root"
cp "$target/THIRD-PARTY.txt" "$root/licenses"
commit=$(GIT_CEILING_DIRECTORIES=${project%/*} git -C "$project" rev-parse --short HEAD 2>/dev/null) || commit=
echo "weir $version${commit:+ ($commit)}" >"$root/VERSION"

# The JVM takes a cache only with the jars' and the runtime's times of modification, which are those in the archive.
time=2026-01-01T00:00:00Z
find "$root" -exec touch -h -d "$time" {} +
for server in reactive-server servlet-baseline; do
    "$project/.mvn/train.sh" "$root/runtime" "$root/lib/$server.jar" "$root/lib/$server.aot" "$root/lib/perf.jar"
done
rm -f "$root/lib/training.log"

cd "$target"
rm -rf "$name"
mv "$root" .
tar --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner -czf "$name.tar.gz" "$name"
sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
echo "weir: $target/$name.tar.gz, $(du -h "$name.tar.gz" | cut -f1), unpacked $(du -sh "$name" | cut -f1)"
