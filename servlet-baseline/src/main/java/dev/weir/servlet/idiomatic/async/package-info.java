/**
 * Serves requests asynchronously, as Spring MVC's reference documentation shows. Uses {@code ResponseBodyEmitter},
 * {@code SseEmitter} and {@code DeferredResult}. A waiting request holds no thread. A write blocks a thread of the
 * application's task executor until the client reads.
 */
@NullMarked
package dev.weir.servlet.idiomatic.async;

import org.jspecify.annotations.NullMarked;
