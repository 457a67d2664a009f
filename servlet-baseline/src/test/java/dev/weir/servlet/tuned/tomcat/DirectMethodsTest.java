package dev.weir.servlet.tuned.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.method.HandlerMethod;

/** Tests which controller methods {@link DirectMethods} calls. It must leave all others to Spring MVC. */
class DirectMethodsTest {
    interface Itself {
        void itself(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }

    /** The methods of a controller. Of these, {@link DirectMethods} must call only {@link Itself#itself}. */
    interface Methods extends Itself {
        String view(HttpServletRequest request, HttpServletResponse response);

        void swapped(HttpServletResponse response, HttpServletRequest request);

        void more(HttpServletRequest request, HttpServletResponse response, String more);

        void less(HttpServletResponse response);
    }

    private final DirectMethods adapter = new DirectMethods();

    @Test
    void onlyAMethodOfRequestAndResponseAloneWithoutAResultIsCalledDirectly() {
        assertThat(Methods.class.getMethods())
                .filteredOn(DirectMethods::answersItself)
                .extracting(Method::getName)
                .containsExactly("itself");
    }

    @Test
    void theExceptionOfTheMethodIsThrown() throws Exception {
        IOException thrown = new IOException("the client has left");
        Itself fails = (request, response) -> {
            throw thrown;
        };
        HandlerMethod method = new HandlerMethod(fails, Itself.class.getDeclaredMethods()[0]);
        assertThat(adapter.supports(method)).isTrue();
        assertThatThrownBy(() -> adapter.handle(new MockHttpServletRequest(), new MockHttpServletResponse(), method))
                .isSameAs(thrown);
    }
}
