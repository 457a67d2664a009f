package dev.weir.contract.server;

/**
 * Waits until a server whose clients do not read has stalled. Then all sockets are full, and the server asks the
 * throttle for no more bytes.
 */
public final class StalledServer {
    private static final int LOOKS = 10;

    private double granted = -1;
    private int unchanged;

    private StalledServer() {}

    public static void awaitOn(TestedServer server) {
        StalledServer stall = new StalledServer();
        Eventually.is("a stall", () -> stall.stands(server));
    }

    private boolean stands(TestedServer server) {
        double now = server.meter("weir.throttle.granted");
        unchanged = now == granted && server.meter("weir.downloads.waiting") == 0 ? unchanged + 1 : 0;
        granted = now;
        return unchanged == LOOKS;
    }
}
