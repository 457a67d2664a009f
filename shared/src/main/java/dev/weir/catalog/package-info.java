/**
 * Finds the file that a request asks for, and plans the response.
 *
 * <p>{@link dev.weir.catalog.FileCatalog} resolves the path and opens the file. No other class resolves a path. Its
 * calls block, so the reactive server makes them on file threads. {@link dev.weir.catalog.DownloadPlan} computes the
 * status, the header fields and the ranges from the request's header fields. It does no I/O.
 *
 * <p>Neither class uses Spring's resource handling, because it ignores {@code If-Range}. On WebFlux it also answers an
 * unsatisfiable range with 500 instead of 416.
 */
@NullMarked
package dev.weir.catalog;

import org.jspecify.annotations.NullMarked;
