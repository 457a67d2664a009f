package dev.weir.perf.result;

import dev.weir.perf.result.Raw.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of a run: {@code plan.json} and {@code env.json} written before the first trial; {@code trials/} with a raw
 * record, the histograms and the server's log of each trial; {@code results.json} computed from these.
 *
 * <p>A trial's record is written last and appears in one step, so that an interrupted run continues after the last
 * complete trial.
 */
public final class Archive {
    /** Rejects missing fields, which would otherwise be read as zero or null and used in computations. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path directory;

    private Archive(Path directory) {
        this.directory = directory;
    }

    /** The archive in this folder, which {@link #register} creates. */
    public static Archive of(Path directory) {
        return new Archive(directory.toAbsolutePath().normalize());
    }

    public Path directory() {
        return directory;
    }

    /**
     * Writes the plan and the environment, or compares them with those in the folder.
     *
     * @throws IOException when the folder holds a run of another plan, or in another environment
     */
    public void register(RunPlan plan, Environment environment) throws IOException {
        Files.createDirectories(directory.resolve("trials"));
        if (!hasPlan()) {
            writeWhole(directory.resolve("env.json"), environment);
            writeWhole(directory.resolve("plan.json"), plan);
        } else if (!plan.equals(plan())) {
            throw new IOException("%s holds a run of another plan: continue it with %s, or choose another folder"
                    .formatted(directory, plan().command()));
        } else if (!environment.isSameAs(environment())) {
            throw new IOException(
                    directory + " holds a run with other jars, or on another Java or machine; choose another folder");
        }
    }

    /** Whether the folder holds the plan of a run. */
    public boolean hasPlan() {
        return Files.exists(directory.resolve("plan.json"));
    }

    public RunPlan plan() throws IOException {
        return read(directory.resolve("plan.json"), RunPlan.class);
    }

    public Environment environment() throws IOException {
        return read(directory.resolve("env.json"), Environment.class);
    }

    public boolean has(RunPlan.Case planned) {
        return Files.exists(file(planned, ".json"));
    }

    /** Writes the histograms and then the record of a trial. */
    public void keep(Evidence evidence) throws IOException {
        RunPlan.Case planned = evidence.planned();
        double seconds = evidence.value(Value.WINDOW_SECONDS, 0);
        HistogramLog.write(file(planned, ".hlog"), seconds, evidence.micros());
        writeWhole(file(planned, ".json"), evidence.raw());
    }

    /** Writes JSON to a temporary file and renames it, so that a file under this name is always complete. */
    public static void writeWhole(Path file, Object value) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        MAPPER.writeValue(unfinished, value);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * The evidence of all trials in the order of the plan.
     *
     * @throws IOException when a trial's files are missing or cannot be read; the message names the trial
     */
    public List<Evidence> evidence() throws IOException {
        List<Evidence> all = new ArrayList<>();
        for (RunPlan.Case planned : plan().cases()) {
            try {
                Raw raw = read(file(planned, ".json"), Raw.class);
                if (!raw.planned().equals(planned)) {
                    throw new IOException(
                            "the record belongs to " + raw.planned().name());
                }
                all.add(new Evidence(raw, HistogramLog.read(file(planned, ".hlog"))));
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("trial " + planned.name() + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    /** Reads JSON; the message of an exception names the file. */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(file, type);
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    public Results results() throws IOException {
        return Results.of(plan(), environment(), evidence());
    }

    public Path log(RunPlan.Case planned) {
        return file(planned, ".log");
    }

    private Path file(RunPlan.Case planned, String extension) {
        return directory.resolve("trials").resolve(planned.name() + extension);
    }

    /** Finds where a written JSON file differs from computed values. */
    public static final class Differences {
        /** Relative; summation in another order may change the last bit. */
        private static final double ROUNDING = 1e-12;

        private Differences() {}

        /** One line, with its path, for each value that differs or that only one side has. */
        public static List<String> between(Path written, Object computed) throws IOException {
            return compare("", read(written, JsonNode.class), MAPPER.readTree(MAPPER.writeValueAsString(computed)))
                    .toList();
        }

        private static Stream<String> compare(String path, JsonNode written, JsonNode computed) {
            if (written.isObject() && computed.isObject()) {
                return Stream.of(written, computed)
                        .flatMap(side -> side.propertyNames().stream())
                        .distinct()
                        .sorted()
                        .flatMap(name -> compare(path + "/" + name, written.path(name), computed.path(name)));
            }
            if (written.isArray() && computed.isArray() && written.size() == computed.size()) {
                return IntStream.range(0, written.size())
                        .boxed()
                        .flatMap(i -> compare(path + "/" + i, written.path(i), computed.path(i)));
            }
            return same(written, computed)
                    ? Stream.empty()
                    : Stream.of("%s is %s and should be %s".formatted(path, text(written), text(computed)));
        }

        private static boolean same(JsonNode written, JsonNode computed) {
            if (written.isNumber() && computed.isNumber()) {
                double difference = Math.abs(written.doubleValue() - computed.doubleValue());
                return difference <= ROUNDING * Math.abs(computed.doubleValue());
            }
            return written.equals(computed);
        }

        private static String text(JsonNode node) {
            return node.isMissingNode() ? "missing" : node.isContainer() ? "of another size" : node.toString();
        }
    }
}
