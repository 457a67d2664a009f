package dev.weir.contract;

/** What a window of flow control has let in and a test has taken, until it is told to the other side. */
final class Credit {
    private final int window;
    private int taken;

    Credit(int window) {
        this.window = window;
    }

    /** What to open the window by: all that was taken, when that is half of it; else 0. One that was closed is the test's to open. */
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
