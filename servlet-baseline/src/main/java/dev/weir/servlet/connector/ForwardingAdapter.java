package dev.weir.servlet.connector;

import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;

/** Forwards all calls from Tomcat's connector to the container. A subclass overrides some of the methods. */
class ForwardingAdapter implements Adapter {
    private final Adapter container;

    ForwardingAdapter(Adapter container) {
        this.container = container;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        container.service(request, response);
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
        return container.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
        return container.asyncDispatch(request, response, event);
    }

    @Override
    public void log(Request request, Response response, long time) {
        container.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
        container.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
        return container.getDomain();
    }
}
