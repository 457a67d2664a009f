package dev.weir.contract;

/**
 * The rules on flow-control windows and streams, which only HTTP/2 has. Also the rule that the experiment of {@link
 * ChainContract} is off by default. The servers of {@link ServerContract} turn this experiment on.
 */
public interface Http2Contract extends FlowContract, StreamsContract, Http2LibraryContract, NoChainContract {}
