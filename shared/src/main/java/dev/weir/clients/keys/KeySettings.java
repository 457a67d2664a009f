package dev.weir.clients.keys;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code weir.client-keys.*}. Without a file and without Redis, keys cannot change at run time.
 *
 * @param file the file that keeps the changes of keys while the server runs; not needed with Redis
 */
public record KeySettings(@Nullable Path file) {}
