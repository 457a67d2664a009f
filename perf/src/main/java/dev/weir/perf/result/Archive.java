package dev.weir.perf.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of a run: {@code plan.json} and {@code env.json} from before the first trial, {@code trials/} with a raw
 * record, the histograms and the server's log of each, {@code results.json} computed from these.
 *
 * <p>A trial's record appears whole or not at all, and last of its files: an interrupted run goes on after the last.
 */
public final class Archive {
    /** Strict: what is missing would be read as zero or nothing, and computed with. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path directory;
    private final Path trials;

    private Archive(Path directory) {
        this.directory = directory;
        this.trials = directory.resolve("trials");
    }

    /** That of a run in this folder, which {@link #register} makes when it is not there. */
    public static Archive of(Path directory) {
        return new Archive(directory.toAbsolutePath().normalize());
    }

    public Path directory() {
        return directory;
    }

    /**
     * Registers the plan, or finds that the folder holds the same one already.
     *
     * @throws IOException when it holds another
     */
    public void register(Plan plan, Environment environment) throws IOException {
        Path file = directory.resolve("plan.json");
        Files.createDirectories(trials);
        if (!Files.exists(file)) {
            writeWhole(directory.resolve("env.json"), environment);
            writeWhole(file, plan);
        } else if (!plan.equals(plan())) {
            throw new IOException(directory + " holds a run of another plan; go on with its own command ("
                    + plan().command() + ") or choose another folder");
        } else if (!environment.isSameAs(environment())) {
            throw new IOException(
                    directory + " holds a run of other servers, or on another Java or machine; choose another folder");
        }
    }

    /** Whether a run was begun here. */
    public boolean hasPlan() {
        return Files.exists(directory.resolve("plan.json"));
    }

    public Plan plan() throws IOException {
        return read(directory.resolve("plan.json"), Plan.class);
    }

    public Environment environment() throws IOException {
        return read(directory.resolve("env.json"), Environment.class);
    }

    public boolean has(Plan.Case planned) {
        return Files.exists(record(planned));
    }

    /** Keeps what a trial left. */
    public void keep(Evidence evidence) throws IOException {
        Plan.Case planned = evidence.planned();
        double seconds = evidence.value(Value.WINDOW_SECONDS).orElse(0);
        HistogramLog.write(histograms(planned), seconds, evidence.micros());
        writeWhole(record(planned), evidence.raw());
    }

    /** So that a file under this name is never the half of one. */
    private static void writeWhole(Path file, Object value) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        MAPPER.writeValue(unfinished, value);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * What all trials left, in the order of the plan.
     *
     * @throws IOException when one is missing or cannot be read
     */
    public List<Evidence> evidence() throws IOException {
        List<Evidence> all = new ArrayList<>();
        for (Plan.Case planned : plan().cases()) {
            try {
                all.add(evidence(planned));
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("trial " + planned.name() + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    private Evidence evidence(Plan.Case planned) throws IOException {
        Raw raw = read(record(planned), Raw.class);
        if (!raw.planned().equals(planned)) {
            throw new IOException("the record is that of " + raw.planned().name());
        }
        return new Evidence(raw, HistogramLog.read(histograms(planned)));
    }

    /** As JSON; whatever is wrong with it, the file is named. */
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

    public Path log(Plan.Case planned) {
        return trials.resolve(planned.name() + ".log");
    }

    private Path record(Plan.Case planned) {
        return trials.resolve(planned.name() + ".json");
    }

    private Path histograms(Plan.Case planned) {
        return trials.resolve(planned.name() + ".hlog");
    }

    /** Finds where written results differ from computed ones, figure by figure. */
    public static final class Differences {
        /** Of what a number is: written and read again it is the same, but for the last bit of a sum. */
        private static final double ROUNDING = 1e-12;

        private final List<String> found = new ArrayList<>();

        private Differences() {}

        /** One line for each figure that differs, is missing, or has nothing to follow from. */
        public static List<String> between(Path written, Object computed) throws IOException {
            Differences differences = new Differences();
            JsonNode tree = Archive.MAPPER.readTree(Archive.MAPPER.writeValueAsString(computed));
            differences.compare("", Archive.read(written, JsonNode.class), tree);
            return differences.found;
        }

        private void compare(String path, JsonNode written, JsonNode computed) {
            if (written.isObject() && computed.isObject()) {
                Set<String> names = new TreeSet<>(written.propertyNames());
                names.addAll(computed.propertyNames());
                names.forEach(name -> compare(path + "/" + name, written.path(name), computed.path(name)));
            } else if (written.isArray() && computed.isArray() && written.size() == computed.size()) {
                for (int i = 0; i < written.size(); i++) {
                    compare(path + "/" + i, written.get(i), computed.get(i));
                }
            } else if (!same(written, computed)) {
                found.add("%s is %s and should be %s".formatted(path, text(written), text(computed)));
            }
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
