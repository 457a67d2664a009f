package dev.weir.check;

import dev.weir.contract.external.ExternalContract;
import dev.weir.contract.external.ExternalServer;
import dev.weir.perf.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.springframework.util.unit.DataSize;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The main class of {@code ./weir check}, which runs the contract's rules against any running server. */
@Command(
        name = "weir check",
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        description =
                "Runs the contract's rules against any running server. Ends with 3 if it breaks one, or keeps none.")
public final class Check implements Callable<Integer> {
    private static final int BROKEN = 3;
    private static final int PATIENCE_MILLIS = 5_000;

    @Parameters(paramLabel = "URL", description = "address of the server, such as http://127.0.0.1:8080")
    private URI url = URI.create("");

    @Option(
            names = "--files",
            paramLabel = "DIR",
            description = "a folder that holds nothing but an empty folder 'root', which the server serves under"
                    + " /files/; the check puts files into both, and deletes them at its end")
    private @Nullable Path folder;

    @Option(names = "--key", description = "a client's key that may publish events")
    private @Nullable String key;

    @Option(names = "--rate", description = "rate of a client, such as 200KB; default: what the server announces")
    private @Nullable DataSize rate;

    @Option(names = "--rules", split = ",", description = "only these, such as D,T02; default: all")
    private List<String> rules = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] arguments) {
        // Prevents the machine's locale from changing the format of numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine(System.out, System.err).execute(arguments));
    }

    private final PrintStream out;

    private Check(PrintStream out) {
        this.out = out;
    }

    static CommandLine commandLine(PrintStream out, PrintStream err) {
        return Program.commandLine(new Check(out))
                .registerConverter(DataSize.class, DataSize::parse)
                .setOut(new PrintWriter(out, true, out.charset()))
                .setErr(new PrintWriter(err, true, err.charset()));
    }

    @Override
    public Integer call() throws IOException {
        requireAddress();
        requireEmpty();
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(ExternalContract.class))
                .filters((PostDiscoveryFilter) this::chosen)
                .configurationParameter("junit.jupiter.execution.timeout.default", "2 m")
                // The thread of a test that a server keeps busy is left behind. An interrupt would not end its read.
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .configurationParameter(ExternalServer.URL, url.toString());
        configure(request, ExternalServer.FOLDER, folder);
        configure(request, ExternalServer.KEY, key);
        configure(request, ExternalServer.RATE, rate == null ? null : rate.toBytes());
        RuleReport report = new RuleReport();
        LauncherFactory.create().execute(request.build(), report);
        rules.stream()
                .filter(rule -> !report.hasRule(rule.toUpperCase(Locale.ROOT)))
                .findFirst()
                .ifPresent(rule -> {
                    throw refusal("--rules: no rule begins with '" + rule + "'");
                });
        report.lines().forEach(out::println);
        return report.isBroken() || !report.hasKept() ? BROKEN : 0;
    }

    private static void configure(LauncherDiscoveryRequestBuilder request, String name, @Nullable Object value) {
        if (value != null) {
            request.configurationParameter(name, value.toString());
        }
    }

    private void requireAddress() {
        boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!isHttp || url.getHost() == null || !url.getPath().matches("/?")) {
            throw refusal("'" + url + "' is not like http://host:port");
        }
        int port = url.getPort() >= 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), PATIENCE_MILLIS);
            if (url.getScheme().equals("http")) {
                socket.setSoTimeout(PATIENCE_MILLIS);
                String request = "GET / HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                var _ = socket.getInputStream().read();
            }
        } catch (IOException e) {
            throw refusal("nothing answers at " + url + ": " + e.getMessage());
        }
    }

    /** Refuses a folder that contains other files, because the check deletes everything in the folder at its end. */
    private void requireEmpty() throws IOException {
        if (folder == null) {
            return;
        }
        Path root = folder.resolve("root");
        if (!Files.isDirectory(root)) {
            throw refusal("--files: there is no folder " + root);
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path other : all.filter(path -> !path.equals(folder) && !path.equals(root))
                    .toList()) {
                throw refusal("--files: " + folder + " must hold nothing but an empty folder root, and has " + other);
            }
        }
    }

    private ParameterException refusal(String reason) {
        return new ParameterException(spec().commandLine(), reason);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("picocli has parsed no command");
        }
        return spec;
    }

    private FilterResult chosen(TestDescriptor test) {
        boolean named = test.getSource().orElse(null) instanceof MethodSource method
                && !rules.isEmpty()
                && rules.stream()
                        .noneMatch(rule ->
                                RuleReport.rule(method.getMethodName()).startsWith(rule.toUpperCase(Locale.ROOT)));
        return FilterResult.includedIf(!named);
    }
}
