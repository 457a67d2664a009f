package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An incoming SOAP message. It collects the received bytes, and counts their memory in a {@link MessageBudget}.
 *
 * <p>The request handler {@linkplain #add adds} the received bytes. It passes a complete message to
 * {@link SoapPool#call}, which closes the message. If a message stays incomplete, the request handler must
 * {@linkplain #close close} it. Only one thread at a time may call {@link #add}. Any thread may call {@link #close}.
 */
public final class IncomingMessage implements AutoCloseable {
    private static final byte[] NONE = {};
    private static final int FIRST_BYTES = 256;

    final MessageBudget.Account account;
    final boolean isSoap11;

    final Runnable evicted;
    private final MessageBudget budget;
    /** The bytes that the budget counts for this message; 0 after close or eviction. Guarded by the budget's lock. */
    long charged;

    /** A buffer that begins with the received bytes. Empty after the message is closed or evicted, to free memory. */
    private volatile byte[] bytes = NONE;

    private int size;

    IncomingMessage(MessageBudget budget, MessageBudget.Account account, boolean isSoap11, Runnable evicted) {
        this.budget = budget;
        this.account = account;
        this.isSoap11 = isSoap11;
        this.evicted = evicted;
    }

    /**
     * Appends a copy of the next bytes. Never blocks.
     *
     * @throws RefusedException if the message exceeds {@link SoapTransport#MOST_BYTES}, if the message was evicted to
     *     make room for others, or if no memory is left
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

    byte[] bytes() {
        byte[] block = bytes;
        return block.length == size ? block : Arrays.copyOf(block, size);
    }

    /** Drops the received bytes and gives their memory back to the budget. Idempotent. */
    @Override
    public void close() {
        budget.close(this);
    }

    void drop() {
        bytes = NONE;
    }
}
