package dev.weir.perf.events;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Counts the deliveries to the subscribers of {@link NumberedStreams}. A delivery is lost if the subscriber got a later
 * event instead. It is missing if the subscriber has got no later event yet.
 *
 * @param ready how many subscribers are connected and have an answer
 * @param twice how many events came again
 * @param cutOff how many connections were lost, or could not be made
 * @param micros the encoded histograms of the delivery times, one for each publishing node ({@link #micros(int)})
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

    /** Returns the delivery times, in microseconds, of the events that were published at this node. */
    public Histogram micros(int node) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(micros.get(node)));
        try {
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException("not a histogram", e);
        }
    }
}
