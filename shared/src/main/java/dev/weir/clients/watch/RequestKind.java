package dev.weir.clients.watch;

/** The kinds of requests that a client's plan can admit or refuse. */
public enum RequestKind {
    /** A request for a file or for the list of files. */
    DOWNLOAD,
    /** A request for an event stream. */
    STREAM,
    /** A long poll for events. */
    POLL,
    /** A request to publish an event. */
    PUBLISH,
    /** A SOAP call, or a request for the description of the SOAP service. */
    SOAP
}
