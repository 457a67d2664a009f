package dev.weir.soap;

import java.time.Instant;

/**
 * One case of {@link AttackTable}.
 *
 * @param row the number of its row in the table
 * @param expected the answer that it must get
 * @param transport whether only a transport can show it
 */
public record Attack(int row, String name, Expected expected, boolean transport, Maker maker) {
    /** Makes the message anew each time, because an accepted message is a replay the next time. */
    @FunctionalInterface
    interface Maker {
        /**
         * Makes the message.
         *
         * @param now the time that its timestamp names
         */
        Sent make(Instant now) throws Exception;
    }

    /** Makes the message now. */
    public Sent make(Instant now) {
        try {
            return maker.make(now);
        } catch (Exception e) {
            throw new IllegalStateException(this + " cannot be made", e);
        }
    }

    @Override
    public String toString() {
        return row + " " + name;
    }
}
