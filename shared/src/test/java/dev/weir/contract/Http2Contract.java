package dev.weir.contract;

/** What only HTTP/2 has: windows and streams. */
public interface Http2Contract extends FlowContract, StreamsContract, Http2LibraryContract {}
