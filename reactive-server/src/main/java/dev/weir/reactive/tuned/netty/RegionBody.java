package dev.weir.reactive.tuned.netty;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.DefaultFileRegion;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Writes a body as file regions, one per grant. The kernel copies a region from the file to the socket. A multipart
 * response also contains text between its parts, which this class writes as buffers. Only for HTTP/1.1 without TLS.
 * {@link FramedBody} serves TLS and HTTP/2.
 */
final class RegionBody extends ThrottledBody {
    // Both fields are confined to the event loop.
    private @Nullable Region writing;
    private long textBytes;

    RegionBody(
            Throttle throttle,
            SlowReaders slowReaders,
            Admission admission,
            Executor slices,
            Channel channel,
            OpenFile file,
            DownloadPlan plan) {
        super(throttle, slowReaders, admission, slices, channel, file, plan);
    }

    @Override
    void write(long position, long bytes) {
        try {
            file.verify();
        } catch (BrokenFileException e) {
            fail(e);
            return;
        }
        Content.Piece piece = content.at(position, bytes);
        Region region = piece.text() == null ? new Region(piece) : null;
        writing = region;
        textBytes = region == null ? piece.length() : 0;
        channel.writeAndFlush(region == null ? Unpooled.wrappedBuffer(piece.text()) : region)
                .addListener(future -> {
                    if (future.isSuccess()) {
                        writing = null;
                        textBytes = 0;
                    }
                    written(piece.length(), future);
                });
    }

    /**
     * Returns the number of sent bytes of the current region. Text between parts is short, so all of it counts as
     * sent.
     */
    @Override
    long sent() {
        return writing == null ? textBytes : writing.transferred();
    }

    /** A region of a file that other downloads also read. Releasing it does not close the file. */
    private final class Region extends DefaultFileRegion {
        Region(Content.Piece piece) {
            super(file.channel(), piece.offset(), piece.length());
        }

        @Override
        protected void deallocate() {
            // The last download closes the file.
        }
    }
}
