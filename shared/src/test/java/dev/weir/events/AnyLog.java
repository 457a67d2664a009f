package dev.weir.events;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event log under test: the real one, a simple model of it, or one with a planted fault. */
interface AnyLog {
    String append(String topic, @Nullable String type, String data);

    long cursor(String id);

    Batch read(long after, Set<String> topics, int mostEvents, long mostBytes);

    @FunctionalInterface
    interface Maker {
        AnyLog make(String epoch, int mostEvents, long mostBytes);
    }

    static AnyLog real(String epoch, int mostEvents, long mostBytes) {
        return new Real(new EventLog(epoch, mostEvents, mostBytes));
    }

    record Real(EventLog log) implements AnyLog {
        @Override
        public String append(String topic, @Nullable String type, String data) {
            return log.append(topic, type, data);
        }

        @Override
        public long cursor(String id) {
            return log.cursor(id);
        }

        @Override
        public Batch read(long after, Set<String> topics, int mostEvents, long mostBytes) {
            return log.read(after, Topics.of(topics), mostEvents, mostBytes);
        }
    }
}
