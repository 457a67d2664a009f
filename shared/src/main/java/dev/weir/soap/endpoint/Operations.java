package dev.weir.soap.endpoint;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.ws.WebServiceMessage;
import org.springframework.ws.WebServiceMessageFactory;
import org.springframework.ws.context.DefaultMessageContext;
import org.springframework.ws.context.MessageContext;
import org.springframework.ws.server.EndpointInvocationChain;
import org.springframework.ws.server.endpoint.adapter.DefaultMethodEndpointAdapter;
import org.springframework.ws.server.endpoint.adapter.method.MethodReturnValueHandler;
import org.springframework.ws.server.endpoint.adapter.method.dom.DomPayloadMethodProcessor;
import org.springframework.ws.server.endpoint.mapping.PayloadRootAnnotationMethodEndpointMapping;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * Calls the {@code @Endpoint} methods of a Spring context through Spring-WS. Requests and responses are XML trees.
 * Thread-safe.
 *
 * <p>Spring-WS's own message classes were rejected, because they would serialize and parse each message once more. The
 * {@code MessageDispatcher} of Spring-WS was rejected, because it searches for the method and its adapter in each call.
 */
public final class Operations {
    static final String SCHEMA = "calc.xsd";

    private final PayloadRootAnnotationMethodEndpointMapping mapping = new PayloadRootAnnotationMethodEndpointMapping();
    private final DefaultMethodEndpointAdapter adapter = new DefaultMethodEndpointAdapter();
    private final Schema schema;

    /** @param context contains the {@code @Endpoint} beans */
    public Operations(ApplicationContext context) {
        mapping.setApplicationContext(context);
        adapter.setMethodArgumentResolvers(List.of(new DomPayloadMethodProcessor()));
        adapter.setMethodReturnValueHandlers(List.of(new ReturnedElement()));
        schema = schema();
    }

    /** Runs the operation that the request's payload names. Returns the payload of the response. */
    public Element answer(Element payload) throws SoapRefusal {
        MessageContext context = new DefaultMessageContext(new TreeMessage(payload), new TreeMessages());
        try {
            // Look the operation up first, because the schema has no element for an unknown operation.
            EndpointInvocationChain endpoint = mapping.getEndpoint(context);
            if (endpoint == null) {
                throw new SoapRefusal(SoapFault.UNKNOWN_OPERATION, payload.getLocalName());
            }
            schema.newValidator().validate(new DOMSource(payload));
            adapter.invoke(context, endpoint.getEndpoint());
        } catch (SoapRefusal e) {
            throw e;
        } catch (SAXException e) {
            throw new SoapRefusal(SoapFault.NOT_BY_SCHEMA, e);
        } catch (Exception e) {
            throw new SoapRefusal(SoapFault.FAILED, e);
        }
        return Objects.requireNonNull(((TreeMessage) context.getResponse()).payload);
    }

    private static Schema schema() {
        try (InputStream text = Objects.requireNonNull(Operations.class.getResourceAsStream(SCHEMA))) {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return factory.newSchema(new StreamSource(text));
        } catch (IOException | SAXException e) {
            throw new IllegalStateException(e); // cannot happen: the schema is in the jar
        }
    }

    /**
     * Sets the payload of the response to the element that an endpoint returns. Spring-WS's own class would copy the
     * tree.
     */
    private static final class ReturnedElement implements MethodReturnValueHandler {
        @Override
        public boolean supportsReturnType(MethodParameter returnType) {
            return Element.class.equals(returnType.getParameterType());
        }

        @Override
        public void handleReturnValue(MessageContext context, MethodParameter returnType, @Nullable Object returned) {
            ((TreeMessage) context.getResponse()).payload = (Element) returned;
        }
    }

    private static final class TreeMessages implements WebServiceMessageFactory {
        @Override
        public WebServiceMessage createWebServiceMessage() {
            return new TreeMessage(null);
        }

        @Override
        public WebServiceMessage createWebServiceMessage(InputStream stream) {
            throw new UnsupportedOperationException("Weir passes messages as trees");
        }
    }

    /** The XML tree of a request or a response. A response has no payload until the endpoint returns one. */
    private static final class TreeMessage implements WebServiceMessage {
        private @Nullable Element payload;

        TreeMessage(@Nullable Element payload) {
            this.payload = payload;
        }

        @Override
        public Source getPayloadSource() {
            return new DOMSource(payload);
        }

        @Override
        public Result getPayloadResult() {
            throw new UnsupportedOperationException("ReturnedElement sets the payload");
        }

        @Override
        public void writeTo(OutputStream stream) {
            throw new UnsupportedOperationException("SoapGateway writes the envelope");
        }
    }
}
