package dev.weir.servlet.idiomatic.blocking;

import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.contract.fault.Fault;
import dev.weir.servlet.web.Exchange;
import dev.weir.throttle.Download;
import dev.weir.throttle.Throttle;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes downloads as {@link ThrottledBody} does, but with the planted {@link Fault}. */
final class BrokenBodyWriter extends BodyWriter {
    private static final int PIECE_BYTES = 64 * 1024;

    private final Throttle throttle;

    BrokenBodyWriter(Throttle throttle) {
        super(throttle);
        this.throttle = throttle;
    }

    @Override
    void write(Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) throws IOException {
        Content content = plan.content();
        BlockingQueue<Long> grants = new LinkedBlockingQueue<>();
        Download download = throttle.open(admission.client().share(), Runnable::run, grants::add);
        OutputStream out = exchange.response().getOutputStream();
        long position = 0;
        long left = 0;
        try {
            exchange.response().flushBuffer();
            while (position < content.length()) {
                download.ask(content.length() - position);
                left = Math.min(content.length() - position, factor() * grants.take());
                while (left > 0) {
                    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(left, PIECE_BYTES));
                    file.read(piece, content, position);
                    out.write(piece.array());
                    download.wrote(piece.capacity());
                    position += piece.capacity();
                    left -= piece.capacity();
                }
                out.flush();
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the server stops");
        } finally {
            download.close(Fault.planted() == Fault.GRANT_IS_KEPT ? 0 : left / factor());
        }
    }

    private static int factor() {
        return Fault.planted() == Fault.GRANT_IS_EXCEEDED ? 2 : 1;
    }
}
