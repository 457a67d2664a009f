package dev.weir.events;

import java.util.List;
import java.util.Set;

/** Logs with one planted fault each. {@link LogRules} must find it. */
final class BrokenLogs {
    private BrokenLogs() {}

    /** Sometimes loses an event for a reader whose cursor is just before it. */
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

    /** Sometimes repeats an event for a reader whose cursor is just after it. */
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

    /** Swaps the last two events of a batch. */
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

    /** Reports no gap. */
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

    /** Reports each gap twice. */
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

    /** Leaves the cursor at the last event of the wanted topics. */
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

    /** Gives every reader the events of all topics. */
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

    /** Ignores the limit on the bytes of a batch. */
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

    /** Keeps one event more than allowed. */
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
