package dev.weir.contract;

/**
 * The rules on flow-control windows and streams, which only HTTP/2 has. Also tests that the experiment of {@link
 * ChainContract} is off by default. The servers of {@link ServerContract} cannot test this, because they turn the
 * experiment on.
 */
public interface Http2Contract extends FlowContract, StreamsContract, Http2LibraryContract, NoChainContract {}
