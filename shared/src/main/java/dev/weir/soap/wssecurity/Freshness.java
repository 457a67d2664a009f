package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.w3c.dom.Element;

/**
 * Checks that a message is neither too old nor from the future.
 *
 * @param timeToLive the maximum age of an accepted message, even if the message's own timestamp expires later
 * @param since messages created before this time are refused, because the replay cache cannot recognise their replays
 */
public record Freshness(Duration timeToLive, Instant since) {
    /** The longest time by which a sender's clock may be ahead of the receiver's clock. */
    public static final Duration AHEAD = Duration.ofSeconds(60);

    /** The maximum number of characters in each of the elements {@code Created} and {@code Expires}. */
    private static final int LONGEST = 40;

    /**
     * The period in which a message is accepted.
     *
     * @param created the time at which the message was created, by the sender's clock
     * @param until the first instant at which the message is too old
     */
    public record Validity(Instant created, Instant until) {}

    /**
     * Returns the period in which a message with this timestamp is accepted.
     *
     * @throws SoapRefusal if {@code now} is outside this period, or the timestamp is malformed
     */
    public Validity check(Element timestamp, Instant now) throws SoapRefusal {
        List<Element> parts = XmlTree.children(timestamp);
        if (parts.size() != 2
                || !XmlTree.is(parts.get(0), Names.WSU, "Created")
                || !XmlTree.is(parts.get(1), Names.WSU, "Expires")) {
            throw SoapRefusal.structure("a timestamp must have Created and Expires");
        }
        Instant created = instant(parts.get(0));
        Instant expires = instant(parts.get(1));
        if (expires.isBefore(created)) {
            throw SoapRefusal.structure("a timestamp that expires before it was created");
        }
        if (created.isAfter(now.plus(AHEAD))) {
            throw new SoapRefusal(SoapFault.MESSAGE_EXPIRED, "created at " + created);
        }
        Instant latest = created.plus(timeToLive);
        Instant until = expires.isBefore(latest) ? expires : latest;
        if (!now.isBefore(until)) {
            throw new SoapRefusal(SoapFault.MESSAGE_EXPIRED, created + " to " + until);
        }
        if (created.isBefore(since)) {
            throw SoapRefusal.structure("created before the server started");
        }
        return new Validity(created, until);
    }

    /** Parses a time in UTC without a fraction of a millisecond (WS-I Basic Security Profile 1.1, R3217 and R3220). */
    private static Instant instant(Element element) throws SoapRefusal {
        String text = element.getTextContent().strip();
        if (text.length() > LONGEST) {
            throw SoapRefusal.structure("a time of " + text.length() + " characters");
        }
        try {
            Instant instant = Instant.parse(text);
            if (text.endsWith("Z") && instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))) {
                return instant;
            }
        } catch (DateTimeParseException e) {
            throw new SoapRefusal(SoapFault.INVALID_SECURITY, e);
        }
        throw SoapRefusal.structure("a time of another form: " + text);
    }
}
