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
 * Limits the memory of incoming messages, per client and in total. Thread-safe. Each call holds a lock for a few map
 * operations, so an event loop may call it.
 * <ul>
 * <li>A message is charged for the bytes received so far. A sender that sends nothing costs almost nothing.
 * <li>To evict a message means to free its memory and to refuse its request.
 * <li>At a client's limit, the client's oldest unfinished message is evicted.
 * <li>At the total limit, the client with the most bytes loses its oldest unfinished message.
 * </ul>
 */
public final class MessageBudget {
    /** The number of bytes charged for the Java objects of a message, in addition to its content. */
    private static final int PLACE_BYTES = 512;

    static final class Account {
        private final String client;
        private final long number;
        private long held;
        /** The client's messages that are not completely received, oldest first. Only these can be evicted. */
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
    /** The accounts, sorted by their bytes. Remove an account before its bytes change, and add it again afterwards. */
    private final TreeSet<Account> bySize = new TreeSet<>(
            comparingLong((Account account) -> account.held).thenComparingLong(account -> account.number));

    private long held;
    private long numbers;
    private long evictions;

    /**
     * @param most the most bytes for all messages
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
     * @param evicted runs at most once, on any thread, when the message is evicted; must not block
     * @throws RefusedException if there is no memory and no message can be evicted
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
     * Charges {@code more} additional bytes for a message. May evict messages, including this one.
     *
     * @throws RefusedException if the message is evicted or closed, or there is no memory
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

    /** Marks a message as complete, so that it cannot be evicted. Its bytes stay charged until {@link #close}. */
    synchronized void complete(IncomingMessage message) {
        requireOpen(message);
        message.account.reading.remove(message);
    }

    synchronized void close(IncomingMessage message) {
        release(message);
    }

    /** Returns the number of bytes charged for all current messages. */
    public synchronized long held() {
        return held;
    }

    /** Returns the number of messages evicted since the server started. */
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

    /** Adds {@code more}, which may be negative, to the bytes of an account. Removes an account without bytes. */
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
