/**
 * Finds the file that a request asks for, and computes the response.
 *
 * <p>{@link dev.weir.catalog.FileCatalog} resolves paths and opens files. It blocks, so the reactive server calls it on
 * a thread pool. {@link dev.weir.catalog.DownloadPlan} computes the status, the header fields and the ranges without
 * I/O.
 *
 * <p>This package replaces the resource handling of Spring. Spring ignores {@code If-Range}, and WebFlux answers an
 * unsatisfiable range with 500 instead of 416.
 */
@NullMarked
package dev.weir.catalog;

import org.jspecify.annotations.NullMarked;
