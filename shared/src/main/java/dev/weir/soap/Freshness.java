package dev.weir.soap;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.w3c.dom.Element;

/**
 * Whether a message is of now.
 *
 * @param timeToLive the longest time for which a message is taken, whatever it says itself
 * @param since messages from before are taken for replays: nobody remembers whether they were seen
 */
record Freshness(Duration timeToLive, Instant since) {
    /** How far ahead a sender's clock may be. */
    private static final Duration AHEAD = Duration.ofSeconds(60);

    /** Characters of a time. */
    private static final int LONGEST = 40;

    /** Until when the message would be taken; refuses one that is not taken now. */
    Instant check(Element timestamp, Instant now) throws SoapRefusal {
        List<Element> parts = Xml.children(timestamp);
        if (parts.size() != 2
                || !Xml.is(parts.get(0), Names.WSU, "Created")
                || !Xml.is(parts.get(1), Names.WSU, "Expires")) {
            throw SoapRefusal.structure("a timestamp is Created and Expires");
        }
        Instant created = instant(parts.get(0));
        Instant expires = instant(parts.get(1));
        if (expires.isBefore(created)) {
            throw SoapRefusal.structure("it expired before it was created");
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
            throw SoapRefusal.structure("from before the start");
        }
        return until;
    }

    /** UTC, and no finer than milliseconds (WS-I Basic Security Profile 1.1, R3217 and R3220). */
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
