package dev.weir.contract.cluster;

/**
 * The rules for a cluster of two nodes that share one Redis. A server's test implements this interface and says how to
 * start the nodes.
 */
public interface ClusterContract
        extends SoapClusterContract,
                EventClusterContract,
                NetworkClusterContract,
                LimitsClusterContract,
                MetricsClusterContract,
                KeyClusterContract,
                BandwidthClusterContract {}
