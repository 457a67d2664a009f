package dev.weir.perf.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a control's result twice: as values, and for a reader. */
public final class Output {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Output() {}

    public static void write(Path directory, String name, Object values, String markdown) throws IOException {
        Files.writeString(directory.resolve(name + ".json"), MAPPER.writeValueAsString(values) + "\n");
        Files.writeString(directory.resolve(name + ".md"), markdown);
        System.out.println(markdown);
        System.out.println("Written: " + directory.resolve(name + ".json") + " and .md");
    }
}
