package dev.weir.reactive.tuned.netty;

import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.config.WeirProperties;
import dev.weir.reactive.netty.Outflow;
import dev.weir.reactive.web.Exchange;
import dev.weir.throttle.Share;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Writes the bodies of downloads. Writes file regions (zero-copy) if the connection supports them, and buffers
 * otherwise. Thread-safe.
 */
@Component
public class BodyWriter {
    private final Throttle throttle;
    private final SlowReaders slowReaders;
    private final Executor fileReaders;
    private final ReadSizes sizes = new ReadSizes();
    private final boolean fileRegions;
    private final Map<EventLoop, Executor> slices = new ConcurrentHashMap<>();

    BodyWriter(Throttle throttle, SlowReaders slowReaders, WeirProperties properties, ExecutorService fileOpeners) {
        this.throttle = throttle;
        this.slowReaders = slowReaders;
        this.fileReaders = fileOpeners;
        this.fileRegions = properties.tuning().fileRegions();
    }

    /**
     * Writes status, header fields and content. The {@code Mono} completes when the kernel has accepted the last byte.
     * If the {@code Mono} is cancelled, the throttle gets the granted but unsent bytes back.
     */
    public Mono<Void> write(Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) {
        if (plan.content().length() == 0) {
            admission.leave();
            return exchange.response().setComplete();
        }
        if (isAtOnce(exchange, admission, plan.content())) {
            admission.all(plan.content().length());
            throttle.wroteAtOnce(plan.content().length());
            return exchange.write(plan.content().bytes());
        }
        file.prefetch(plan.content().fileOffset());
        Channel channel = Outflow.channel(exchange.response());
        return Outflow.write(
                exchange.response(), () -> body(channel, admission, file, plan).mono());
    }

    /**
     * Returns whether one write can send the whole body. If true, the throttle has granted the whole body. Over HTTP/2
     * with a rate limit, returns false: the client's window may be closed, and the throttle must not grant bytes to a
     * client whose window is closed.
     */
    private boolean isAtOnce(Exchange exchange, Admission admission, Content content) {
        Share share = admission.client().share();
        return content.length() <= Admission.TAIL_BYTES
                && content.isInMemory()
                && (throttle.isUnlimited(share) || Outflow.channel(exchange.response()) instanceof SocketChannel)
                && throttle.grantsAtOnce(share, content.length());
    }

    private ThrottledBody body(Channel channel, Admission admission, OpenFile file, DownloadPlan plan) {
        Executor loop = slices.computeIfAbsent(channel.eventLoop(), SlicedExecutor::new);
        return fileRegions && takesRegions(channel)
                ? new RegionBody(throttle, slowReaders, admission, loop, fileReaders, channel, file, plan)
                : new FramedBody(throttle, slowReaders, admission, loop, fileReaders, sizes, channel, file, plan);
    }

    /** Returns whether the channel can send file regions. TLS and HTTP/2 cannot, because they frame the content. */
    private static boolean takesRegions(Channel channel) {
        return channel instanceof SocketChannel && channel.pipeline().get(SslHandler.class) == null;
    }
}
