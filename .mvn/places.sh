# Sourced by weir and cluster.sh, with `home` set. Sets `jdk` to the home of the Java that runs Weir, and defines
# `jar MODULE`, which prints the path of a module's jar. A release has both with it, and a checkout has the jars that
# Maven built.
if [ -x "$home/runtime/bin/java" ]; then
    weir_runtime=$home/runtime
    jar() { echo "$home/lib/$1.jar"; }
else
    jar() { echo "$home/$1/target/$1.jar"; }
fi
. "$parts/jdk.sh"
