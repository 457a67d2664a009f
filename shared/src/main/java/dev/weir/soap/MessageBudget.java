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
 * Limits the memory of incoming messages, per client and in total.
 *
 * <p>A message is charged for the bytes received, not for the length that its sender announced. So a sender that sends
 * nothing uses almost no budget. When a client reaches its own limit, its oldest unfinished message is evicted. When
 * the total reaches its limit, the oldest unfinished message of the client with the most bytes is evicted. So a client
 * that uses little memory keeps its messages, regardless of the number of other clients.
 *
 * <p>Thread-safe. Each call holds a lock for a few map operations and does not block otherwise, so an event loop may
 * call it.
 */
public final class MessageBudget {
    /** The bytes charged for the objects of a new message. */
    private static final int PLACE_BYTES = 512;

    /** The messages and bytes of one client. */
    static final class Account {
        private final String client;
        private final long number;
        private long held;
        /** The unfinished messages, oldest first. Only unfinished messages can be evicted. */
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
    /**
     * The accounts, ordered by the bytes that they hold. These bytes are the sort key, so an account is removed from
     * the set before they change and added again afterwards.
     */
    private final TreeSet<Account> bySize = new TreeSet<>(
            comparingLong((Account account) -> account.held).thenComparingLong(account -> account.number));

    private long held;
    private long numbers;
    private long evictions;

    /**
     * @param most the most bytes of all messages
     * @param mostPerClient the most bytes of one client's messages
     * @throws IllegalArgumentException when {@code mostPerClient} is smaller than the largest message, or {@code most}
     *     is smaller than {@code mostPerClient}
     */
    public MessageBudget(long most, long mostPerClient) {
        if (mostPerClient < PLACE_BYTES + SoapTransport.MOST_BYTES || most < mostPerClient) {
            throw new IllegalArgumentException("the budget of a client must hold one message of the largest size");
        }
        this.most = most;
        this.mostPerClient = mostPerClient;
    }

    /**
     * Admits one message before its body is read.
     *
     * @param client the name of the sender
     * @param isSoap11 whether the media type is that of SOAP 1.1
     * @param evicted runs at most once, on any thread, when the message is evicted; must not block
     * @throws RefusedException if the message exceeds the budget and no message can be evicted
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
     * Charges {@code more} bytes for a message.
     *
     * @throws RefusedException if the message was evicted, or if the bytes exceed the budget
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

    /**
     * Marks a message as complete. A complete message cannot be evicted. The bytes of the message stay charged until
     * the message is closed.
     *
     * @throws RefusedException if the message was evicted
     */
    synchronized void complete(IncomingMessage message) {
        requireOpen(message);
        message.account.reading.remove(message);
    }

    synchronized void close(IncomingMessage message) {
        release(message);
    }

    /** Returns the number of bytes that are charged now. */
    public synchronized long held() {
        return held;
    }

    /** Returns the number of messages evicted since the start. */
    public synchronized long evictions() {
        return evictions;
    }

    /** Returns the number of clients with at least one message. */
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

    /** Adds {@code more} to the bytes that an account holds. Removes an account that holds no bytes. */
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
