/**
 * Finds the file that a request asks for, and plans the response.
 *
 * <p>{@link dev.weir.catalog.FileCatalog} resolves the path and opens the file. No other class resolves a path. Its
 * methods block, so the reactive server calls them on a thread pool for files. {@link dev.weir.catalog.DownloadPlan}
 * computes the status, the header fields and the ranges of the response. It does no I/O.
 *
 * <p>Neither class uses Spring's resource handling, because Spring ignores {@code If-Range}. WebFlux also answers an
 * unsatisfiable range with 500 instead of 416.
 */
@NullMarked
package dev.weir.catalog;

import org.jspecify.annotations.NullMarked;
