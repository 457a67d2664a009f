package dev.weir.perf.clients;

import dev.weir.perf.control.Tool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client that ends when it is done, or gave up: then it is started again, in the same folder. */
record CommandLineClient(ClientType type, Tool tool) implements Client {
    private static final int MOST_STARTS = 20;

    @Override
    public String command() {
        return type.label() + " " + String.join(" ", type.arguments()) + " URL";
    }

    @Override
    public int download(URI uri, Path folder, Path log, Duration patience) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tool.executable().toString()));
        command.addAll(type.arguments());
        command.add(uri.toString());
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        for (int starts = 1; starts <= MOST_STARTS; starts++) {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            try {
                if (!process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new IOException("not done after " + patience.toSeconds() + " s, start " + starts);
                }
            } finally {
                process.destroyForcibly();
            }
            if (process.exitValue() == 0) {
                return starts;
            }
        }
        throw new IOException("gave up " + MOST_STARTS + " times");
    }
}
