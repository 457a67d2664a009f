package dev.weir.soap;

import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The answer that a message must get. */
public sealed interface Expected {
    /**
     * What is wrong with an answer, or null.
     *
     * @param sent what was answered, by who has the key {@code signer}
     */
    @Nullable
    String difference(Sent sent, String signer, Outcome outcome, Instant now);

    /** A fault of constant bytes, which nobody signed. */
    record Unsigned(SoapFault fault) implements Expected {
        @Override
        public @Nullable String difference(Sent sent, String signer, Outcome outcome, Instant now) {
            boolean same = outcome.status() == 500 && Arrays.equals(outcome.body(), fault.envelope());
            return same ? null : "not the bytes of " + fault + ": " + outcome;
        }
    }

    /** A fault that the server signed, as the answer to this very message. */
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

    /** A sum, which the server signed as the answer to this very message. */
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

    /** No SOAP at all. */
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
