package dev.weir.perf.events;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Counts of the events that the subscribers of {@link NumberedStreams} got. An event is lost for a subscriber that got
 * a later event instead. An event is missing for a subscriber that has got neither this event nor a later one.
 *
 * @param ready how many subscribers are connected and have got a first answer
 * @param twice how many deliveries repeated an event that the subscriber already had
 * @param cutOff how many connections were lost or could not be opened
 * @param micros the histograms of delivery times as text, one for each publishing server ({@link #micros(int)})
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

    /** Returns the delivery times, in microseconds, of the events that were published at the server with this index. */
    public Histogram micros(int node) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(micros.get(node)));
        try {
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException("not a histogram", e);
        }
    }
}
