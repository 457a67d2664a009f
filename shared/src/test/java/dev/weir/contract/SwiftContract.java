package dev.weir.contract;

import dev.weir.contract.clients.ClientContract;
import dev.weir.contract.downloads.AdmissionContract;
import dev.weir.contract.downloads.DownloadContract;
import dev.weir.contract.downloads.PathContract;
import dev.weir.contract.downloads.RangeContract;
import dev.weir.contract.http.ErrorContract;

/** The tests that never wait. They are fast, so they run once for each of many planted faults ({@code Fault}). */
public interface SwiftContract
        extends DownloadContract, RangeContract, PathContract, ClientContract, AdmissionContract, ErrorContract {}
