package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Keeps all batches of events that it gets, and checks that they are well-formed. */
class TestEventSink implements EventSink {
    final List<Batch> batches = new ArrayList<>();
    boolean ready = true;
    Consumer<Batch> onSend = batch -> {};

    int cutOffs;
    int dismissals;
    boolean left;

    @Override
    public boolean isReady() {
        return ready;
    }

    @Override
    public void send(Batch batch) {
        assertThat(ready).as("is ready").isTrue();
        assertThat(hasEnded()).as("has ended").isFalse();
        batches.add(batch);
        onSend.accept(batch);
    }

    @Override
    public void cutOff() {
        assertThat(hasEnded()).as("has ended").isFalse();
        cutOffs++;
    }

    @Override
    public void dismiss() {
        assertThat(hasEnded()).as("has ended").isFalse();
        dismissals++;
    }

    boolean hasEnded() {
        return left || cutOffs > 0 || dismissals > 0;
    }

    List<String> data() {
        return batches.stream()
                .flatMap(batch -> batch.size() == 0 ? Stream.empty() : messages(batch))
                .map(ParsedStream.Message::data)
                .toList();
    }

    private static Stream<ParsedStream.Message> messages(Batch batch) {
        return ParsedStream.of(batch.sse()).messages().stream();
    }
}
