package dev.weir.contract;

/** The tests that never wait. They are fast, so they run once for each of many planted faults ({@link Fault}). */
public interface SwiftContract
        extends DownloadContract, RangeContract, PathContract, ClientContract, AdmissionContract, ErrorContract {}
