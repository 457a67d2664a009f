package dev.weir.soap;

import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;
import org.w3c.dom.Element;

/** The article's service: adds two numbers. */
@Endpoint
public class Calculator {
    /**
     * Adds.
     *
     * @param request valid by the schema
     */
    @PayloadRoot(namespace = Names.CALC, localPart = "plusRequest")
    @ResponsePayload
    public Element plus(@RequestPayload Element request) {
        long sum = number(request, "a") + number(request, "b");
        Element response = Xml.append(Xml.empty(), Names.CALC, "calc:plusResponse");
        Xml.append(response, Names.CALC, "calc:result").setTextContent(Long.toString(sum));
        return response;
    }

    /** An {@code xs:int}, whose sum with another fits a long. */
    private static long number(Element request, String name) {
        return Long.parseLong(request.getElementsByTagNameNS(Names.CALC, name)
                .item(0)
                .getTextContent()
                .strip());
    }
}
