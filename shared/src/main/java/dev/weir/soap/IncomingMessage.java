package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One SOAP message on its way in: the bytes that have come, charged to {@link MessageBudget}.
 *
 * <p>The transport {@linkplain #add adds} what it receives and {@linkplain #close closes} a message that will not be
 * called; {@link SoapPool#call} closes the others. One thread at a time may add; any thread may close.
 */
public final class IncomingMessage implements AutoCloseable {
    private static final byte[] NONE = {};
    private static final int FIRST_BYTES = 256;

    final MessageBudget.Account account;
    /** Whether its media type is that of SOAP 1.1. */
    final boolean isSpoken;

    final Runnable evicted;
    private final MessageBudget budget;
    /** What it is charged for, under the budget's lock; 0 once it is closed or evicted. */
    long charged;

    /** Empty once nobody may read it: an eviction frees the memory whether or not the transport reacts. */
    private volatile byte[] bytes = NONE;

    private int size;

    IncomingMessage(MessageBudget budget, MessageBudget.Account account, boolean isSpoken, Runnable evicted) {
        this.budget = budget;
        this.account = account;
        this.isSpoken = isSpoken;
        this.evicted = evicted;
    }

    /**
     * Copies what has come. Never waits.
     *
     * @throws RefusedException when the message is longer than {@link SoapTransport#MOST_BYTES}, or was evicted
     */
    public void add(ByteBuffer more) {
        int length = more.remaining();
        if (length > SoapTransport.MOST_BYTES - size) {
            throw new RefusedException(Problem.MESSAGE_TOO_LARGE);
        }
        byte[] block = bytes;
        if (size + length > block.length) {
            int capacity =
                    Math.clamp(Math.max(FIRST_BYTES, 2L * block.length), size + length, SoapTransport.MOST_BYTES);
            budget.charge(this, (long) capacity - block.length);
            block = Arrays.copyOf(block, capacity);
            bytes = block;
        }
        more.get(block, size, length);
        size += length;
    }

    /** The whole of it. */
    byte[] bytes() {
        byte[] block = bytes;
        return block.length == size ? block : Arrays.copyOf(block, size);
    }

    /** Gives back what it was charged for; a second time does nothing. */
    @Override
    public void close() {
        budget.close(this);
    }

    void drop() {
        bytes = NONE;
    }
}
