package dev.weir.events;

import static java.nio.charset.StandardCharsets.UTF_8;

final class ReceivedEvents {
    private static final String ID = "id: e-";

    /** All events up to this number have come, or a {@code gap} event has reported them as missing. */
    long cursor;
    /** How many events came twice, or were lost without a {@code gap} event. */
    int wrong;

    void take(Batch batch) {
        if (batch.size() > 0) {
            for (String frame : new String(batch.sse(), UTF_8).split("\n\n")) {
                long number = Long.parseLong(frame, ID.length(), frame.indexOf('\n'), 10);
                boolean gap = frame.contains("\nevent: gap\n");
                boolean right = gap ? number > cursor : number == cursor + 1;
                wrong += right ? 0 : 1;
                cursor = number;
            }
        }
        wrong += batch.next() == cursor ? 0 : 1;
        cursor = batch.next();
    }
}
