package dev.weir.perf.storm;

import dev.weir.perf.server.Cores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients of a hundred addresses that each announce a SOAP body, send it a byte at a time, and come again when they are
 * refused.
 *
 * <p>They live in a JVM of their own: in the generator's, its collector would copy what thousands of connections keep, and
 * the honest client would wait for that (seen: pauses of 160 to 280 ms). Strangers bring their own processors, so these
 * get only the time that server and generator leave. The JVM ends when its standard input does.
 */
final class SlowCallers implements AutoCloseable {
    static final int ADDRESSES = 100;
    static final Duration BETWEEN_BYTES = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String OPENING = "POST /ws HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
            + "SOAPAction: \"\"\r\nContent-Length: 100000\r\n\r\n<";

    private final Process process;

    private SlowCallers(Process process) {
        this.process = process;
    }

    /** Has so many come, spread over the ramp. */
    static SlowCallers start(InetSocketAddress server, int count, Duration ramp) throws IOException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(Cores.SHARED.unpinned());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(SlowCallers.class.getName(), server.getAddress().getHostAddress()));
        command.addAll(List.of(String.valueOf(server.getPort()), String.valueOf(count), ramp.toString()));
        return new SlowCallers(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Ends them; what came of them, in their own words. */
    String end() throws IOException {
        process.getOutputStream().close();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return String.valueOf(out.readLine());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The other side. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.ofLiteral(arguments[0]), Integer.parseInt(arguments[1]));
        Crowd crowd = Crowd.endless(
                Integer.parseInt(arguments[2]), Duration.parse(arguments[3]), number -> call(server, number));
        while (System.in.read() >= 0) {
            // Nothing is said to it; only the end counts.
        }
        System.out.println(crowd.await(Duration.ZERO));
        System.exit(0);
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
