package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapFaultException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The answer that the SOAP service must give to a message. */
public sealed interface Expected {
    @Nullable
    String difference(Sent sent, String signer, Outcome outcome, Instant now);

    /** An unsigned SOAP fault. The bytes of the answer depend only on the kind of fault. */
    record Unsigned(SoapFault fault) implements Expected {
        @Override
        public @Nullable String difference(Sent sent, String signer, Outcome outcome, Instant now) {
            boolean same = outcome.status() == 500 && Arrays.equals(outcome.body(), fault.envelope());
            return same ? null : "not the bytes of " + fault + ": " + outcome;
        }
    }

    /** A signed SOAP fault. The answer must also repeat the signature of the message that was sent. */
    record Signed(SoapFault fault) implements Expected {
        @Override
        public @Nullable String difference(Sent sent, String signer, Outcome outcome, Instant now) {
            try {
                long result = read(sent, signer, outcome, now);
                return "not " + fault + ", but " + result;
            } catch (SoapFaultException e) {
                boolean same = outcome.status() == 500
                        && e.isAuthenticated()
                        && e.code().endsWith(":" + fault.code())
                        && outcome.text().contains(fault.text());
                return same ? null : "not " + fault + ", signed: " + outcome;
            } catch (RefusedResponseException e) {
                return "not to be verified: " + e + " of " + outcome;
            }
        }
    }

    /** A signed sum. The answer must also repeat the signature of the message that was sent. */
    record Result(long sum) implements Expected {
        @Override
        public @Nullable String difference(Sent sent, String signer, Outcome outcome, Instant now) {
            try {
                long result = read(sent, signer, outcome, now);
                return outcome.status() == 200 && result == sum ? null : "not " + sum + ": " + result;
            } catch (SoapFaultException | RefusedResponseException e) {
                return "not " + sum + ": " + e + " of " + outcome;
            }
        }
    }

    /** A refusal with an HTTP error instead of a SOAP fault. */
    record Refused(Problem problem) implements Expected {
        @Override
        public @Nullable String difference(Sent sent, String signer, Outcome outcome, Instant now) {
            byte[] body = problem.json().getBytes(StandardCharsets.UTF_8);
            boolean same = outcome.status() == problem.status() && Arrays.equals(outcome.body(), body);
            return same ? null : "not " + problem + ": " + outcome;
        }
    }

    private static long read(Sent sent, String signer, Outcome outcome, Instant now)
            throws SoapFaultException, RefusedResponseException {
        SoapCall.Request request = new SoapCall.Request(sent.body(), sent.signature());
        return GatewayFixture.client(signer).result(request, outcome.body(), now);
    }
}
