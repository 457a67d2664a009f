package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.soap.endpoint.Operations;
import dev.weir.soap.message.Envelope;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.Decryption;
import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.ReplayGuard;
import dev.weir.soap.wssecurity.Responses;
import dev.weir.soap.wssecurity.SecurityHeader;
import dev.weir.soap.wssecurity.Trust;
import dev.weir.soap.wssecurity.Verifier;
import dev.weir.soap.xml.MalformedXmlException;
import dev.weir.soap.xml.XmlParser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;

/**
 * The SOAP service with its security checks. It turns the bytes of a request into the bytes of the answer. The Javadoc
 * of this package lists the steps.
 *
 * <p>Thread-safe. A call uses much CPU time and may block. So {@link SoapPool} makes the calls on its own threads.
 */
public final class SoapGateway {
    private static final Logger log = LoggerFactory.getLogger(SoapGateway.class);

    private final Verifier verifier;
    private final Decryption decryption;
    private final Freshness freshness;
    private final ReplayGuard replays;
    private final Operations operations;
    private final Responses responses;
    private final Cryptography cryptography;

    /**
     * @param recipient the key that decrypts requests
     * @param signer the key that signs responses, usually {@code recipient}
     * @param clients returns the certificates of the permitted clients; called for each request
     * @param timeToLive the longest time for which a request or response is valid
     * @param started the time at which this process started (see {@link ReplayGuard#since})
     * @param replays remembers the accepted requests, to detect replays
     * @param operations executes the requests
     */
    public SoapGateway(
            Identity recipient,
            Identity signer,
            Supplier<Trust> clients,
            Duration timeToLive,
            Instant started,
            ReplayGuard replays,
            Operations operations) {
        this.verifier = new Verifier(clients, recipient.cryptography());
        this.decryption = new Decryption(recipient);
        this.freshness = new Freshness(timeToLive, replays.since(started));
        this.replays = replays;
        this.operations = operations;
        this.responses = new Responses(signer, timeToLive);
        this.cryptography = recipient.cryptography();
    }

    /** Returns the cryptography provider that decrypts requests. */
    public Cryptography cryptography() {
        return cryptography;
    }

    /**
     * Answers one request. If a security check or the operation fails, the answer is a SOAP fault.
     *
     * @throws RefusedException if the request is not a SOAP envelope, or the replay cache is full or does not answer
     */
    public SoapAnswer answer(byte[] request, Instant now) {
        try {
            Envelope envelope = Envelope.of(XmlParser.parse(request));
            return answer(envelope, admit(envelope, now), now);
        } catch (MalformedXmlException e) {
            log.debug("malformed", e);
            throw new RefusedException(Problem.MALFORMED_MESSAGE);
        } catch (SoapRefusal e) {
            log.debug("{}: {}", e.fault(), e.getMessage());
            return SoapAnswer.unsigned(e.fault());
        }
    }

    /** Verifies the signature and the timestamp of a request, refuses a replay, and then decrypts the request. */
    private Verifier.Signed admit(Envelope envelope, Instant now) throws SoapRefusal {
        SecurityHeader header = SecurityHeader.ofRequest(envelope);
        Decryption.check(envelope, header.last());
        Verifier.Signed signed = verifier.verify(header, List.of(envelope.body(), header.timestamp()), now);
        Freshness.Validity validity = freshness.check(header.timestamp(), now);
        switch (replays.add(signed.content(), validity, now)) {
            case SEEN -> throw SoapRefusal.structure("a replay");
            case FULL -> throw new RefusedException(Problem.OVERLOADED);
            case UNKNOWN -> throw new RefusedException(Problem.UNAVAILABLE);
            case NEW -> decryption.decrypt(envelope, header.last());
        }
        return signed;
    }

    private SoapAnswer answer(Envelope envelope, Verifier.Signed signed, Instant now) {
        try {
            if (envelope.mustUnderstandMore()) {
                throw new SoapRefusal(SoapFault.MUST_UNDERSTAND, "a header");
            }
            Element response = operations.answer(envelope.payload());
            return new SoapAnswer(200, "answered", responses.answer(response, signed.value(), now));
        } catch (SoapRefusal e) {
            if (e.fault() == SoapFault.FAILED) {
                log.error("a call failed", e.getCause());
            }
            log.debug("{}: {}", e.fault(), e.getMessage());
            return new SoapAnswer(500, e.fault().code(), responses.fault(e.fault(), signed.value(), now));
        }
    }
}
