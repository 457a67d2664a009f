package dev.weir.contract;

/** The part of a flow-control window that the test has read and not yet returned to the sender. */
final class Credit {
    private final int window;
    private int taken;

    Credit(int window) {
        this.window = window;
    }

    /**
     * Records that a test has read bytes. For a window of 0 bytes, always returns 0, because the test opens the window
     * itself.
     *
     * @return the number of bytes by which to open the window: all bytes read and not yet returned if they are at least
     *     half of the window, or else 0
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
