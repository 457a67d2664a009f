package dev.weir.config;

import dev.weir.soap.SoapAnswer;
import dev.weir.soap.Wsdl;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the schema of the SOAP service, the same on both servers. */
@RestController
final class SchemaPage {
    @GetMapping(path = "/ws/calc.xsd", produces = SoapAnswer.MEDIA_TYPE)
    byte[] schema() {
        return Wsdl.schema();
    }
}
