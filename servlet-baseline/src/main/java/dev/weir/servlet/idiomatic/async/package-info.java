/**
 * Waits as Spring MVC's reference documentation shows for asynchronous requests: with {@code ResponseBodyEmitter}, {@code
 * SseEmitter} and {@code DeferredResult}. A request that waits holds no thread. A write holds a thread of the application's
 * task executor for as long as the client takes.
 */
@NullMarked
package dev.weir.servlet.idiomatic.async;

import org.jspecify.annotations.NullMarked;
