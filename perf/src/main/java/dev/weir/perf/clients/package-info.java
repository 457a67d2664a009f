/**
 * What others make of the servers' answers: real download clients through connections that break, a lint of the fields,
 * and nginx's answers to the same requests.
 *
 * <p>Rule D16: whoever resumes ends with the file's bytes. A run in which no connection was cut shows nothing of that and
 * counts as failed.
 */
@NullMarked
package dev.weir.perf.clients;

import org.jspecify.annotations.NullMarked;
