package dev.weir.cluster.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The channel of one node. A message arrives when the test asks for it. */
final class ManualChannel implements Channel {
    private final List<String> sent;
    private int read;
    private boolean down;
    private boolean closed;
    private Predicate<String> loses = _ -> false;
    private int lost;
    private int every = 1;
    private int asked;

    /** @param sent the messages of all nodes in their order */
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

    /** Lets messages arrive only every {@code n}-th time when the test asks for them. */
    void slow(int n) {
        every = n;
    }

    /** Does not deliver the next message that {@code which} accepts. */
    void loseNext(Predicate<String> which) {
        loses = which;
    }

    /** Returns how many messages {@link #loseNext} has lost. */
    int lost() {
        return lost;
    }

    /** Sends nothing from now on, and says so, or sends again. */
    void closed(boolean isClosed) {
        closed = isClosed;
    }

    /** Loses all messages from now on, or carries them again. */
    void down(boolean isDown) {
        down = isDown;
    }
}
