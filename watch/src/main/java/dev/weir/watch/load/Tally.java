package dev.weir.watch.load;

/** Counts the bytes that the clients of one server have received, and the clients that have left. */
final class Tally {
    long bytes;
    long left;
}
