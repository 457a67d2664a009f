package dev.weir.resilience.cluster;

import dev.weir.perf.events.NumberedStreams;
import dev.weir.perf.events.Seen;
import dev.weir.perf.load.Generator;
import dev.weir.perf.server.Cores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs {@link NumberedStreams} at one node in another JVM, because one process may not open enough connections for all
 * nodes. That JVM ends with this one, as its standard input then ends.
 */
final class StreamProcess implements AutoCloseable {
    /** The time that subscribers sleep before they wait for packets. It makes measured deliveries later by up to it. */
    private static final Duration GATHERING = Duration.ofMillis(1);

    private final Process process;
    private final BufferedReader in;
    private final Writer out;

    private StreamProcess(Process process) {
        this.process = process;
        in = process.inputReader(StandardCharsets.US_ASCII);
        out = process.outputWriter(StandardCharsets.US_ASCII);
    }

    /**
     * Starts {@code count} subscribers in a new process. For the last three parameters, see {@link NumberedStreams}.
     */
    static StreamProcess start(InetSocketAddress node, int count, String topic, int publishers, int measuredFrom)
            throws IOException {
        return new StreamProcess(new ProcessBuilder(Cores.SHARED.java(
                        StreamProcess.class,
                        Integer.toString(node.getPort()),
                        Integer.toString(count),
                        topic,
                        Integer.toString(publishers),
                        Integer.toString(measuredFrom)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Returns which of the first {@code published} events the subscribers have seen. Blocks. */
    Seen seen(int published) throws IOException {
        out.append(published + "\n").flush();
        String line = in.readLine();
        if (line == null) {
            throw new IOException("the process of the subscribers has ended");
        }
        return JsonMapper.shared().readValue(line, Seen.class);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        InetSocketAddress node =
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), Integer.parseInt(arguments[0]));
        int count = Integer.parseInt(arguments[1]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (Generator generator = new Generator(false)) {
            generator.gather(GATHERING);
            NumberedStreams streams = new NumberedStreams(
                    generator,
                    List.of(node),
                    arguments[2],
                    Integer.parseInt(arguments[3]),
                    Integer.parseInt(arguments[4]));
            generator.execute(() -> streams.start(count, 0, 0, Duration.ofMillis(count)));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int published = Integer.parseInt(line);
                Seen seen = generator.ask(() -> streams.seen(published));
                System.out.println(JsonMapper.shared().writeValueAsString(seen));
            }
        }
    }
}
