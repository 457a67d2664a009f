package dev.weir.config;

import dev.weir.soap.SoapAnswer;
import dev.weir.soap.Wsdl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the schema of the SOAP service, the same on both servers. */
@RestController
final class SchemaPage {
    /** Read at the start, and the description with it: an event loop must not. */
    private final byte[] schema = Wsdl.schema();

    /** Not by {@code produces}: of two handlers Spring prefers the one without, whatever its methods. */
    @GetMapping("/ws/calc.xsd")
    ResponseEntity<byte[]> schema() {
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(schema);
    }
}
