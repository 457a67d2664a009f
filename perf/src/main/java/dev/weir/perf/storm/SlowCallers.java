package dev.weir.perf.storm;

import dev.weir.perf.server.Cores;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients of a hundred addresses. Each announces a SOAP body, sends it a byte at a time, and comes again when it is
 * refused.
 *
 * <p>They run in a JVM of their own. In the generator's JVM, the collector would copy what thousands of connections keep,
 * and the honest client would wait for that. Attackers use their own machines, so these clients should
 * take almost no CPU time from server and generator: this JVM runs at the lowest priority ({@code nice -n 19}).
 */
final class SlowCallers {
    static final int ADDRESSES = 100;
    static final Duration BETWEEN_BYTES = Duration.ofSeconds(2);
    static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String OPENING = "POST /ws HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
            + "SOAPAction: \"\"\r\nContent-Length: 100000\r\n\r\n<";

    private SlowCallers() {}

    /** Starts so many, spread over the ramp. They come again and again until the process is closed. */
    static OwnedProcess start(InetSocketAddress server, int count, Duration ramp, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(Cores.SHARED.unpinned());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(SlowCallers.class.getName(), server.getAddress().getHostAddress()));
        command.addAll(List.of(String.valueOf(server.getPort()), String.valueOf(count), ramp.toString()));
        return OwnedProcess.start(command, log);
    }

    /** The process: host, port, number of clients, ramp. It ends with its standard input, so with its parent. */
    public static void main(String[] arguments) throws IOException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.ofLiteral(arguments[0]), Integer.parseInt(arguments[1]));
        try (Crowd _ = Crowd.endless(
                Integer.parseInt(arguments[2]), Duration.parse(arguments[3]), number -> call(server, number))) {
            while (System.in.read() >= 0) {
                // Nothing is said to it.
            }
        }
    }

    private static String call(InetSocketAddress server, int number) throws IOException, InterruptedException {
        try (Wire wire = Wire.open(server, number % ADDRESSES)) {
            wire.send(OPENING);
            while (!wire.endsWithin(BETWEEN_BYTES)) {
                wire.send("a");
            }
            return "refused";
        } finally {
            Thread.sleep(PAUSE);
        }
    }
}
