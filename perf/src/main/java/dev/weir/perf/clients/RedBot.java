package dev.weir.perf.clients;

import dev.weir.perf.control.Tool;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** REDbot, a lint for HTTP: it asks for a file in several ways and has something to say of the answers. */
record RedBot(Tool tool) {
    static final String NAME = "redbot";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LENGTH = Duration.ofSeconds(30);
    private static final String BAD = "BAD";

    /**
     * What it says.
     *
     * @param level GOOD, INFO, WARN or BAD
     */
    record Note(String level, String id, String summary) {
        boolean isBad() {
            return level.equals(BAD);
        }
    }

    List<Note> check(URI uri) throws IOException, InterruptedException {
        String said = tool.run(LENGTH, List.of("--output-format", "har", uri.toString()));
        int start = said.indexOf('{');
        if (start < 0) {
            throw new IOException("redbot: " + said);
        }
        return parse(said.substring(start));
    }

    /** From an archive as browsers write it, with notes at each of its entries. */
    static List<Note> parse(String har) {
        return StreamSupport.stream(JSON.readTree(har).at("/log/entries").spliterator(), false)
                .flatMap(entry ->
                        StreamSupport.stream(entry.path("_red_messages").spliterator(), false))
                .map(RedBot::note)
                .toList();
    }

    private static Note note(JsonNode node) {
        return new Note(
                node.path("level").asString(),
                node.path("note_id").asString(),
                node.path("summary").asString());
    }
}
