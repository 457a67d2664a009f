package dev.weir.servlet;

import dev.weir.config.WeirProperties;
import dev.weir.config.management.InfoConfiguration;
import dev.weir.servlet.idiomatic.SoapMessages;
import dev.weir.servlet.tuned.async.AsyncModel;
import dev.weir.servlet.tuned.blocking.BlockingModel;
import dev.weir.servlet.tuned.tomcat.DirectMethods;
import dev.weir.servlet.tuned.tomcat.ShortBodies;
import dev.weir.servlet.tuned.tomcat.Wires;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Selects the Spring beans of the configured threading model and code style. The property {@code weir.model} names the
 * model: {@code async}, {@code blocking} or {@code virtual}. The property {@code weir.style} names the style:
 * {@code tuned} or {@code idiomatic}. The models {@code blocking} and {@code virtual} run the same code on different
 * threads.
 */
@Configuration(proxyBeanMethods = false)
public class Models {
    private static final String STYLE = "weir.style";
    private static final String MODEL = "weir.model";

    @Bean
    InfoContributor modelInfo(WeirProperties properties) {
        return InfoConfiguration.ofModel(
                properties.model().name(), properties.style().name());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = STYLE, havingValue = "tuned", matchIfMissing = true)
    @Import({Wires.class, ShortBodies.class, DirectMethods.class})
    static class Tuned {
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnProperty(name = MODEL, havingValue = "async", matchIfMissing = true)
        @Import(AsyncModel.class)
        static class Async {}

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnProperty(name = MODEL, havingValue = "blocking")
        @Import(BlockingModel.class)
        static class Blocking {}

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnProperty(name = MODEL, havingValue = "virtual")
        @Import({BlockingModel.class, VirtualThreads.class})
        static class Virtual {}
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = STYLE, havingValue = "idiomatic")
    @Import(SoapMessages.class)
    static class Idiomatic {
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnProperty(name = MODEL, havingValue = "async", matchIfMissing = true)
        @Import(dev.weir.servlet.idiomatic.async.AsyncModel.class)
        static class Async {}

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnProperty(name = MODEL, havingValue = "blocking")
        @Import(dev.weir.servlet.idiomatic.blocking.BlockingModel.class)
        static class Blocking {}

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnProperty(name = MODEL, havingValue = "virtual")
        @Import({dev.weir.servlet.idiomatic.blocking.BlockingModel.class, VirtualThreads.class})
        static class Virtual {}
    }
}
