package dev.weir.soap;

import static java.util.Comparator.comparingLong;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Limits the memory of incoming messages, per client and in total. Thread-safe. Each call holds a lock for only a few
 * map operations, so an event loop may make such calls.
 * <ul>
 * <li>A message counts with the bytes received so far. So a sender that sends nothing uses almost no memory.
 * <li>To evict a message means to free its memory and to refuse its request.
 * <li>When a client reaches its limit, the client's oldest incomplete message is evicted.
 * <li>When the total limit is reached, the oldest incomplete message of the client with the most bytes is evicted.
 * </ul>
 */
public final class MessageBudget {
    /** The number of bytes counted for the Java objects of a message, in addition to its content. */
    private static final int PLACE_BYTES = 512;

    static final class Account {
        private final String client;
        private final long number;
        private long held;
        /** The client's messages that are not yet completely received, oldest first. Only these can be evicted. */
        private final LinkedHashSet<IncomingMessage> reading = new LinkedHashSet<>();

        private Account(String client, long number) {
            this.client = client;
            this.number = number;
        }
    }

    private final long most;
    private final long mostPerClient;

    // All fields below are guarded by this object's lock.
    private final Map<String, Account> accounts = new HashMap<>();
    /** The clients' accounts, sorted by bytes. An account must be removed before its bytes change, then added again. */
    private final TreeSet<Account> bySize = new TreeSet<>(
            comparingLong((Account account) -> account.held).thenComparingLong(account -> account.number));

    private long held;
    private long numbers;
    private long evictions;

    /**
     * @param most the most bytes for all messages together
     * @param mostPerClient the most bytes for the messages of one client
     * @throws IllegalArgumentException if {@code mostPerClient} is too small for the largest message, or larger than
     *     {@code most}
     */
    public MessageBudget(long most, long mostPerClient) {
        if (mostPerClient < PLACE_BYTES + SoapTransport.MOST_BYTES || most < mostPerClient) {
            throw new IllegalArgumentException("the budget of a client must hold one message of the largest size");
        }
        this.most = most;
        this.mostPerClient = mostPerClient;
    }

    /**
     * Creates an empty message, whose bytes are added later.
     *
     * @param client the name of the sender
     * @param isSoap11 false if the message has the media type of SOAP 1.2
     * @param evicted runs at most once, on any thread, when the message is dropped to free memory; must not block
     * @throws RefusedException if no memory is left and no message can be evicted
     */
    IncomingMessage begin(String client, boolean isSoap11, Runnable evicted) {
        List<IncomingMessage> victims = new ArrayList<>(0);
        try {
            synchronized (this) {
                Account account = accounts.get(client);
                if (account == null) {
                    account = new Account(client, numbers++);
                }
                IncomingMessage message = new IncomingMessage(this, account, isSoap11, evicted);
                makeRoom(account, PLACE_BYTES, victims);
                add(message, PLACE_BYTES);
                account.reading.add(message);
                return message;
            }
        } finally {
            victims.forEach(victim -> victim.evicted.run()); // outside the lock
        }
    }

    /**
     * Counts {@code more} additional bytes for a message. May evict messages, including this one, to free memory.
     *
     * @throws RefusedException if the message is evicted or closed, or no memory is left
     */
    void charge(IncomingMessage message, long more) {
        List<IncomingMessage> victims = new ArrayList<>(0);
        try {
            synchronized (this) {
                requireOpen(message);
                makeRoom(message.account, more, victims);
                requireOpen(message); // making room may have evicted this message
                add(message, more);
            }
        } finally {
            victims.forEach(victim -> victim.evicted.run());
        }
    }

    /** Marks a message as completely received, so that it cannot be evicted. Its bytes count until {@link #close}. */
    synchronized void complete(IncomingMessage message) {
        requireOpen(message);
        message.account.reading.remove(message);
    }

    synchronized void close(IncomingMessage message) {
        release(message);
    }

    /** Returns the number of bytes that all current messages use together. */
    public synchronized long held() {
        return held;
    }

    /** Returns the number of messages that were dropped to free memory, since the server started. */
    public synchronized long evictions() {
        return evictions;
    }

    synchronized int clients() {
        return accounts.size();
    }

    private static void requireOpen(IncomingMessage message) {
        if (message.charged == 0) {
            throw new RefusedException(Problem.OVERLOADED);
        }
    }

    private void makeRoom(Account account, long more, List<IncomingMessage> victims) {
        while (account.held + more > mostPerClient && !account.reading.isEmpty()) {
            evict(account, victims);
        }
        while (held + more > most) {
            evict(heaviest(), victims);
        }
        if (account.held + more > mostPerClient) {
            throw new RefusedException(Problem.OVERLOADED);
        }
    }

    private Account heaviest() {
        for (Account account : bySize.descendingSet()) {
            if (!account.reading.isEmpty()) {
                return account;
            }
        }
        throw new RefusedException(Problem.OVERLOADED); // all messages are complete, so none can be evicted
    }

    private void evict(Account account, List<IncomingMessage> victims) {
        IncomingMessage oldest = account.reading.getFirst();
        release(oldest);
        victims.add(oldest);
        evictions++;
    }

    private void add(IncomingMessage message, long more) {
        change(message.account, more);
        message.charged += more;
    }

    private void release(IncomingMessage message) {
        if (message.charged > 0) {
            message.account.reading.remove(message);
            change(message.account, -message.charged);
            message.charged = 0;
            message.drop();
        }
    }

    /** Adds {@code more}, which may be negative, to an account's bytes. Removes the account if none are left. */
    private void change(Account account, long more) {
        bySize.remove(account);
        held += more;
        account.held += more;
        if (account.held == 0) {
            accounts.remove(account.client);
        } else {
            accounts.put(account.client, account);
            bySize.add(account);
        }
    }
}
