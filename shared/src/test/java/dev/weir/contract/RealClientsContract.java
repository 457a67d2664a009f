package dev.weir.contract;

/** Real clients, written by others, against the server. It is started with {@link #HTTP2}. */
public interface RealClientsContract extends LibraryContract, DownloaderContract, BrowserContract {
    String HTTP2 = "--server.http2.enabled=true";
}
