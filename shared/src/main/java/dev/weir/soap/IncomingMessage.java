package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An incoming SOAP message. It collects the received bytes and charges their memory to a {@link MessageBudget}.
 *
 * <p>The transport {@linkplain #add adds} the received bytes. It passes a complete message to {@link SoapPool#call},
 * which closes the message. It must {@linkplain #close close} an incomplete message itself. Only one thread at a time
 * may add. Any thread may close.
 */
public final class IncomingMessage implements AutoCloseable {
    private static final byte[] NONE = {};
    private static final int FIRST_BYTES = 256;

    final MessageBudget.Account account;
    final boolean isSoap11;

    final Runnable evicted;
    private final MessageBudget budget;
    /** The number of charged bytes; 0 after the message is closed or evicted. Guarded by the budget's lock. */
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
     * @throws RefusedException if the message exceeds {@link SoapTransport#MOST_BYTES}, if other messages got its
     *     memory, or if memory is short
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

    /** Drops the received bytes and returns their memory to the budget. Idempotent. */
    @Override
    public void close() {
        budget.close(this);
    }

    void drop() {
        bytes = NONE;
    }
}
