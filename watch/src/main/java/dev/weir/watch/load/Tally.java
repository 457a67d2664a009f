package dev.weir.watch.load;

/** Counts what the clients of one server have seen. */
final class Tally {
    long bytes;
    long left;
}
