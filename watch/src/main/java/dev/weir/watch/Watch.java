package dev.weir.watch;

import dev.weir.events.EventLog;
import dev.weir.perf.FolderOptions;
import dev.weir.perf.Program;
import dev.weir.perf.Values;
import dev.weir.perf.contender.Contender;
import dev.weir.watch.fleet.DemoFleet;
import dev.weir.watch.fleet.Fleet;
import dev.weir.watch.page.PageKind;
import dev.weir.watch.page.PageServer;
import dev.weir.watch.run.RunFollower;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The main class of {@code ./weir watch}, which shows servers live on a local web page. */
@Command(
        name = "weir watch",
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        description = "Shows servers live on a local page, side by side, until Ctrl-C.")
public final class Watch implements Callable<Integer> {
    private static final List<Contender> DEMO =
            List.of(Contender.REACTIVE, Contender.ASYNC, Contender.VIRTUAL, Contender.BLOCKING);
    private static final List<URI> USUAL =
            List.of(URI.create("http://localhost:9080"), URI.create("http://localhost:9081"));
    private static final int MOST_EVENTS = 720; // three minutes of samples
    private static final long MOST_BYTES = 8 << 20;

    @Option(names = "--demo", description = "starts a server of each model, with a gentle load")
    private boolean demo;

    @Option(
            names = "--threads",
            defaultValue = "10",
            description = "--demo: threads of each Tomcat's pool; default: ${DEFAULT-VALUE}")
    private int threads;

    @Option(
            names = "--port",
            defaultValue = "7070",
            converter = Port.class,
            description = "of the page; default: ${DEFAULT-VALUE}; 0: any free")
    private int port;

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "--demo: folder of the built project or of a release's jars; default: this program's")
    private Path jars = FolderOptions.modules();

    @Option(names = "--run", paramLabel = "DIR", description = "shows the run of weir compare in this folder instead")
    private @Nullable Path run;

    @Parameters(
            paramLabel = "URL",
            description =
                    "management addresses of running servers; default: http://localhost:9080 http://localhost:9081")
    private List<URI> managements = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] arguments) {
        Program.run(new Watch(), arguments);
    }

    static final class Port implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            int port = new Values.AnyInt().convert(text);
            if (port < 0 || port > 0xffff) {
                throw new TypeConversionException("'" + text + "' is not a port from 0 to 65535");
            }
            return port;
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (run != null && (demo || !managements.isEmpty())) {
            throw refused("--run shows no servers; leave out --demo and addresses");
        }
        try {
            if (run == null) {
                watchServers();
            } else {
                watchRun(run);
            }
        } catch (BindException e) {
            throw new IOException("port " + port + " is in use; choose another with --port", e);
        }
        return 0;
    }

    private void watchServers() throws IOException, InterruptedException {
        check();
        EventLog log = log(MOST_EVENTS);
        try (PageServer page = new PageServer(port, PageKind.LIVE, log);
                Fleet fleet = fleet()) {
            fleet.sample(log);
            page.start(fleet.orders());
            untilCtrlC(page);
        }
    }

    private void watchRun(Path folder) throws IOException, InterruptedException {
        EventLog log = log(1);
        try (PageServer page = new PageServer(port, PageKind.RUN, log);
                RunFollower _ = new RunFollower(folder, log)) {
            page.start(Map.of());
            untilCtrlC(page);
        }
    }

    private static EventLog log(int mostEvents) {
        return new EventLog(Long.toString(System.currentTimeMillis(), 36), mostEvents, MOST_BYTES);
    }

    private static void untilCtrlC(PageServer page) throws InterruptedException {
        System.out.println("Watch at http://localhost:" + page.port() + "/ until Ctrl-C");
        new CountDownLatch(1).await();
    }

    private void check() {
        if (!demo) {
            managements.forEach(this::checkAddress);
            return;
        }
        if (!managements.isEmpty()) {
            throw refused("--demo starts its own servers; leave out " + managements.getFirst());
        }
        for (Contender contender : DEMO) {
            if (!Files.isReadable(contender.jar(jars))) {
                throw refused(
                        "there is no " + contender.jar(jars) + ": build the project, or name its folder with --jars");
            }
        }
    }

    private Fleet fleet() throws IOException {
        return demo ? DemoFleet.start(DEMO, jars, threads) : Fleet.of(managements.isEmpty() ? USUAL : managements);
    }

    private void checkAddress(URI given) {
        if (!"http".equals(given.getScheme()) || given.getHost() == null || given.getPort() < 0) {
            throw refused("'" + given + "' is not an address such as http://localhost:9080");
        }
        if (!isLoopback(given.getHost())) {
            throw refused("'" + given + "' is not a loopback address; forward its port, for example with ssh -L");
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private ParameterException refused(String reason) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), reason);
    }
}
