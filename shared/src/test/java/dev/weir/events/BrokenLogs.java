package dev.weir.events;

import java.util.List;
import java.util.Set;

/** Event logs with one planted fault each. The tests in {@link LogRules} must find each fault. */
final class BrokenLogs {
    private BrokenLogs() {}

    /** Tests a log that sometimes skips the first event after a reader's cursor. */
    static class Lossy implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                public Batch read(long after, Set<String> topics, int mostEvents, long mostBytes) {
                    boolean loses = after % 7 == 3 && after < all.size();
                    return super.read(loses ? after + 1 : after, topics, mostEvents, mostBytes);
                }
            };
        }
    }

    /** Tests a log that sometimes repeats the event at a reader's cursor. */
    static class Doubling implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                public Batch read(long after, Set<String> topics, int mostEvents, long mostBytes) {
                    return super.read(after % 7 == 3 ? after - 1 : after, topics, mostEvents, mostBytes);
                }
            };
        }
    }

    /** Tests a log that swaps two neighbouring events of a batch. */
    static class Disorderly implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                boolean fits(List<Event> batch, Event event, long mostBytes) {
                    boolean fits = super.fits(batch, event, mostBytes);
                    if (fits && batch.size() == 3) {
                        batch.add(1, batch.removeLast());
                    }
                    return fits;
                }
            };
        }
    }

    /** Tests a log that never reports a gap (lost events). */
    static class Silent implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                List<Event> gap(long after) {
                    return List.of();
                }
            };
        }
    }

    /** Tests a log that reports each gap (lost events) twice. */
    static class Insistent implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                List<Event> gap(long after) {
                    return List.of(super.gap(after).getFirst(), super.gap(after).getFirst());
                }
            };
        }
    }

    /** Tests a log that leaves a reader's cursor where it is when a read finds only events of unwanted topics. */
    static class Stuck implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                public Batch read(long after, Set<String> topics, int mostEvents, long mostBytes) {
                    Batch batch = super.read(after, topics, mostEvents, mostBytes);
                    return batch.size() == 0 ? new Batch(List.of(), after, id(after)) : batch;
                }
            };
        }
    }

    /** Tests a log that gives each reader the events of all topics, even unwanted ones. */
    static class Indiscreet implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                public Batch read(long after, Set<String> topics, int mostEvents, long mostBytes) {
                    return super.read(after, Set.of(), mostEvents, mostBytes);
                }
            };
        }
    }

    /** Tests a log that ignores the limit on the bytes of a batch. */
    static class Lavish implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                boolean fits(List<Event> batch, Event event, long mostBytes) {
                    return true;
                }
            };
        }
    }

    /** Tests a log that keeps one event more than it may. */
    static class Hoarding implements LogRules {
        @Override
        public AnyLog.Maker logs() {
            return (epoch, events, bytes) -> new NaiveLog(epoch, events, bytes) {
                @Override
                long first() {
                    return Math.max(super.first() - 1, 1);
                }
            };
        }
    }
}
