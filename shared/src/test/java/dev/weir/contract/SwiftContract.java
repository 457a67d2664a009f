package dev.weir.contract;

/** The tests that take no time, because nothing waits. They run once for each of many planted faults. */
public interface SwiftContract
        extends DownloadContract, RangeContract, PathContract, ClientContract, AdmissionContract, ErrorContract {}
