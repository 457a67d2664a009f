package dev.weir.contract.programs;

/** Tests with client programs and libraries of other projects. The server has the setting {@link #HTTP2}. */
public interface RealClientsContract
        extends LibraryContract, DownloaderContract, BrowserContract, BrowserKeysContract, BrowserEventsContract {
    String HTTP2 = "--server.http2.enabled=true";
}
