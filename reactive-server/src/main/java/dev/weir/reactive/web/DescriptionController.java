package dev.weir.reactive.web;

import dev.weir.clients.Callers;
import dev.weir.soap.endpoint.Wsdl;
import dev.weir.soap.message.SoapAnswer;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/** Serves the WSDL and the XML schema of the SOAP service from memory. Runs on the connection's event loop. */
@RestController
class DescriptionController {
    private final Callers callers;
    private final byte[] schema = Wsdl.schema();

    DescriptionController(Callers callers) {
        this.callers = callers;
    }

    @GetMapping("/ws/calc.xsd")
    ResponseEntity<byte[]> schema(ServerWebExchange web) {
        admit(new Exchange(web));
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(schema);
    }

    /**
     * Serves the WSDL, whatever the client sends in {@code Accept}. With {@code produces} in the annotation, Spring
     * would answer 406 to a client that does not accept XML.
     */
    @GetMapping("/ws/calc.wsdl")
    ResponseEntity<byte[]> description(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        admit(exchange);
        URI address = web.getRequest().getURI();
        byte[] description = Wsdl.of(address, callers.proxies(), exchange::field, exchange.remote());
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(description);
    }

    // admit the client
    private void admit(Exchange exchange) {
        callers.call(exchange);
    }
}
