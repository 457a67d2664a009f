package dev.weir.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;

/**
 * Escapes each log event ({@link PlainEvent}), and passes it to another encoder. Thread-safe if that encoder is
 * thread-safe.
 */
final class PlainEncoder extends EncoderBase<ILoggingEvent> {
    private final Encoder<ILoggingEvent> encoder;
    private final LineLimit limit;

    PlainEncoder(Encoder<ILoggingEvent> encoder, LineLimit limit) {
        this.encoder = encoder;
        this.limit = limit;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return encoder.encode(new PlainEvent(event, limit.leftOut(event), limit.mayTrace(event)));
    }

    @Override
    public byte[] headerBytes() {
        return encoder.headerBytes();
    }

    @Override
    public byte[] footerBytes() {
        return encoder.footerBytes();
    }

    @Override
    public void stop() {
        encoder.stop();
        super.stop();
    }
}
