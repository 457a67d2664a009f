package dev.weir.contract;

/** The part of the contract that neither waits nor leaves, for runs against many planted faults. */
public interface SwiftContract
        extends DownloadContract, RangeContract, PathContract, ClientContract, AdmissionContract, ErrorContract {}
