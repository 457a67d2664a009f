package dev.weir.crosscheck;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.perf.BadUsageException;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.load.Target;
import dev.weir.perf.scenario.ClosedDownloads;
import dev.weir.perf.scenario.EventScenarios;
import dev.weir.perf.scenario.SteadyDownloads;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.util.DigestUtils;

/** A scenario of {@code compare} that another load generator can run as well. */
public enum Crossed {
    /** Downloads by JMeter with the test plan {@code s1.jmx}. */
    S1("JMeter", 100, 8),
    /** Downloads by the Python script {@code client.py}. */
    S1X("client.py", 1_000, 2),
    /** Long polls by JMeter with the test plan {@code s2.jmx}. */
    S2("JMeter", 2_000, 2),
    /** Event streams by the Python script {@code client.py}. */
    S2X("client.py", 1_000, 2);

    private static final String ARTICLE_FILE = "article-200KiB.bin";
    private static final String LARGE_FILE = "large.bin";
    private static final int ARTICLE_BYTES = 200 * 1024;
    private static final int LARGE_BYTES = 64 << 20;
    private static final int RATE_BYTES = 200 * 1024;
    private static final Duration CHUNK_TIME = Duration.ofMillis(250);
    private static final int EVENTS_PER_SECOND = 10;
    private static final Duration STEADY = Duration.ofSeconds(4);
    private static final Duration QUEUED = Duration.ofSeconds(13); // longer than any response
    private static final Duration JMETER_STARTS = Duration.ofSeconds(8);
    private static final Duration PYTHON_STARTS = Duration.ofSeconds(1);

    final String client;
    /** How often the server gets this load before the first turn. The JIT compilers need more of the few downloads. */
    final int warmUps;

    private final int usual;

    Crossed(String client, int usual, int warmUps) {
        this.client = client;
        this.usual = usual;
        this.warmUps = warmUps;
    }

    /** Returns the scenario whose report has this name. Throws {@link IllegalArgumentException} if there is none. */
    static Crossed ofReport(String name) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.report().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no cross-check " + name));
    }

    String report() {
        return ControlCommand.CROSSCHECK + "-" + file();
    }

    /**
     * The server, the load generator and the folders of one cross-check.
     *
     * @param module the folder {@code crosscheck} of the project
     * @param out the folder for the files that the clients write
     */
    public record Place(
            Contender contender,
            ServerProcess server,
            Generator generator,
            ServedFolder folder,
            Path module,
            Path out) {
        Target target(String name, int bytes) throws IOException {
            return new Target(server.address(), "/files/" + name, folder.file(name, bytes));
        }

        int port() {
            return server.address().getPort();
        }
    }

    /** Returns {@code wanted} if it is positive, otherwise the number of clients that {@code compare} uses. */
    public int clients(int wanted) {
        return wanted > 0 ? wanted : usual;
    }

    /** Throws if the folder {@code module} lacks the program that this scenario needs: JMeter or {@code client.py}. */
    void require(Path module) {
        if (this == S1 || this == S2) {
            JMeter.require(module.resolve("jmeter"));
        } else if (!Files.isReadable(module.resolve(client))) {
            throw new BadUsageException("there is no " + module.resolve(client));
        }
    }

    public String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String title() {
        return this + ", loaded by this generator and by " + client;
    }

    public ServerPlan plan(int clients) {
        Scenario scenario = switch (this) {
            case S1 -> new ClosedDownloads(1, 1);
            case S1X -> new SteadyDownloads(clients, RATE_BYTES, CHUNK_TIME, false, Cores.APART, 1);
            case S2 -> new EventScenarios.NextEvents(clients, 1);
            case S2X -> new EventScenarios.Broadcasts(clients, EVENTS_PER_SECOND, 1, Cores.APART, 1);
        };
        return scenario.description().server();
    }

    public ScenarioCheck check(Place place, int clients, int rounds) throws IOException {
        Generator generator = place.generator;
        Duration ramp = Duration.ofMillis(Math.max(500, clients));
        Duration settle = ramp.plus(STEADY);
        boolean queues = this == S1
                && place.contender.holdsThread()
                && place.contender.threads(plan(clients).threads(), clients) < clients;
        OwnSide ours = switch (this) {
            case S1 ->
                OwnSide.users(generator, place.target(ARTICLE_FILE, ARTICLE_BYTES), clients, queues ? QUEUED : STEADY);
            case S1X -> OwnSide.downloads(generator, place.target(LARGE_FILE, LARGE_BYTES), clients, settle, ramp);
            case S2 -> OwnSide.polls(generator, place.server.address(), clients, settle, ramp);
            case S2X ->
                OwnSide.subscribers(generator, place.server.address(), clients, settle, ramp, EVENTS_PER_SECOND);
        };
        Path log = place.out.resolve(file() + "-client.log");
        ForeignSide.Program program = switch (this) {
            case S1, S2 ->
                new JMeter(
                        place.module.resolve("jmeter"),
                        file(),
                        properties(
                                place.server.address(),
                                clients,
                                place.folder.file(ARTICLE_FILE, ARTICLE_BYTES).bytes()),
                        place.out);
            case S1X ->
                python(
                        place,
                        "downloads",
                        clients,
                        log,
                        "/files/" + LARGE_FILE,
                        place.folder.root().resolve(LARGE_FILE).toString());
            case S2X ->
                python(place, "subscribers", clients, log, EventLoad.TOKEN, Integer.toString(EVENTS_PER_SECOND));
        };
        Duration starts = client.equals("JMeter") ? JMETER_STARTS : PYTHON_STARTS;
        ForeignSide theirs = new ForeignSide(program, ours.settle().plus(starts), log);
        Duration length = queues || this == S2 ? Duration.ofSeconds(20) : Duration.ofSeconds(10);
        return new ScenarioCheck(this, place.server, ours, theirs, length, rounds);
    }

    private static ForeignSide.Program python(Place place, String mode, int clients, Path log, String... rest) {
        Path script = place.module.resolve("client.py");
        return new CheckClient(script, mode, place.port(), clients, List.of(rest), log);
    }

    /** Returns the properties of JMeter's test plan. {@code article} is the content of the file that S1 downloads. */
    Map<String, String> properties(InetSocketAddress server, int clients, byte[] article) {
        Map<String, String> properties = new TreeMap<>(Map.of(
                "host", server.getHostString(),
                "port", Integer.toString(server.getPort()),
                "users", Integer.toString(clients)));
        if (this == S1) {
            properties.put("path", "/files/" + ARTICLE_FILE);
            properties.put("md5", DigestUtils.md5DigestAsHex(article));
        } else {
            properties.put("ramp", Long.toString(Math.max(1, clients / 1000)));
            properties.put("key", EventLoad.TOKEN);
            properties.put("event", new String(EventRecorder.text(0, 0), US_ASCII));
        }
        return properties;
    }

    @Override
    public String toString() {
        return name().replace('X', 'x');
    }
}
