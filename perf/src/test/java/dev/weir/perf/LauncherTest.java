package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests {@code ./weir} in a folder without Java, jars and {@code mvnw}. Some tests add fakes of these. */
class LauncherTest {
    private static final Path PROJECT = Path.of("..");

    @TempDir
    Path folder;

    @BeforeEach
    void copy() throws IOException {
        List<String> copied;
        try (Stream<Path> scripts = Files.list(PROJECT.resolve(".mvn"))) {
            copied = scripts.map(Path::getFileName)
                    .map(Path::toString)
                    .filter(name -> name.endsWith(".sh"))
                    .map(name -> ".mvn/" + name)
                    .toList();
        }
        for (String name : Stream.concat(copied.stream(), Stream.of("weir", "pom.xml", "docs/configuration.md"))
                .toList()) {
            Path copy = folder.resolve(name);
            Files.createDirectories(copy.getParent());
            Files.copy(PROJECT.resolve(name), copy);
        }
    }

    private Output weir(String... arguments) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of("./weir"), Stream.of(arguments)).toList(), "/usr/bin:/bin");
    }

    private Output run(List<String> command, String path) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", path);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "-h", "help"})
    void listsEveryCommand(String argument) throws IOException, InterruptedException {
        Output help = argument.isEmpty() ? weir() : weir(argument);
        assertThat(help.code()).isZero();
        assertThat(help.text())
                .contains("\n  reactive  ", "\n  servlet  ", "\n  cluster  ", "\n  sign  ", "\n  tools  ");
        for (CommandLine command :
                Program.commandLine(new Perf()).getSubcommands().values()) {
            String description = command.getCommandSpec().usageMessage().description()[0];
            assertThat(help.text()).contains("\n  %-13s  %s\n".formatted(command.getCommandName(), description));
        }
    }

    @Test
    void tellsItsVersion() throws IOException, InterruptedException {
        assertThat(weir("--version").text()).matches("weir \\d+\\.\\d+\\.\\d+\\S*\n");
    }

    @Test
    void tellsNoCommitOfARepositoryThatItMerelyLiesIn() throws IOException, InterruptedException {
        String script = """
            if command -v git >/dev/null; then
                git init -q .
                git -c user.name=a -c user.email=a commit -q --allow-empty -m a
            fi
            mkdir inner
            cp -R .mvn weir pom.xml inner
            inner/weir --version
            """;
        assertThat(run(List.of("/bin/sh", "-ec", script), "/usr/bin:/bin").text())
                .matches("weir \\S+\n");
    }

    @ParameterizedTest
    @CsvSource({
        "reactive, weir.connections.max  (default: 19000), weir.model",
        "servlet, weir.model  (default: async), weir.connections.max  (default: 19000)"
    })
    void aServersHelpTellsItsKeys(String server, String its, String ofTheOther)
            throws IOException, InterruptedException {
        Output help = weir(server, "--weir.files.root=.", "--help");
        assertThat(help.code()).isZero();
        assertThat(help.text())
                .startsWith("usage: weir " + server)
                .contains(
                        "\n  " + its,
                        "\n  weir.files.root  (default: built-in samples)\n      folder served under /files")
                .contains("\n  weir.redis.uri  ")
                .doesNotContain("\n  " + ofTheOther, "`", "](");
    }

    /** The environment changes with which cache and options the script starts Java. A fake Java prints its arguments. */
    @ParameterizedTest
    @CsvSource({
        "'', CACHE -XX:CompileThresholdScaling=5 -XX:Tier2InvokeNotifyFreqLog=14 -XX:Tier2BackedgeNotifyFreqLog=18 -jar",
        "JDK_JAVA_OPTIONS=-XX:CompileThresholdScaling=1, CACHE -jar",
        "WEIR_AOT=, CACHE -XX:CompileThresholdScaling=5",
        "WEIR_AOT=off, -jar",
        "WEIR_AOT=no, 'weir: WEIR_AOT is ''no'', but must be on or off'"
    })
    void theEnvironmentChangesHowTheCacheIsUsed(String variable, String called)
            throws IOException, InterruptedException {
        String script = """
            mkdir -p release/bin release/lib release/runtime/bin
            cp weir release/bin
            cp -R .mvn release/libexec
            echo cache >release/lib/reactive-server.aot
            printf '#!/bin/sh\\necho "$@"\\n' >release/runtime/bin/java
            chmod +x release/runtime/bin/java
            %s release/bin/weir reactive
            """.formatted(variable);
        String text = run(List.of("/bin/sh", "-ec", script), "/usr/bin:/bin").text();
        assertThat(text.replaceAll("-XX:AOTCache=\\S+", "CACHE")).startsWith(called);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reactive", "servlet", "cluster"})
    void theServersOfAReleaseReadItsConfiguration(String command) throws IOException, InterruptedException {
        String script = """
            mkdir -p release/bin release/libexec release/runtime/bin
            cp weir release/bin
            cp .mvn/*.sh release/libexec
            printf '#!/bin/sh\\necho "$@"\\n' | tee release/runtime/bin/java >release/libexec/cluster.sh
            chmod +x release/runtime/bin/java
            release/bin/weir %s --port=8090
            """.formatted(command);
        String conf = folder.toRealPath().resolve("release/conf") + "/";
        assertThat(run(List.of("/bin/sh", "-ec", script), "/usr/bin:/bin")
                        .text()
                        .strip())
                .endsWith("--spring.config.additional-location=optional:file:" + conf + " --port=8090");
    }

    /** The help of picocli ignores {@code TERM}. So if the terminal is dumb, the script must set {@code NO_COLOR}. */
    @ParameterizedTest
    @CsvSource({"dumb, NO_COLOR=1", "xterm, NO_COLOR="})
    void aTerminalThatIsDumbGetsNoColours(String terminal, String printed) throws IOException, InterruptedException {
        build("");
        String script = """
            mkdir -p perf/target
            : >perf/target/perf.jar
            printf '#!/bin/sh\\necho "NO_COLOR=${NO_COLOR-}"\\n' >runtime/bin/java
            TERM=%s ./weir diff --help
            """.formatted(terminal);
        assertThat(run(List.of("/bin/sh", "-ec", script), "/usr/bin:/bin").text())
                .isEqualToIgnoringNewLines(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "tools"})
    void aScriptsHelpTellsItsUsage(String command) throws IOException, InterruptedException {
        Output help = weir(command, "--help");
        assertThat(help.text()).startsWith("usage: weir " + command);
        assertThat(help.code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            comapre, did you mean compare?
            serv, did you mean servlet?
            x, no command 'x'; weir --help lists all
            "", no command ''; weir --help lists all
            --verbose, no option '--verbose'
            reactive 8090, '8090' is not a setting
            servlet --server.port 8090, '8090' is not a setting
            tools oha, tools: takes no options
            cluster --port 65000, --port must be
            cluster --nodes tomcat, --nodes must be
            """)
    void refusesInOneLineBeforeItBuilds(String arguments, String reason) throws IOException, InterruptedException {
        Output output = weir(arguments.split(" ", -1));
        assertThat(output.text()).startsWith("weir: ").contains(reason).hasLineCount(1);
        assertThat(output.code()).isEqualTo(2);
    }

    @Test
    void aClusterWithoutBashIsRefusedInOneLine() throws IOException, InterruptedException {
        link("dirname", "readlink");
        assertThat(run(List.of("./weir", "cluster"), folder.toString()))
                .isEqualTo(new Output(2, "weir: cluster: needs bash, which is not on the PATH\n"));
    }

    /** Makes links to these programs, so that a test can run with them alone on the {@code PATH}. */
    private void link(String... programs) throws IOException {
        for (String program : programs) {
            Files.createSymbolicLink(folder.resolve(program), Path.of("/bin", program));
        }
    }

    /** Writes this script as {@code mvnw}, and a fake {@code java} that prints which program and options it gets. */
    private void build(String script) throws IOException {
        Files.createDirectories(folder.resolve("runtime/bin"));
        Files.createDirectories(folder.resolve("perf/src/main"));
        Files.createFile(folder.resolve("perf/pom.xml"));
        for (String[] program : new String[][] {
            {"mvnw", script}, {"runtime/bin/java", "until [ $1 = -jar ]; do shift; done; shift; echo \"java $*\""}
        }) {
            Path file = Files.writeString(folder.resolve(program[0]), "#!/bin/sh\n" + program[1]);
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
    }

    @Test
    void aSignalEndsTheBuildToo() throws IOException, InterruptedException {
        build("""
            echo $$ >pid
            kill "$(cut -d ' ' -f 4 /proc/$PPID/stat)" # weir, which has started build.sh, which has started this
            exec sleep 60
            """);
        Output output = weir("diff");
        assertThat(output.text()).startsWith("weir: building").hasLineCount(1);
        assertThat(output.code()).isEqualTo(130);
        long maven = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(ProcessHandle.of(maven)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill $weir && exec sleep 60", "kill -9 $PPID", "exit 1"})
    void anUnfinishedBuildIsDoneAgain(String end) throws IOException, InterruptedException {
        build("""
            weir=$(cut -d ' ' -f 4 /proc/$PPID/stat)
            mkdir -p perf/target
            sleep 0.1 # files of the same tick of the clock would have the same time
            [ -e perf/target/perf.jar ] || echo "$(cat half 2>/dev/null) built" >perf/target/perf.jar
            [ -e half ] || { echo half >half && %s; }
            """.formatted(end));
        assertThat(weir("diff").text()).startsWith("weir: building").doesNotContain("java");
        assertThat(weir("diff").text()).startsWith("weir: building").endsWith("perf.jar diff\n");
        assertThat(folder.resolve("perf/target/perf.jar")).hasContent("half built");
        assertThat(weir("diff").text()).startsWith("java ");
    }

    @Test
    void anUnfinishedBuildCostsNoJarThatWasBuiltBefore() throws IOException, InterruptedException {
        build("""
            mkdir -p perf/target watch/target
            sleep 0.1 # files of the same tick of the clock would have the same time
            echo built >>perf/target/perf.jar
            [ -e perf/src/main/Bad.java ] || { echo built >watch/target/watch.jar; exit 0; }
            exit 1
            """);
        assertThat(weir("diff").text()).startsWith("weir: building").endsWith("perf.jar diff\n");
        Path bad = Files.createFile(folder.resolve("perf/src/main/Bad.java"));
        for (int i = 0; i < 2; i++) {
            assertThat(weir("diff").code()).isOne();
            assertThat(folder.resolve("watch/target/watch.jar")).exists();
            assertThat(folder.resolve("perf/target/perf.jar")).doesNotExist();
        }
        Files.delete(bad);
        assertThat(run(List.of("./mvnw"), "/usr/bin:/bin").code()).isZero();
        Files.createFile(folder.resolve(".mvn/build.begun")); // the mark of earlier versions
        assertThat(weir("diff").text()).startsWith("java ");
    }

    @Test
    void aMavenThatOutlivesItsScriptKeepsTheLock() throws IOException, InterruptedException {
        assumeThat(Path.of("/usr/bin/flock")).exists();
        build("""
            mkdir -p perf/target
            : >perf/target/perf.jar
            [ ! -e begun ] || { cat ended >seen; exit 0; }
            : >begun
            kill -9 $PPID
            sleep 1
            echo ended >ended
            """);
        assertThat(weir("diff").text()).startsWith("weir: building").doesNotContain("java");
        assertThat(weir("diff").text()).startsWith("weir: waiting").endsWith("perf.jar diff\n");
        assertThat(folder.resolve("seen")).hasContent("ended");
    }

    /**
     * The script must show which module Maven builds. The program {@code script} gives {@code ./weir} a terminal. The
     * fake {@code mvnw} names each module, and waits until the terminal shows it.
     */
    @Test
    void aTerminalShowsTheModuleWithoutItsVersion() throws IOException, InterruptedException {
        build("""
            shown() { for i in $(seq 100); do ! grep -q "$1" screen || break; sleep 0.1; done; }
            shown building
            echo '[INFO] Building Weir 1.0.0-SNAPSHOT                                          [1/12]'
            shown 1/12
            echo '[INFO] Building Weir reactive server 1.0.0-SNAPSHOT                          [3/12]'
            shown 3/12
            mkdir -p perf/target
            : >perf/target/perf.jar
            """);
        List<String> command = List.of("env", "TERM=xterm", "script", "-qefc", "./weir diff", "screen");
        assertThat(run(command, "/usr/bin:/bin").text())
                .contains("weir: building, ", "building [1/12] Weir, ", "building [3/12] Weir reactive server, ");
    }

    /**
     * Maven gives the final jar an old date. So the script must compare the dates of the sources with the date of
     * Maven's other jar, {@code .jar.original}.
     */
    @Test
    void jarsThatMavenHasBuiltAreNotBuiltAgain() throws IOException, InterruptedException {
        build(
                "mkdir -p perf/target && touch perf/target/perf.jar.original && touch -d 2026-01-01 perf/target/perf.jar");
        assertThat(run(List.of("./mvnw"), "/usr/bin:/bin").code()).isZero();
        assertThat(weir("diff").text()).startsWith("java ");
        Path source = Files.createFile(folder.resolve("perf/src/main/Source.java"));
        assertThat(weir("diff").text()).startsWith("weir: building");
        assertThat(weir("diff").text()).startsWith("java ");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(weir("diff").text()).startsWith("weir: building");
    }

    @ParameterizedTest
    @CsvSource({
        "compare, perf, perf.jar compare --out DIR",
        "verify, crosscheck perf, crosscheck.jar verify --out DIR",
        "crosscheck, crosscheck perf, crosscheck.jar crosscheck --out DIR",
        "storms, resilience perf, resilience.jar storms --out DIR",
        "cluster-check, resilience perf, resilience.jar cluster-check --out DIR",
        "bench, bench perf, bench.jar --out DIR",
        "check, check perf, check.jar --out DIR",
        "watch, watch perf reactive-server servlet-baseline, watch.jar --out DIR"
    })
    void aCommandRunsTheJarOfItsModule(String command, String modules, String call)
            throws IOException, InterruptedException {
        build("for module in %s; do mkdir -p $module/target; : >$module/target/$module.jar; done".formatted(modules));
        weir(command, "--out", "DIR"); // this first call builds the jars
        assertThat(weir(command, "--out", "DIR").text())
                .startsWith("java ")
                .endsWith("/" + call + "\n")
                .hasLineCount(1);
    }

    @Test
    void aSourceThatChangesDuringABuildIsBuiltByTheNext() throws IOException, InterruptedException {
        build("""
            echo built >>builds
            mkdir -p perf/target
            : >perf/target/perf.jar
            [ ! -e now ] || exit 0
            : >now
            until [ perf/src/main/Source.java -nt now ]; do : >perf/src/main/Source.java; done
            """);
        for (int i = 0; i < 3; i++) {
            assertThat(weir("diff").text()).endsWith("perf.jar diff\n");
        }
        assertThat(folder.resolve("builds")).hasContent("built\nbuilt\n");
    }

    /**
     * Without the program {@code flock}, the script's lock is a symbolic link that names its owner's process id. If the
     * owner runs, the script must wait. If the owner has ended, the script must take the lock at once.
     */
    @ParameterizedTest
    @CsvSource({"true, waited got", "false, got"})
    void aLockWithoutFlockIsTakenFromProcessesThatHaveEnded(boolean alive, String said)
            throws IOException, InterruptedException {
        long owner = alive ? ProcessHandle.current().pid() : ended();
        assertThat(lock("a", owner, "")).isEqualTo(new Output(0, said));
        assertThat(folder.resolve("a.pid")).doesNotExist();
    }

    @Test
    void aLockIsNotTakenFromAProcessThatWasFasterToTakeIt() throws IOException, InterruptedException {
        String faster = "ps() { rm a.pid; ln -s " + ProcessHandle.current().pid() + " a.pid; return 1; };";
        assertThat(lock("a", ended(), faster)).isEqualTo(new Output(0, "waited got"));
    }

    @Test
    void aLockIsTakenAlthoughTheProcessThatRemovedItWasKilled() throws IOException, InterruptedException {
        long owner = ended();
        Files.createSymbolicLink(folder.resolve("a.pid." + owner), Path.of(Long.toString(ended())));
        assertThat(lock("a", owner, "")).isEqualTo(new Output(0, "got"));
    }

    @Test
    void aLockThatCannotBeMadeIsToldInOneLine() throws IOException, InterruptedException {
        assertThat(lock("none/a", ended(), "sleep() { :; }; exec 2>&3;"))
                .isEqualTo(new Output(1, "weir: cannot make the lock none/a.pid\n"));
    }

    private static long ended() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/bin/true").start();
        process.waitFor();
        return process.pid();
    }

    private Output lock(String file, long owner, String functions) throws IOException, InterruptedException {
        link("ln", "readlink", "rm");
        Files.createSymbolicLink(folder.resolve("a.pid"), Path.of(Long.toString(owner)));
        String script = "set -eu; . .mvn/lock.sh; exec 3>&2 2>/dev/null; sleep() { printf 'waited '; rm -f a.pid; }; "
                + functions + " lock " + file + "; printf got; unlock";
        return run(List.of("/bin/sh", "-c", script), folder.toString());
    }
}
