package dev.weir.contract;

/** What holds over two nodes that share one Redis. A server's test implements it and says how to start the nodes. */
public interface ClusterContract extends SoapClusterContract, EventClusterContract, LimitsClusterContract {}
