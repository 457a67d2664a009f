package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CompareCommandTest {
    @ParameterizedTest
    @CsvSource({
        "reactive async, reactive",
        "reactive nginx, nginx",
        "async nchan virtual, nchan",
        "reactive stock, stock",
        "reactive sleeping, reactive"
    })
    void ratiosAreInTermsOfThePeerOrOfTheFirst(String contenders, String baseline) {
        assertThat(CompareCommand.usualBaseline(
                        Stream.of(contenders.split(" ", -1)).map(Entrant::of).toList()))
                .isEqualTo(Entrant.of(baseline));
    }

    /** Only a full comparison has servers in the idiomatic style. A quick one must end in minutes, so it omits them. */
    @ParameterizedTest
    @CsvSource({"S1,5", "S2x,4", "S6,4", "S1x,4"})
    void aFullComparisonHasBothStyles(String scenario, int idiomatic) {
        assertThat(usual("--scenario", scenario).filter(label -> label.endsWith("-idiomatic")))
                .hasSize(idiomatic);
        assertThat(usual("--quick", "--scenario", scenario))
                .contains("reactive", "async", "virtual")
                .noneMatch(label -> label.endsWith("-idiomatic"));
    }

    /** The recorded command must omit {@code --watch}, so that a run can be continued without the web page. */
    @Test
    void thePlanDoesNotNameThePage() {
        CommandLine compare = new CommandLine(new CompareCommand());
        compare.parseArgs("--out", "unused", "--watch", "--quick");
        assertThat(compare.getMixins().get("options"))
                .isInstanceOfSatisfying(
                        FolderOptions.RunOptions.class,
                        options -> assertThat(options.command())
                                .contains("--quick")
                                .doesNotContain("--watch"));
    }

    /** The recorded command must quote each {@code --contender}, so that a user can run the command in a shell. */
    @Test
    void thePlanNamesTheServersThatJoin() {
        CommandLine compare = new CommandLine(new CompareCommand());
        Values.register(compare);
        compare.parseArgs("--out", "unused", "--contender", "mine=serve 'a b' {port}", "--contender", "yours={port}");
        assertThat(compare.getMixins().get("options"))
                .isInstanceOfSatisfying(
                        FolderOptions.RunOptions.class,
                        options -> assertThat(options.command())
                                .endsWith("--contender='mine=serve '\\''a b'\\'' {port}' --contender='yours={port}'"));
    }

    @Test
    void serversThatJoinFollowTheOthers() {
        assertThat(joined("mine={port}").after(List.of(Entrant.of("async"))))
                .extracting(Entrant::label)
                .containsExactly("async", "mine");
        assertThat(joined("mine={port}").entrant("mine").label()).isEqualTo("mine");
        assertThat(joined("mine={port}").entrant("async")).isEqualTo(Entrant.of("async"));
    }

    @Test
    void noMoreServersJoinThanChartsCanShow() {
        String[] six = {"a={port}", "b={port}", "c={port}", "d={port}", "e={port}", "f={port}"};
        assertThat(joined(six).after(List.of())).hasSize(JoinOptions.MOST);
        JoinOptions seven =
                joined(Stream.concat(Stream.of(six), Stream.of("g={port}")).toArray(String[]::new));
        assertThatExceptionOfType(BadUsageException.class)
                .isThrownBy(() -> seven.after(List.of()))
                .withMessageContaining("at most 6 servers can join");
    }

    private static JoinOptions joined(String... servers) {
        JoinOptions options = new JoinOptions();
        options.servers = Stream.of(servers).map(JoinedServer::of).toList();
        return options;
    }

    @Test
    void refusesThePageIfItIsNotBuilt(@TempDir Path folder) {
        assertThatExceptionOfType(BadUsageException.class)
                .isThrownBy(() -> RunPage.open(folder, folder))
                .withMessageContaining("watch.jar")
                .withMessageContaining("leave out --watch");
    }

    @Test
    void refusesThePageIfItsProcessEnds(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("watch.jar"), "no jar");

        assertThatExceptionOfType(BadUsageException.class)
                .isThrownBy(() -> RunPage.open(folder, folder))
                .withMessageContaining("the page did not start: ")
                .withMessageContaining("watch.jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"smoke", "full"})
    void aProfileRunsEachScenarioWithOptionsThatCompareTakes(String name, @TempDir Path folder) throws IOException {
        List<String> scenarios = new ArrayList<>();
        for (Profile.Part part : Profile.of(name).parts()) {
            CommandLine compare = new CommandLine(new CompareCommand());
            Values.register(compare);
            compare.parseArgs(Stream.concat(part.options().stream(), Stream.of("--out", folder.toString()))
                    .toArray(String[]::new));
            assertThat(part.minutes()).as(part.text()).isLessThan(120);
            scenarios.add(part.options().get(part.options().indexOf("--scenario") + 1));
        }
        assertThat(scenarios)
                .contains(
                        "S1",
                        "S1x",
                        "S2",
                        "S2x",
                        "S3",
                        "S4",
                        "S5",
                        "S6",
                        "S7",
                        "S8",
                        "S9",
                        "S9s",
                        "capacity",
                        "memory");
    }

    /** A profile (list of comparisons) must leave out each server whose AOT cache is missing. */
    @Test
    void aProfileLeavesOutContendersWithoutACache(@TempDir Path folder) throws IOException {
        Profile.Part part = Profile.Part.of("s9 40 --scenario S9 --contenders reactive,reactive@aot,async,async@aot");
        assertThat(part.runnable(folder).options()).endsWith("reactive,async");
        Files.writeString(folder.resolve("reactive-server.jar"), "a jar of a release");
        Files.writeString(folder.resolve("reactive-server.aot"), "and its cache");
        assertThat(part.runnable(folder).options()).endsWith("reactive,reactive@aot,async");
    }

    /** Without the jar {@code servlet-jetty}, a profile (list of comparisons) must omit those that need this jar. */
    @Test
    void aProfileLeavesOutAServerThatIsNotBuilt(@TempDir Path folder) throws IOException {
        List<Profile.Part> full = Profile.of("full").parts();
        assertThat(full.stream().filter(part -> !part.hasServers(folder)).map(Profile.Part::folder))
                .containsExactly("s1-jetty", "s2x-jetty");
        Files.writeString(folder.resolve("servlet-jetty.jar"), "a jar");
        assertThat(full).allMatch(part -> part.hasServers(folder));
    }

    /** A full run without the server on Jetty must name what it omits. Otherwise the user takes it for complete. */
    @Test
    void aProfileNamesThePartsThatItLeavesOut(@TempDir Path folder) {
        String out = folder.resolve("out").toString();
        Output output = Output.ofPerf("compare", "--full", "--jars", folder.toString(), "--out", out);
        assertThat(output.text())
                .contains("Without s1-jetty: there is no " + folder, "Without s2x-jetty: there is no " + folder)
                .contains("servlet-jetty.jar\n");
    }

    /**
     * To test the measurement, an equal copy of one server (the control) also runs. If the scenario measures CPU time
     * or allocation, a copy that uses more of it also runs. S9 and S9s measure neither. The server {@code sleeping} is
     * a control only in S9s.
     */
    @ParameterizedTest
    @CsvSource({
        "S5,reactive,reactive reactive#2 reactive+10%cpu",
        "S8,reactive,reactive reactive#2 reactive+5%alloc",
        "S9,reactive,reactive reactive#2 reactive",
        "S9s,sleeping,sleeping sleeping#2 sleeping",
        "S2,sleeping,''"
    })
    void aScenarioPlantsOnlyCostsThatItMeasures(String scenario, String contender, String twins) {
        CompareCommand command = new CompareCommand();
        CommandLine line = new CommandLine(command);
        Values.register(line);
        line.parseArgs("--out", "unused", "--scenario", scenario, "--contenders", contender);
        assertThat(command.control().stream().flatMap(command::twins).map(Entrant::label))
                .containsExactly(Stream.of(twins.split(" ", -1))
                        .filter(twin -> !twin.isEmpty())
                        .toArray(String[]::new));
    }

    @Test
    void aProfileTakesNoOptionThatItWouldIgnore(@TempDir Path folder) {
        assertThat(Output.ofPerf("compare", "--smoke", "--seed", "7", "--out", folder.toString()))
                .returns(2, Output::code)
                .extracting(Output::text)
                .asString()
                .contains("--smoke runs fixed comparisons, so it does not take --seed");
    }

    @Test
    void aProfileTellsItsDurationAndStopsAtAPartThatCannotRun(@TempDir Path folder) {
        Output output = Output.ofPerf(
                "compare",
                "--smoke",
                "--jars",
                folder.toString(),
                "--out",
                folder.resolve("out").toString());

        assertThat(output.code()).isEqualTo(2);
        assertThat(output.text())
                .startsWith("14 comparisons, about 0 h 14 min in all:\n")
                .containsOnlyOnce("there is no ");
    }

    private static Stream<String> usual(String... arguments) {
        CompareCommand command = new CompareCommand();
        new CommandLine(command)
                .parseArgs(Stream.concat(Stream.of("--out", "unused"), Stream.of(arguments))
                        .toArray(String[]::new));
        return command.usual().stream().map(Entrant::label);
    }
}
