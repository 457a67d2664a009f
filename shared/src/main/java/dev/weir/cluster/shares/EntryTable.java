package dev.weir.cluster.shares;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Holds one encoded entry for each client, for the next message to other nodes. All entries have the same length, and
 * follow each other in one array. The entry of an unchanged client is not encoded again for the next message, only
 * copied. Confined to the thread of {@link Shares}.
 */
final class EntryTable {
    private static final int FIRST_SIZE = 16;

    private final int width;
    private byte[] bytes;
    private Entry[] entries = new Entry[FIRST_SIZE];
    private int size;
    private boolean changed;

    /** The position of one client's entry in the table. The position may change when another entry is removed. */
    static final class Entry {
        private static final int NOWHERE = -1;

        private int index = NOWHERE;

        boolean isPresent() {
            return index != NOWHERE;
        }
    }

    /** @param width the length of an entry in bytes */
    EntryTable(int width) {
        this.width = width;
        this.bytes = new byte[FIRST_SIZE * width];
    }

    /** Adds the entry with these bytes to the table. Replaces the bytes of an entry that the table already contains. */
    void put(Entry entry, byte[] text) {
        if (!entry.isPresent()) {
            if (size == entries.length) {
                entries = Arrays.copyOf(entries, 2 * size);
                bytes = Arrays.copyOf(bytes, 2 * size * width);
            }
            entries[size] = entry;
            entry.index = size++;
            changed = true;
        }
        int at = entry.index * width;
        changed |= !Arrays.equals(bytes, at, at + width, text, 0, width);
        System.arraycopy(text, 0, bytes, at, width);
    }

    /** Removes the entry, if the table contains it. Moves the last entry of the table to the free position. */
    void remove(Entry entry) {
        if (!entry.isPresent()) {
            return;
        }
        Entry last = entries[--size];
        System.arraycopy(bytes, size * width, bytes, entry.index * width, width);
        entries[entry.index] = last;
        last.index = entry.index;
        entry.index = Entry.NOWHERE;
        changed = true;
    }

    /** Returns whether an entry was added, changed or removed since the last call of {@link #takeChanged}. */
    boolean hasChanged() {
        return changed;
    }

    /** Returns {@link #hasChanged}, and then sets it to false. */
    boolean takeChanged() {
        boolean result = changed;
        changed = false;
        return result;
    }

    /** Returns all entries as one text. */
    String text() {
        return new String(bytes, 0, size * width, StandardCharsets.ISO_8859_1);
    }
}
