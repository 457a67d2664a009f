package dev.weir.servlet.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.condition.RequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Maps paths under {@code /files/} that end with a slash to the controller that lists files. Such a path names a
 * folder. A path pattern that matches any number of folders cannot also require a slash at the end.
 */
class FolderPaths {
    FolderPaths(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping,
            ListingController controller) {
        RequestMappingInfo folders = RequestMappingInfo.paths("/files/{*path}")
                .methods(RequestMethod.GET)
                .customCondition(new EndsWithSlash())
                .options(mapping.getBuilderConfiguration())
                .build();
        mapping.registerMapping(
                folders,
                controller,
                Objects.requireNonNull(ReflectionUtils.findMethod(
                        ListingController.class, "list", HttpServletRequest.class, HttpServletResponse.class)));
    }

    private record EndsWithSlash() implements RequestCondition<EndsWithSlash> {
        @Override
        public EndsWithSlash combine(EndsWithSlash other) {
            return this;
        }

        @Override
        public @Nullable EndsWithSlash getMatchingCondition(HttpServletRequest request) {
            return request.getRequestURI().endsWith("/") ? this : null;
        }

        @Override
        public int compareTo(EndsWithSlash other, HttpServletRequest request) {
            return 0;
        }
    }
}
