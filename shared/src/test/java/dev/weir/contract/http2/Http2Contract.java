package dev.weir.contract.http2;

import dev.weir.contract.ServerContract;
import dev.weir.contract.http.NoChainContract;
import dev.weir.contract.programs.Http2LibraryContract;

/**
 * Tests the rules on flow-control windows, streams and trailer fields of HTTP/2. Also tests that {@code GET /chain}, in
 * which the server calls itself, is off by default. {@link ServerContract} cannot test this, because its servers turn
 * {@code GET /chain} on.
 */
public interface Http2Contract
        extends FlowContract, StreamsContract, TrailerContract, Http2LibraryContract, NoChainContract {}
