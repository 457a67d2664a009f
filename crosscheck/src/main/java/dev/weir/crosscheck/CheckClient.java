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
 * Runs the load generator {@code crosscheck/client.py}. The comment at the start of the script explains its arguments.
 *
 * @param rest the script's last arguments. They follow the two arguments that give the measuring window
 * @param log the file to which the script writes its figures
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
