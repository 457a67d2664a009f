/**
 * Decides which file a request gets: from the path to an open file, and from the header fields to status, fields and
 * range.
 *
 * <p>{@link dev.weir.catalog.FileCatalog} is the only class that resolves a path. It blocks, so models with few threads
 * call it on other threads. {@link dev.weir.catalog.DownloadPlan} is a pure function. Neither uses Spring's resource
 * handling: that ignores {@code If-Range}, and on WebFlux it answers 500 where 416 is due.
 */
@NullMarked
package dev.weir.catalog;

import org.jspecify.annotations.NullMarked;
