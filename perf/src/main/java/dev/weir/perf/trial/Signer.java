package dev.weir.perf.trial;

import dev.weir.perf.load.AnsweredCall;
import dev.weir.perf.load.SignedCall;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The caller's cryptography: it takes milliseconds a call, so it is for when nothing is timed. */
public interface Signer {
    /** So many calls that were never sent, each with another sum. */
    List<SignedCall> sign(int count);

    /** How many of these are not the signed answer to their call, by reason. */
    Map<String, Long> wrong(Collection<AnsweredCall> answers);
}
