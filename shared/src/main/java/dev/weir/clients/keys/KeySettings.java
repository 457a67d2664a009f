package dev.weir.clients.keys;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code weir.client-keys.*}.
 *
 * @param file the file of the {@link KeyFile}; null if keys must not change at run time, or Redis keeps the changes
 */
public record KeySettings(@Nullable Path file) {}
