package dev.weir.servlet.web;

import dev.weir.clients.Callers;
import dev.weir.soap.SoapAnswer;
import dev.weir.soap.Wsdl;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Describes the SOAP service, in every model on the request's thread. */
@RestController
class DescriptionController {
    private final Callers callers;

    DescriptionController(Callers callers) {
        this.callers = callers;
    }

    @GetMapping("/ws/calc.xsd")
    ResponseEntity<byte[]> schema(HttpServletRequest request) {
        admit(request);
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(Wsdl.schema());
    }

    @GetMapping("/ws/calc.wsdl")
    ResponseEntity<byte[]> description(HttpServletRequest request) {
        admit(request);
        byte[] description = Wsdl.of(
                URI.create(request.getRequestURL().toString()),
                callers.proxies(),
                name -> RequestFields.value(request, name),
                RequestFields.remote(request));
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(description);
    }

    private void admit(HttpServletRequest request) {
        callers.call(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }
}
