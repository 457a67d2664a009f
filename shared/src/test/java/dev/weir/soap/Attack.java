package dev.weir.soap;

import java.time.Instant;

/**
 * One attack of {@link AttackTable}. The attack sends a message to the SOAP service.
 *
 * @param row the row number in the table; attacks of the same kind have the same number
 * @param expected the answer that the message must get
 * @param transport whether the attack can only be sent over HTTP, because it uses the HTTP method or header fields
 */
public record Attack(int row, String name, Expected expected, boolean transport, Maker maker) {
    @FunctionalInterface
    interface Maker {
        Sent make(Instant now) throws Exception;
    }

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
