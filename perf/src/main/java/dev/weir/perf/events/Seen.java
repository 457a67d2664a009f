package dev.weir.perf.events;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What the subscribers of {@link NumberedStreams} have seen. An event is lost if a later one came, and missing if no
 * later one has come yet.
 *
 * @param ready how many are connected and have an answer
 * @param cutOff how many connections were lost, or could not be made
 * @param micros delivery times as {@link #micros(int)} decodes them, one histogram for each publishing node
 */
public record Seen(
        int ready, long missing, long lost, long twice, long cutOff, Map<String, Long> errors, List<String> micros) {
    static Seen of(
            int ready,
            long missing,
            long lost,
            long twice,
            long cutOff,
            Map<String, Long> errors,
            List<Histogram> micros) {
        List<String> texts = micros.stream().map(Seen::text).toList();
        return new Seen(ready, missing, lost, twice, cutOff, Map.copyOf(errors), texts);
    }

    private static String text(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    public Histogram micros(int node) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(micros.get(node)));
        try {
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException("not a histogram", e);
        }
    }
}
