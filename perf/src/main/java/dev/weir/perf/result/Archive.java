package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.weir.perf.result.Raw.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The folder with a run's files. A trial's record is written atomically, so an interrupted run can be continued. */
public record Archive(Path directory) {
    /** Reads and writes JSON. Rejects unknown and missing fields, and a null that {@link JsonSetter} does not allow. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultNullHandling(_ -> JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    public static Archive of(Path directory) {
        return new Archive(directory.toAbsolutePath().normalize());
    }

    /** Stores a run's plan and environment. Throws if the folder holds a run with a different plan or environment. */
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
        if (Attempts.read(attempts()).lines().isEmpty()) {
            Attempts.append(attempts(), Attempts.PLAN, planDigest());
        }
    }

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

    public void begin(RunPlan.Case planned) throws IOException {
        Attempts.append(attempts(), planned.name(), Attempts.BEGAN);
    }

    /** Writes the files of a trial. Then records in {@code attempts.log} that the trial has ended. */
    public void keep(Evidence evidence) throws IOException {
        RunPlan.Case planned = evidence.planned();
        double seconds = evidence.value(Value.WINDOW_SECONDS, 0);
        HistogramLog.write(file(planned, ".hlog"), seconds, evidence.micros());
        writeWhole(file(planned, ".json"), evidence.raw());
        Attempts.append(attempts(), planned.name(), digest(planned));
    }

    private Path attempts() {
        return directory.resolve("attempts.log");
    }

    private String planDigest() throws IOException {
        return Environment.digest(directory.resolve("plan.json")) + Environment.digest(directory.resolve("env.json"));
    }

    private String digest(RunPlan.Case planned) throws IOException {
        return Environment.digest(file(planned, ".json")) + Environment.digest(file(planned, ".hlog"));
    }

    /** Writes JSON to a temporary file and renames it, so that a file with the final name is always complete. */
    public static void writeWhole(Path file, Object value) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        MAPPER.writeValue(unfinished, value);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    public List<Evidence> evidence() throws IOException {
        List<Evidence> all = new ArrayList<>();
        Attempts attempts = Attempts.read(attempts());
        attempts.assertPlan(plan(), planDigest());
        for (RunPlan.Case planned : plan().cases()) {
            try {
                Raw raw = read(file(planned, ".json"), Raw.class);
                RunPlan.Case found = raw.planned();
                if (!found.equals(planned)) {
                    throw new IOException("the record belongs to " + found.name());
                }
                all.add(new Evidence(raw, HistogramLog.read(file(planned, ".hlog"))));
                List<String> outcomes = attempts.of(planned);
                if (outcomes.isEmpty() || !outcomes.getLast().equals(digest(planned))) {
                    throw new IOException("its files are not those that attempts.log names");
                }
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("trial " + planned.name() + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    public static String json(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return Optional.ofNullable(MAPPER.readValue(file, type))
                    .orElseThrow(() -> new IOException(file + " cannot be read: it holds null"));
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    public Results results() throws IOException {
        return Results.of(plan(), environment(), evidence(), Attempts.read(attempts()));
    }

    /** Computes the results of a run from these trials only. */
    public Results resultsOf(List<Evidence> ended) throws IOException {
        return Results.of(plan(), environment(), ended, Attempts.read(attempts()));
    }

    public Path log(RunPlan.Case planned) {
        return file(planned, ".log");
    }

    /** Returns the file with a trial's record. The file does not exist until the trial has ended. */
    public Path record(RunPlan.Case planned) {
        return file(planned, ".json");
    }

    private Path file(RunPlan.Case planned, String extension) {
        return directory.resolve("trials").resolve(planned.name() + extension);
    }

    public static final class Differences {
        /** Numbers with a smaller relative difference count as equal, since sums have rounding errors. */
        private static final double ROUNDING = 1e-12;

        public static List<String> between(Path written, Object computed) throws IOException {
            return compare("", read(written, JsonNode.class), MAPPER.readTree(json(computed)))
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
