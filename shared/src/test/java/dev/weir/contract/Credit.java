package dev.weir.contract;

/** The part of a flow-control window that the test has read and not yet returned to the sender. */
final class Credit {
    private final int window;
    private int taken;

    Credit(int window) {
        this.window = window;
    }

    /**
     * Takes bytes out of the window.
     *
     * @return the bytes by which to open the window: all that were read, once they are half of it, else 0. A test opens
     *     a window itself that it has closed.
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
