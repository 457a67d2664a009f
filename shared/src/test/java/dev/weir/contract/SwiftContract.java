package dev.weir.contract;

/** The fast part of the contract, without waits and leaving clients. It runs against many planted faults. */
public interface SwiftContract
        extends DownloadContract, RangeContract, PathContract, ClientContract, AdmissionContract, ErrorContract {}
