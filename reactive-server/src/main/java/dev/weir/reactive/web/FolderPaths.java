package dev.weir.reactive.web;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.reactive.result.condition.RequestCondition;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/**
 * Maps paths under {@code /files/} that end with a slash to the controller of listings. Such a path names a folder. A
 * path pattern cannot express this, because in a pattern, nothing may follow the part that matches any number of
 * segments.
 */
@Component
class FolderPaths {
    private static final String CONTROLLER = "listingController"; // the name of the bean in both styles

    FolderPaths(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping,
            ApplicationContext context) {
        RequestMappingInfo.BuilderConfiguration options = new RequestMappingInfo.BuilderConfiguration();
        options.setPatternParser(mapping.getPathPatternParser());
        options.setContentTypeResolver(mapping.getContentTypeResolver());
        RequestMappingInfo folders = RequestMappingInfo.paths("/files/{*path}")
                .methods(RequestMethod.GET)
                .customCondition(new EndsWithSlash())
                .options(options)
                .build();
        Class<?> type = Objects.requireNonNull(context.getType(CONTROLLER));
        mapping.registerMapping(
                folders,
                CONTROLLER,
                Objects.requireNonNull(ReflectionUtils.findMethod(type, "list", ServerWebExchange.class)));
    }

    private record EndsWithSlash() implements RequestCondition<EndsWithSlash> {
        @Override
        public EndsWithSlash combine(EndsWithSlash other) {
            return this;
        }

        @Override
        public @Nullable EndsWithSlash getMatchingCondition(ServerWebExchange exchange) {
            return new Exchange(exchange).path().endsWith("/") ? this : null;
        }

        @Override
        public int compareTo(EndsWithSlash other, ServerWebExchange exchange) {
            return 0;
        }
    }
}
