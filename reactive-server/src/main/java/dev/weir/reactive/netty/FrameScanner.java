package dev.weir.reactive.netty;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Detects whether a client has sent only a part of an HTTP/2 frame (RFC 9113, 4.1) or of a request head (6.10). Netty
 * reports only complete frames, so it misses a client that sends one byte now and then. Stores no bytes. Not
 * thread-safe.
 */
final class FrameScanner {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 9;
    private static final int TYPE_AT = 3;
    private static final int FLAGS_AT = 4;
    private static final int HEADERS = 1;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    private int prefaceBytes;
    /** Whether the first bytes of the connection differ from HTTP/2's connection preface. */
    private boolean other;

    private int headerBytes;
    private int payloadBytes;
    private int type;
    private boolean headOpen;
    private long heads;
    private long steps;

    /** Scans the next bytes of the connection, without consuming them. */
    void scan(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end && !other) {
            if (prefaceBytes < PREFACE.length) {
                other = bytes.getByte(at++) != PREFACE[prefaceBytes++];
            } else if (headerBytes < HEADER_BYTES) {
                header(bytes.getUnsignedByte(at++));
            } else {
                int taken = Math.min(end - at, payloadBytes);
                at += taken;
                payloadBytes -= taken;
                endOfFrame();
            }
        }
    }

    private void header(int value) {
        if (headerBytes < TYPE_AT) {
            payloadBytes = payloadBytes << Byte.SIZE | value;
        } else if (headerBytes == TYPE_AT) {
            type = value;
        } else if (headerBytes == FLAGS_AT && (type == HEADERS || type == CONTINUATION)) {
            headOpen = (value & END_HEADERS) == 0;
            heads += headOpen ? 0 : 1;
        }
        headerBytes++;
        endOfFrame();
    }

    private void endOfFrame() {
        if (headerBytes == HEADER_BYTES && payloadBytes == 0) {
            headerBytes = 0;
            steps += headOpen ? 0 : 1;
        }
    }

    /** Returns whether the bytes so far match HTTP/2's connection preface (RFC 9113, 3.4), complete or not. */
    boolean isHttp2() {
        return !other;
    }

    /** Returns whether the preface, a frame or a request head is still incomplete. */
    boolean isOwed() {
        return prefaceBytes < PREFACE.length || headerBytes > 0 || headOpen;
    }

    /** Returns the number of request heads whose last frame has begun to arrive. */
    long heads() {
        return heads;
    }

    /** Returns the number of complete frames. All frames of one request head count as one. */
    long steps() {
        return steps;
    }
}
