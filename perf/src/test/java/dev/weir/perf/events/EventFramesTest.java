package dev.weir.perf.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventFramesTest {
    private static final String STREAM = ": hi\n\nid: e-0\n\nid: e-1\ndata: one\n\n:\n\nid: e-2\ndata: id: two\n\n";

    private final List<String> heard = new ArrayList<>();
    private final EventFrames frames = new EventFrames(new EventFrames.Listener() {
        @Override
        public void comment() {
            heard.add("sign");
        }

        @Override
        public void event(byte[] bytes, int from, int to) {
            heard.add(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
        }
    });

    private void read(String text) {
        frames.read(bytes(text), text.length());
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    @Test
    void framesAreTheSameWhereverTheyAreCut() {
        for (int cut = 0; cut <= STREAM.length(); cut++) {
            heard.clear();
            read(STREAM.substring(0, cut));
            read(STREAM.substring(cut));
            assertThat(heard).as("cut at %d", cut).containsExactly("sign", "sign", "one", "sign", "id: two");
        }
    }

    @Test
    void aFrameMayBeLong() {
        String text = "x".repeat(5000);
        read("id: e-1\ndata: " + text + "\n\n");
        assertThat(heard).containsExactly(text);
    }

    @Test
    void theBlankBeforeAValueIsOptional() {
        read("id:e-0\n\nid:e-1\ndata:one\n\nid:e-2\ndata:  two\n\n");
        assertThat(heard).containsExactly("sign", "one", " two");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: one\n\n",
                "id: e-1\ndata:\n\n",
                "id: e-1\nid: e-2\n\n",
                "id: \ndata: one\n\n",
                "id: e-1\nevent: gap\ndata: one\n\n",
                "retry: 1000\n\n",
                "\n\n",
                "id: e-1\r\n\r\n\n\n",
                "id: e-1\n\n\nid: e-2\n\n"
            })
    void unexpectedFieldsAreRefused(String stream) {
        assertThatThrownBy(() -> read(stream)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aListenerMayAcceptThatTheServerSendsItAway() {
        List<String> told = new ArrayList<>();
        EventFrames accepting = new EventFrames(new EventFrames.Listener() {
            @Override
            public void comment() {}

            @Override
            public void event(byte[] bytes, int from, int to) {}

            @Override
            public void retry() {
                told.add("retry");
            }
        });
        String stream = "id: e-1\n\nretry: 1000\n\n";
        accepting.read(bytes(stream), stream.length());
        assertThat(told).containsExactly("retry");
    }

    @Test
    void aFrameWithoutAnEndIsRefused() {
        String part = "id: ".repeat(1 << 17);
        read(part);
        assertThatThrownBy(() -> {
                    read(part);
                    read(part);
                })
                .hasMessageContaining("no end of a frame");
    }
}
