package dev.weir.contract;

/** Rules of HTTP/2 alone: windows and streams. */
public interface Http2Contract extends FlowContract, StreamsContract, Http2LibraryContract {}
