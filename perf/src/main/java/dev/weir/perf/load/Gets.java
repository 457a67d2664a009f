package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The same GET again and again, every byte of whose answer is compared. */
final class Gets implements Requests.Dialogue {
    private final byte[] request;
    private final Answer answer;

    Gets(byte[] request, ExpectedBody body) {
        this.request = request;
        this.answer = new Answer(body);
    }

    @Override
    public ByteBuf next() {
        return Unpooled.wrappedBuffer(request);
    }

    @Override
    public void read(ByteBuf in) {
        var _ = answer.read(in);
    }

    @Override
    public boolean isComplete() {
        return answer.isComplete();
    }

    @Override
    public boolean closes() {
        return answer.closes();
    }

    @Override
    public void clear(long intendedNanos, long sentNanos, long answeredNanos) {
        answer.clear();
    }
}
