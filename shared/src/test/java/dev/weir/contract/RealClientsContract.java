package dev.weir.contract;

/** Client programs and libraries of others. The server is started with {@link #HTTP2}. */
public interface RealClientsContract extends LibraryContract, DownloaderContract, BrowserContract {
    String HTTP2 = "--server.http2.enabled=true";
}
