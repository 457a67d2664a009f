package dev.weir.clients.keys;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code weir.client-keys.*}. API keys can change at run time only if the server has a key file or uses
 * Redis.
 *
 * @param file the file in which the server keeps the changes that are made to keys at run time; not needed with Redis
 */
public record KeySettings(@Nullable Path file) {}
