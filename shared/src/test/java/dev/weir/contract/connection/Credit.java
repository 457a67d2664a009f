package dev.weir.contract.connection;

/** Counts the bytes that a test has read, but not yet returned to the sender's flow-control window. */
final class Credit {
    private final int window;
    private int taken;

    Credit(int window) {
        this.window = window;
    }

    /**
     * Records that a test has read {@code bytes} bytes. Returns by how many bytes to open the window now.
     *
     * @return all bytes that were read and not yet returned to the window, if they are at least half of the window;
     *     otherwise 0. Always 0 for a window of 0 bytes, because the test then opens the window itself
     */
    int take(int bytes) {
        taken += bytes;
        if (window == 0 || taken * 2 < window) {
            return 0;
        }
        int credit = taken;
        taken = 0;
        return credit;
    }
}
