package dev.weir.contract;

/** Rules that only HTTP/2 has, on windows and streams. */
public interface Http2Contract extends FlowContract, StreamsContract, Http2LibraryContract {}
