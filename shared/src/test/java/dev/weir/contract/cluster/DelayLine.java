package dev.weir.contract.cluster;

import java.time.Duration;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** A queue that returns byte arrays in order, each after a delay. One thread may put, and one other thread may take. */
final class DelayLine {
    private final DelayQueue<Piece> pieces = new DelayQueue<>();

    // Only the thread that puts uses these.
    private long dueNanos = System.nanoTime();
    private long number;

    private static final class Piece implements Delayed {
        private final long dueNanos;
        private final long number;
        private final byte[] bytes;

        Piece(long dueNanos, long number, byte[] bytes) {
            this.dueNanos = dueNanos;
            this.number = number;
            this.bytes = bytes;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(number, ((Piece) other).number);
        }
    }

    void put(byte[] bytes, Duration delay) {
        long nanos = System.nanoTime() + delay.toNanos();
        dueNanos = nanos - dueNanos > 0 ? nanos : dueNanos; // a shorter delay does not change the order
        pieces.add(new Piece(dueNanos, number++, bytes));
    }

    byte[] take() throws InterruptedException {
        return pieces.take().bytes;
    }
}
