package dev.weir.cluster.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The message channel of one node. Messages arrive when the test asks for them. */
final class ManualChannel implements Channel {
    private final List<String> sent;
    private int read;
    private boolean down;
    private boolean closed;
    private Predicate<String> loses = _ -> false;
    private int lost;
    private int every = 1;
    private int asked;

    /** @param sent the messages that all nodes have sent, in order */
    ManualChannel(List<String> sent) {
        this.sent = sent;
        this.read = sent.size();
    }

    @Override
    public boolean send(String message) {
        if (closed) {
            return false;
        }
        if (!down) {
            sent.add(message);
        }
        return true;
    }

    @Override
    public void renew() {
        read = sent.size();
    }

    List<String> arrived() {
        if (++asked % every != 0) {
            return List.of();
        }
        List<String> arrived = new ArrayList<>(sent.subList(read, sent.size()));
        read = sent.size();
        for (int i = 0; i < arrived.size(); i++) {
            if (loses.test(arrived.get(i))) {
                arrived.remove(i);
                loses = _ -> false;
                lost++;
            }
        }
        return down ? List.of() : arrived;
    }

    /** Delivers messages only each {@code n}-th time that the test asks for them. */
    void slow(int n) {
        every = n;
    }

    /** Makes the next arriving message that {@code which} accepts get lost. */
    void loseNext(Predicate<String> which) {
        loses = which;
    }

    /** Returns how many messages {@link #loseNext} has lost. */
    int lost() {
        return lost;
    }

    /** If true, the channel refuses to send messages, and its {@link #send} returns false. */
    void closed(boolean isClosed) {
        closed = isClosed;
    }

    /** If true, the channel loses all messages, but its {@link #send} returns true. */
    void down(boolean isDown) {
        down = isDown;
    }
}
