package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Use;
import dev.weir.throttle.Download;

final class Flow {
    private static final long WITHOUT_END = 1L << 40;
    private static final long SIP_BYTES = 4096;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private final SimulatedNode node;
    private final Client client;
    private final long readRate;
    private final Download download;
    private final long startNanos;
    private long bytes;
    private boolean ended;

    /** @param readRate the bytes a second that the client reads, or 0 if it reads all that it gets */
    Flow(SimulatedNode node, Client client, long readRate) {
        this.node = node;
        this.client = client;
        this.readRate = readRate;
        this.startNanos = node.time().getAsLong();
        this.download = node.throttle().open(client.share(), Runnable::run, this::granted);
        ask();
    }

    private void ask() {
        if (!ended) {
            download.ask(readRate == 0 ? WITHOUT_END : SIP_BYTES);
        }
    }

    private void granted(long granted) {
        bytes += granted;
        if (readRate == 0) {
            ask();
        } else {
            long readNanos = startNanos + bytes * NANOS_A_SECOND / readRate;
            node.time().schedule(this::ask, Math.max(0, readNanos - node.time().getAsLong()));
        }
    }

    void end() {
        ended = true;
        download.close(0);
        node.clients.leave(client, Use.DOWNLOAD);
    }

    long bytes() {
        return bytes;
    }
}
