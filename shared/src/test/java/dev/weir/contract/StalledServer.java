package dev.weir.contract;

/** The state of a server whose clients do not read: the sockets are full, and it asks for nothing more. */
final class StalledServer {
    private static final int LOOKS = 5;

    private double granted = -1;
    private int unchanged;

    private StalledServer() {}

    /** Waits until nothing is granted for some looks in a row and no download waits for a grant. */
    static void awaitOn(StartedServer server) {
        StalledServer stall = new StalledServer();
        Eventually.is("a stall", () -> stall.stands(server));
    }

    private boolean stands(StartedServer server) {
        double now = server.meter("weir.throttle.granted");
        unchanged = now == granted && server.meter("weir.downloads.waiting") == 0 ? unchanged + 1 : 0;
        granted = now;
        return unchanged == LOOKS;
    }
}
