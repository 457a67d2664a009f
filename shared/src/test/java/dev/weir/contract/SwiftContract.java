package dev.weir.contract;

/** The tests in which nothing waits. They take no time, and so run for each of many planted faults ({@link Fault}). */
public interface SwiftContract
        extends DownloadContract, RangeContract, PathContract, ClientContract, AdmissionContract, ErrorContract {}
