package dev.weir.log;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A logged exception in whose messages all unsafe characters are escaped ({@link PlainText}). */
final class PlainFailure implements IThrowableProxy {
    private final IThrowableProxy failure;

    private PlainFailure(IThrowableProxy failure) {
        this.failure = failure;
    }

    static @Nullable IThrowableProxy of(@Nullable IThrowableProxy failure) {
        return failure == null ? null : new PlainFailure(failure);
    }

    @Override
    public @Nullable String getMessage() {
        return PlainText.of(failure.getMessage());
    }

    @Override
    public @Nullable String getOverridingMessage() {
        return PlainText.of(failure.getOverridingMessage());
    }

    @Override
    public String getClassName() {
        return failure.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
        return failure.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
        return failure.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
        return of(failure.getCause());
    }

    @Override
    public IThrowableProxy @Nullable [] getSuppressed() {
        IThrowableProxy[] suppressed = failure.getSuppressed();
        return suppressed == null
                ? null
                : Arrays.stream(suppressed).map(PlainFailure::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
        return failure.isCyclic();
    }
}
