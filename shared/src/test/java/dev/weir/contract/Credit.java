package dev.weir.contract;

/** Counts the bytes that a test has read, but not yet returned to the sender's flow-control window. */
final class Credit {
    private final int window;
    private int taken;

    Credit(int window) {
        this.window = window;
    }

    /**
     * Records that a test has read bytes. Returns by how many bytes to open the window now. For a window of 0 bytes,
     * always returns 0, because the test itself opens the window.
     *
     * @return all bytes that were read and not yet returned to the window, if they are at least half of the window;
     *     otherwise 0
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
