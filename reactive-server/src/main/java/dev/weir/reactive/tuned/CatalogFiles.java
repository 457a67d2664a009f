package dev.weir.reactive.tuned;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.reactive.web.Exchange;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Opens the file that a request names. Accesses the file system only on {@code weir-file} threads. */
@Component
class CatalogFiles {
    private final FileCatalog catalog;
    private final Scheduler fileThreads;

    CatalogFiles(FileCatalog catalog, Scheduler fileThreads) {
        this.catalog = catalog;
        this.fileThreads = fileThreads;
    }

    /** Opens a file, passes it to {@code answer}, and closes it when the returned {@code Mono} ends or is cancelled. */
    Mono<Void> open(Exchange exchange, Function<OpenFile, Mono<Void>> answer) {
        // With Range, the response may need a random boundary between ranges. The random source may block.
        OpenFile recent = exchange.field("Range") == null ? catalog.recent(exchange.path()) : null;
        return recent == null
                ? Mono.using(() -> catalog.open(exchange.path()), answer, OpenFile::close)
                        .subscribeOn(fileThreads)
                : answer.apply(recent);
    }
}
