package dev.weir.events;

import java.util.List;
import java.util.Set;

/** Logs, each wrong in one way that the rules must notice. */
final class BrokenLogs {
    private BrokenLogs() {}

    /** Loses an event to who reads from just before it, now and then. */
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

    /** Gives an event again to who reads from just behind it, now and then. */
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

    /** Lets the last two of a batch change places. */
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

    /** Says nothing of what is not kept any more. */
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

    /** Says it twice. */
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

    /** Leaves the cursor at the last event that was asked for. */
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

    /** Gives everybody everything. */
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

    /** Gives as many bytes as there are. */
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

    /** Keeps one more than it may. */
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
