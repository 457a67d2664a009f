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

    /** From now on, only every {@code n}-th call of {@link #arrived} delivers messages. */
    void slow(int n) {
        every = n;
    }

    /** Loses the next arriving message that {@code which} accepts. */
    void loseNext(Predicate<String> which) {
        loses = which;
    }

    /** Returns how many messages {@link #loseNext} has lost. */
    int lost() {
        return lost;
    }

    /** Sets whether the channel refuses to send messages. If it does, its {@link #send} returns false. */
    void closed(boolean isClosed) {
        closed = isClosed;
    }

    /** Sets whether the channel loses all messages. Its {@link #send} returns true in any case. */
    void down(boolean isDown) {
        down = isDown;
    }
}
