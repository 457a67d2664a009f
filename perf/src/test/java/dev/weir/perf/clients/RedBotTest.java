package dev.weir.perf.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedBotTest {
    @Test
    void notesAreReadWithTheirLevels() {
        List<RedBot.Note> notes = RedBot.parse("""
                {"log": {"version": "1.1", "entries": [
                    {"_red_messages": [
                        {"note_id": "CL_CORRECT", "level": "GOOD", "summary": "The Content-Length header is correct."},
                        {"note_id": "RANGE_INCORRECT", "level": "BAD", "summary": "Other bytes."}]}]}}
                """);
        assertThat(notes)
                .containsExactly(
                        new RedBot.Note("GOOD", "CL_CORRECT", "The Content-Length header is correct."),
                        new RedBot.Note("BAD", "RANGE_INCORRECT", "Other bytes."));
        assertThat(notes).extracting(RedBot.Note::isBad).containsExactly(false, true);
    }

    @Test
    void withoutEntriesThereAreNoNotes() {
        assertThat(RedBot.parse("{\"log\": {\"entries\": []}}")).isEmpty();
    }
}
