package dev.weir.contract;

/**
 * Rules that only HTTP/2 has, on windows and streams. Also the rule for a server without the experiment of {@link
 * ChainContract}, which is on in the servers of {@link ServerContract}.
 */
public interface Http2Contract extends FlowContract, StreamsContract, Http2LibraryContract, NoChainContract {}
