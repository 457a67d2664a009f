package dev.weir.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The leases of all nodes, as {@code lease.lua} keeps them. */
@FunctionalInterface
interface LeaseTable {
    /**
     * Renews leases of one node, without waiting for the answer.
     *
     * @param keys the keys of the script
     * @param arguments the arguments of the script
     * @return the answer of the script; fails if Redis does not answer in time
     */
    CompletableFuture<List<Object>> renew(List<String> keys, List<String> arguments);
}
