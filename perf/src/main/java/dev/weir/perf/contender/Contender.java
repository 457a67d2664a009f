package dev.weir.perf.contender;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A server that can be measured. Weir's own servers are optimized or use plain Spring (see docs/ladder.md). */
public enum Contender {
    REACTIVE("reactive-server"),
    REACTIVE_IDIOMATIC("reactive-server", "--weir.style=idiomatic"),
    /** Like {@link #REACTIVE}, but signs SOAP responses with an elliptic-curve key (P-256) instead of RSA-2048. */
    REACTIVE_EC("reactive-server", "--weir.soap.signature-key=server-ec"),
    ASYNC("servlet-baseline", "--weir.model=async"),
    VIRTUAL("servlet-baseline", "--weir.model=virtual"),
    BLOCKING("servlet-baseline", "--weir.model=blocking"),
    ASYNC_IDIOMATIC("servlet-baseline", "--weir.model=async", "--weir.style=idiomatic"),
    VIRTUAL_IDIOMATIC("servlet-baseline", "--weir.model=virtual", "--weir.style=idiomatic"),
    BLOCKING_IDIOMATIC("servlet-baseline", "--weir.model=blocking", "--weir.style=idiomatic"),
    /** Like {@link #BLOCKING}, but with more threads than connections, so that no request waits for a thread. */
    BLOCKING_MANY("servlet-baseline", "--weir.model=blocking"),
    BLOCKING_MANY_IDIOMATIC("servlet-baseline", "--weir.model=blocking", "--weir.style=idiomatic"),
    /** Like {@link #ASYNC_IDIOMATIC}, but on Jetty instead of Tomcat. */
    ASYNC_JETTY("servlet-jetty", "--weir.model=async", "--weir.style=idiomatic"),
    VIRTUAL_JETTY("servlet-jetty", "--weir.model=virtual", "--weir.style=idiomatic"),
    BLOCKING_JETTY("servlet-jetty", "--weir.model=blocking", "--weir.style=idiomatic"),
    /** nginx with the same files as Weir. It can limit the rate of a connection, but not that of a client. */
    NGINX(""),
    /** nginx with the module nchan, which pushes events to subscribers. */
    NCHAN(""),
    /** Spring-WS on a Tomcat without Spring Boot ({@link StockServer}). It answers the same SOAP calls as Weir. */
    STOCK("perf"),
    /** Like {@link #STOCK}, but with the crypto provider that Weir uses (Amazon Corretto). */
    STOCK_CORRETTO("perf", "--weir.soap.crypto=corretto"),
    /** Any other server. The user gives its name and the shell command that starts it ({@link JoinedServer}). */
    JOINED(""),
    /** A blocking servlet whose thread sleeps before each answer ({@link StockTomcat.SleepingServer}). */
    SLEEPING("perf"),
    /** Like {@link #SLEEPING}, but with a virtual thread for each request. */
    SLEEPING_VIRTUAL("perf", "--weir.model=virtual"),
    /** Like {@link #SLEEPING_VIRTUAL}, but the thread holds a monitor ({@code synchronized}) while it sleeps. */
    SLEEPING_SYNCHRONIZED("perf", "--weir.model=virtual", "--weir.sleep=synchronized");

    private static final int SPARE_THREADS = 20;

    private final String module;
    private final List<String> arguments;

    Contender(String module, String... arguments) {
        this.module = module;
        this.arguments = List.of(arguments);
    }

    public static Contender of(String label) {
        List<Contender> all =
                Arrays.stream(values()).filter(one -> one != JOINED).toList();
        return all.stream()
                .filter(contender -> contender.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no contender '" + label + "', but " + all));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the path of this server's jar in {@code modules}, the folder of a release or of the built project. */
    public Path jar(Path modules) {
        Path released = modules.resolve(module + ".jar");
        return Files.exists(released) ? released : modules.resolve(Path.of(module, "target", module + ".jar"));
    }

    public List<String> program(Path jar) {
        return switch (this) {
            case STOCK, STOCK_CORRETTO -> List.of("-cp", jar.toString(), StockServer.class.getName());
            case SLEEPING, SLEEPING_VIRTUAL, SLEEPING_SYNCHRONIZED ->
                List.of("-cp", jar.toString(), StockTomcat.SleepingServer.class.getName());
            default -> List.of("-jar", jar.toString());
        };
    }

    public boolean isTomcat() {
        return module.equals("servlet-baseline") || module.equals("perf");
    }

    public boolean isJetty() {
        return module.equals("servlet-jetty");
    }

    public boolean holdsThread() {
        return isBlocking() || hasMany() || this == SLEEPING;
    }

    /** Returns whether this is one of the servers that do nothing but sleep before each answer. */
    public boolean sleeps() {
        return this == SLEEPING || this == SLEEPING_VIRTUAL || this == SLEEPING_SYNCHRONIZED;
    }

    public boolean hasLoops() {
        return module.equals("reactive-server") || this == ASYNC || this == ASYNC_IDIOMATIC || this == ASYNC_JETTY;
    }

    /** Returns whether this is another project's server, such as nginx or Spring-WS. */
    public boolean isPeer() {
        return this == STOCK || this == STOCK_CORRETTO || !hasJar();
    }

    public boolean isOfWeir() {
        return module.equals("reactive-server") || module.equals("servlet-baseline");
    }

    /** Returns whether the project's build makes a jar of this server. */
    public boolean hasJar() {
        return !module.isEmpty();
    }

    /** Returns the server of which this one is a variant (for example with Jetty instead of Tomcat), or empty. */
    public Optional<Contender> variantOf() {
        return switch (this) {
            case REACTIVE_EC -> Optional.of(REACTIVE);
            case STOCK_CORRETTO -> Optional.of(STOCK);
            case ASYNC_JETTY, VIRTUAL_JETTY, BLOCKING_JETTY -> Optional.of(of(label().replace("jetty", "idiomatic")));
            default -> Optional.empty();
        };
    }

    /** Returns how many subscribers to connect: {@code wanted}, or fewer if a blocking server has too few threads. */
    public int listeners(int wanted, int threads) {
        return isBlocking() ? Math.min(wanted, threads - SPARE_THREADS) : wanted;
    }

    public int threads(int threads, int connections) {
        return hasMany() ? connections + SPARE_THREADS : threads;
    }

    private boolean isBlocking() {
        return this == BLOCKING || this == BLOCKING_IDIOMATIC || this == BLOCKING_JETTY;
    }

    private boolean hasMany() {
        return this == BLOCKING_MANY || this == BLOCKING_MANY_IDIOMATIC;
    }

    public List<String> arguments(int threads) {
        List<String> all = new ArrayList<>(arguments);
        if (isTomcat()) {
            all.add("--server.tomcat.threads.max=" + threads);
        } else if (isJetty()) {
            all.add("--server.jetty.threads.max=" + (threads + 2)); // one accepts, one selects, the others serve
            all.add("--server.jetty.threads.acceptors=1");
            all.add("--server.jetty.threads.selectors=1");
            all.add("--server.jetty.max-connections=19900"); // this and the timeout: as ServerPlan sets them for Tomcat
            all.add("--server.jetty.connection-idle-timeout=10m");
        }
        return all;
    }

    @Override
    public String toString() {
        return label();
    }
}
