package dev.weir.soap.endpoint;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;
import org.w3c.dom.Element;

@Endpoint
public class Calculator {
    /**
     * Adds the numbers {@code a} and {@code b} of a request.
     *
     * @param request a {@code plusRequest} element that is valid according to the XML schema
     */
    @PayloadRoot(namespace = Names.CALC, localPart = "plusRequest")
    @ResponsePayload
    public Element plus(@RequestPayload Element request) {
        long sum = number(request, "a") + number(request, "b");
        Element response = XmlTree.append(XmlTree.empty(), Names.CALC, "calc:plusResponse");
        XmlTree.append(response, Names.CALC, "calc:result").setTextContent(Long.toString(sum));
        return response;
    }

    /** Reads a number of type {@code xs:int}. Returns a long, because the sum of two ints may exceed an int. */
    private static long number(Element request, String name) {
        return Long.parseLong(request.getElementsByTagNameNS(Names.CALC, name)
                .item(0)
                .getTextContent()
                .strip());
    }
}
