package dev.weir.servlet.web;

import dev.weir.clients.Callers;
import dev.weir.soap.endpoint.Wsdl;
import dev.weir.soap.message.SoapAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the WSDL and the XML schema of the SOAP service from memory. Runs on the request's thread. */
@RestController
class DescriptionController {
    private final Callers callers;
    private final byte[] schema = Wsdl.schema();

    DescriptionController(Callers callers) {
        this.callers = callers;
    }

    @GetMapping("/ws/calc.xsd")
    ResponseEntity<byte[]> schema(HttpServletRequest request, HttpServletResponse response) {
        admit(new Exchange(request, response));
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(schema);
    }

    /**
     * Serves the WSDL, whatever the client sends in {@code Accept}. With {@code produces} in the annotation, Spring
     * would answer 406 to a client that does not accept XML.
     */
    @GetMapping("/ws/calc.wsdl")
    ResponseEntity<byte[]> description(HttpServletRequest request, HttpServletResponse response) {
        Exchange exchange = new Exchange(request, response);
        admit(exchange);
        URI address = URI.create(request.getRequestURL().toString());
        byte[] description = Wsdl.of(address, callers.proxies(), exchange::field, exchange.remote());
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(description);
    }

    // admit the client
    private void admit(Exchange exchange) {
        callers.call(exchange);
    }
}
