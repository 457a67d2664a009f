package dev.weir.soap.endpoint;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.XmlTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.ws.NoEndpointFoundException;
import org.springframework.ws.WebServiceMessage;
import org.springframework.ws.WebServiceMessageFactory;
import org.springframework.ws.context.DefaultMessageContext;
import org.springframework.ws.server.MessageDispatcher;
import org.springframework.ws.server.endpoint.adapter.DefaultMethodEndpointAdapter;
import org.springframework.ws.server.endpoint.adapter.method.dom.DomPayloadMethodProcessor;
import org.springframework.ws.server.endpoint.mapping.PayloadRootAnnotationMethodEndpointMapping;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * Calls the {@code @Endpoint} methods of a Spring context through Spring-WS. Requests and responses are XML trees.
 * Thread-safe.
 *
 * <p>Spring-WS's own message classes were rejected, because they would serialize and parse each message once more.
 */
public final class Operations {
    static final String SCHEMA = "calc.xsd";

    private final PayloadRootAnnotationMethodEndpointMapping mapping = new PayloadRootAnnotationMethodEndpointMapping();
    private final MessageDispatcher dispatcher = new MessageDispatcher();
    private final Schema schema;

    /** @param context contains the {@code @Endpoint} beans */
    public Operations(ApplicationContext context) {
        mapping.setApplicationContext(context);
        DomPayloadMethodProcessor payloads = new DomPayloadMethodProcessor();
        DefaultMethodEndpointAdapter adapter = new DefaultMethodEndpointAdapter();
        adapter.setMethodArgumentResolvers(List.of(payloads));
        adapter.setMethodReturnValueHandlers(List.of(payloads));
        dispatcher.setEndpointMappings(List.of(mapping));
        dispatcher.setEndpointAdapters(List.of(adapter));
        schema = schema();
    }

    /** Runs the operation that the request names. Returns the root element of the response, in a new document. */
    public Element answer(Element payload) throws SoapRefusal {
        Dispatch dispatch = new Dispatch(payload);
        try {
            // Look the operation up first, because the schema has no element for an unknown operation.
            if (mapping.getEndpoint(dispatch.context()) == null) {
                throw new SoapRefusal(SoapFault.UNKNOWN_OPERATION, payload.getLocalName());
            }
            schema.newValidator().validate(new DOMSource(payload));
            dispatcher.receive(dispatch.context());
        } catch (SoapRefusal e) {
            throw e;
        } catch (NoEndpointFoundException e) {
            throw new SoapRefusal(SoapFault.UNKNOWN_OPERATION, e);
        } catch (SAXException e) {
            throw new SoapRefusal(SoapFault.NOT_BY_SCHEMA, e);
        } catch (Exception e) {
            throw new SoapRefusal(SoapFault.FAILED, e);
        }
        return dispatch.response().getDocumentElement();
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

    private static final class Dispatch implements WebServiceMessageFactory {
        private final Element payload;
        private final Document response = XmlTree.empty();

        Dispatch(Element payload) {
            this.payload = payload;
        }

        DefaultMessageContext context() {
            return new DefaultMessageContext(new TreeMessage(payload, payload.getOwnerDocument()), this);
        }

        Document response() {
            return response;
        }

        @Override
        public WebServiceMessage createWebServiceMessage() {
            return new TreeMessage(payload, response);
        }

        @Override
        public WebServiceMessage createWebServiceMessage(InputStream stream) {
            throw new UnsupportedOperationException("Weir passes messages as trees");
        }
    }

    private record TreeMessage(Element payload, Document result) implements WebServiceMessage {
        @Override
        public Source getPayloadSource() {
            return new DOMSource(payload);
        }

        @Override
        public Result getPayloadResult() {
            return new DOMResult(result);
        }

        @Override
        public void writeTo(OutputStream stream) {
            throw new UnsupportedOperationException("SoapGateway writes the envelope");
        }
    }
}
