package dev.weir.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.ConfigurationClassPostProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Tests which package and which kind of thread the server uses for each threading model and code style. */
class ModelsTest {
    @ParameterizedTest
    @CsvSource({
        "async, tuned, tuned.async, false",
        "virtual, tuned, tuned.blocking, true",
        "blocking, tuned, tuned.blocking, false",
        "async, idiomatic, idiomatic.async, false",
        "virtual, idiomatic, idiomatic.blocking, true",
        "blocking, idiomatic, idiomatic.blocking, false"
    })
    void aModelAndAStyleAreServedByOnePackage(String model, String style, String served, boolean virtual) {
        assertServed(Map.of("weir.model", model, "weir.style", style), served, virtual);
    }

    @ParameterizedTest
    @CsvSource({"weir.port, 1, tuned.async", "weir.style, idiomatic, idiomatic.async"})
    void theModelIsAsyncAndTheStyleTunedUnlessSaid(String key, String value, String served) {
        assertServed(Map.of(key, value), served, false);
    }

    private static void assertServed(Map<String, Object> settings, String served, boolean virtual) {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", settings));
            new AnnotatedBeanDefinitionReader(context).register(Models.class);
            ConfigurationClassPostProcessor configurations = new ConfigurationClassPostProcessor();
            configurations.setEnvironment(context.getEnvironment());
            configurations.postProcessBeanDefinitionRegistry(context);
            List<String> controllers = Arrays.stream(context.getBeanDefinitionNames())
                    .map(context::getBeanDefinition)
                    .map(BeanDefinition::getBeanClassName)
                    .filter(name -> name != null && name.endsWith(".DownloadController"))
                    .toList();
            assertThat(controllers).containsExactly("dev.weir.servlet." + served + ".DownloadController");
            assertThat(context.containsBeanDefinition("virtualThreads")).isEqualTo(virtual);
            assertThat(Arrays.toString(context.getBeanDefinitionNames()).contains("DirectMethods"))
                    .isEqualTo(served.startsWith("tuned"));
        }
    }
}
