/**
 * Decides what is served: from a request's path to an open file, from its fields to status, fields and range.
 *
 * <p>{@link dev.weir.catalog.FileCatalog} is the only place where a path is resolved; it blocks, so models with few
 * threads call it on others. {@link dev.weir.catalog.DownloadPlan} is pure. Neither uses Spring's resource handling,
 * which ignores {@code If-Range} and, on WebFlux, answers 500 where 416 is due.
 */
@NullMarked
package dev.weir.catalog;

import org.jspecify.annotations.NullMarked;
