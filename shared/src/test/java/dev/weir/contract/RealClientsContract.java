package dev.weir.contract;

/** What clients make of the server that others have written; it is started with {@link #HTTP2}. */
public interface RealClientsContract extends LibraryContract, DownloaderContract, BrowserContract {
    String HTTP2 = "--server.http2.enabled=true";
}
