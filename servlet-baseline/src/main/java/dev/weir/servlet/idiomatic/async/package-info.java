/**
 * Waits as Spring MVC's reference documentation shows for asynchronous requests: with {@code ResponseBodyEmitter}, {@code
 * SseEmitter} and {@code DeferredResult}. No thread is held by what waits; a thread of the application's task executor is
 * held by what is written, for as long as the client takes.
 */
@NullMarked
package dev.weir.servlet.idiomatic.async;

import org.jspecify.annotations.NullMarked;
