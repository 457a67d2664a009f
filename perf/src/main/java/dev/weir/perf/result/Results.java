package dev.weir.perf.result;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything a run found, as it stands in {@code results.json}: the report is made of this and of nothing else.
 *
 * @param schema grows when a field changes its meaning or goes
 */
public record Results(int schema, Plan plan, Environment environment, List<Trial> trials, List<RateTrial> rateTrials) {
    public static final int SCHEMA = 1;

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public static Results of(Plan plan, Environment environment, List<Trial> trials, List<RateTrial> rateTrials) {
        return new Results(SCHEMA, plan, environment, List.copyOf(trials), List.copyOf(rateTrials));
    }

    public static Results read(Path file) {
        return MAPPER.readValue(file, Results.class);
    }

    public void write(Path file) {
        MAPPER.writeValue(file, this);
    }

    public boolean allValid() {
        return Stream.concat(
                        trials.stream().map(Trial::valid), rateTrials.stream().map(RateTrial::valid))
                .allMatch(valid -> valid);
    }
}
