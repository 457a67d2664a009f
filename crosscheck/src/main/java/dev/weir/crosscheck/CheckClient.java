package dev.weir.crosscheck;

import com.google.common.collect.Iterables;
import dev.weir.perf.load.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client in Python, {@code crosscheck/client.py}, whose head tells its arguments.
 *
 * @param rest the arguments after the window
 * @param log where it writes its figures
 */
record CheckClient(Path script, String mode, int port, int clients, List<String> rest, Path log)
        implements ForeignSide.Program {
    @Override
    public List<String> command(Window window, int net) {
        List<String> command =
                new ArrayList<>(List.of(Tool.find("python3").executable().toString(), script.toString()));
        command.add(mode);
        for (long number : new long[] {port, net, clients, window.fromNanos(), window.toNanos()}) {
            command.add(Long.toString(number));
        }
        command.addAll(rest);
        return command;
    }

    @Override
    public Map<String, Double> figures(Window window) throws IOException {
        String last = Iterables.getLast(Files.readAllLines(log));
        Map<String, Double> figures = new LinkedHashMap<>();
        JsonMapper.shared()
                .readTree(last)
                .properties()
                .forEach(entry -> figures.put(entry.getKey(), entry.getValue().asDouble()));
        return figures;
    }
}
