package dev.weir.clients.keys;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code weir.client-keys.*}. Without a file and without Redis, keys cannot change at run time.
 *
 * @param file keeps the keys that are added, moved and revoked while the server runs; not needed with Redis
 */
public record KeySettings(@Nullable Path file) {}
