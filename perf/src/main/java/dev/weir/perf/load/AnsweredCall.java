package dev.weir.perf.load;

/** A call and the envelope that came, which nobody has looked into. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares two, and nobody writes to it
public record AnsweredCall(SignedCall call, byte[] envelope) {}
