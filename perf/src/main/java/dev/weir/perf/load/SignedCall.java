package dev.weir.perf.load;

import dev.weir.soap.SoapCall;

/** The request for {@code a + b}, signed, to be sent once. */
public record SignedCall(int a, int b, SoapCall.Request request) {}
