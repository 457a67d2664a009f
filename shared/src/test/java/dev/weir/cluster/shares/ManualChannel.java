package dev.weir.cluster.shares;

import java.util.List;

/** The channel of one node. A message arrives when the test asks for it. */
final class ManualChannel implements Channel {
    private final List<String> sent;
    private int read;
    private boolean down;
    private int every = 1;
    private int asked;

    /** @param sent the messages of all nodes in their order */
    ManualChannel(List<String> sent) {
        this.sent = sent;
        this.read = sent.size();
    }

    @Override
    public boolean send(String message) {
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
        List<String> arrived = List.copyOf(sent.subList(read, sent.size()));
        read = sent.size();
        return down ? List.of() : arrived;
    }

    /** Lets messages arrive only every {@code n}-th time when the test asks for them. */
    void slow(int n) {
        every = n;
    }

    /** Loses all messages from now on, or carries them again. */
    void down(boolean isDown) {
        down = isDown;
    }
}
