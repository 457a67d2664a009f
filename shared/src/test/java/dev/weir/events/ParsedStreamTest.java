package dev.weir.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.ParsedStream.Message;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link ParsedStream} with the examples of the standard (WHATWG HTML). */
class ParsedStreamTest {
    @Test
    void linesOfDataAreOneEvent() {
        assertThat(messages("data: YHOO\ndata: +2\ndata: 10\n\n"))
                .containsExactly(new Message("message", "YHOO\n+2\n10", ""));
    }

    @Test
    void commentsIdsAndAnEndWithoutABlankLine() {
        String stream = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event";
        assertThat(messages(stream))
                .containsExactly(
                        new Message("message", "first event", "1"), new Message("message", "second event", ""));
        assertThat(messages(stream + "\n")).hasSize(2);
        assertThat(messages(stream + "\n\n").getLast()).isEqualTo(new Message("message", " third event", ""));
    }

    @Test
    void emptyDataFiresAnEvent() {
        assertThat(messages("data\n\ndata\ndata\n\ndata:"))
                .containsExactly(new Message("message", "", ""), new Message("message", "\n", ""));
    }

    @Test
    void oneBlankAfterTheColonIsNoPartOfTheValue() {
        assertThat(messages("data:test\n\ndata: test\n\n")).containsOnly(new Message("message", "test", ""));
        assertThat(messages("data:\ttest\n\n")).containsExactly(new Message("message", "\ttest", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void anyOfThreeEndsALine(String end) {
        String stream = "event: a" + end + "data: x" + end + "data: y" + end + end + "data: z" + end + end;
        assertThat(messages(stream)).containsExactly(new Message("a", "x\ny", ""), new Message("message", "z", ""));
    }

    @Test
    void aBareReturnInAValueEndsIt() {
        assertThat(messages("data: a\rb\ndata: c\n\n")).containsExactly(new Message("message", "a\nc", ""));
    }

    @Test
    void oneMarkAtTheBeginningIsNoPartOfTheStream() {
        assertThat(messages("\ufeffdata: x\n\n")).hasSize(1);
        assertThat(messages("\ufeff\ufeffdata: x\n\n")).isEmpty();
        assertThat(messages("data: \ufeffx\n\n").getFirst().data()).isEqualTo("\ufeffx");
    }

    @Test
    void anIdWithANulIsIgnoredAndAnEmptyOneCounts() {
        assertThat(ParsedStream.of("id: 1\n\nid: 2\0\n\n".getBytes(UTF_8)).lastEventId())
                .isEqualTo("1");
        assertThat(ParsedStream.of("id: 1\n\nid\n\n".getBytes(UTF_8)).lastEventId())
                .isEmpty();
        assertThat(ParsedStream.of("id: 1\n\nid: 2\n".getBytes(UTF_8)).lastEventId())
                .isEqualTo("1");
    }

    @Test
    void anIdStaysUntilThereIsAnotherAndATypeDoesNot() {
        assertThat(messages("id: 1\nevent: a\n\ndata: x\n\ndata: y\n\n"))
                .containsExactly(new Message("message", "x", "1"), new Message("message", "y", "1"));
    }

    @Test
    void namesAreExactAndOthersAreIgnored() {
        assertThat(messages("Data: x\n data: x\ndata : x\nfoo: x\n:data: x\n\n"))
                .isEmpty();
    }

    @Test
    void onlyDigitsAreATimeToComeBack() {
        assertThat(ParsedStream.of("retry: 1200\nretry: 1 s\nretry\nretry: -1\n".getBytes(UTF_8))
                        .retryMillis())
                .isEqualTo(1200);
        assertThat(ParsedStream.of("retry: x\n".getBytes(UTF_8)).retryMillis()).isEqualTo(ParsedStream.NO_RETRY);
    }

    private static List<Message> messages(String stream) {
        return ParsedStream.of(stream.getBytes(UTF_8)).messages();
    }
}
