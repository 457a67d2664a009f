package dev.weir.config.start;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.weir.config.BadSettingException;
import dev.weir.config.MinProgress;
import dev.weir.config.keys.ValueForm;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter;
import org.springframework.boot.json.JsonParseException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.PlaceholderResolutionException;

/** Replaces Spring Boot's report of a failed start by one line on standard error. */
@Order(Ordered.HIGHEST_PRECEDENCE) // before Spring Boot's reporter
public final class StartFailureReporter implements FailureAnalysisReporter {
    /** Values below these configuration keys may be secret, so the error report omits them. */
    private static final List<ConfigurationPropertyName> SECRETS =
            List.of(ConfigurationPropertyName.of("weir.clients"), ConfigurationPropertyName.of("weir.signing"));

    @Override
    public void report(FailureAnalysis analysis) {
        if (LoggerFactory.getLogger(LoggingFailureAnalysisReporter.class) instanceof Logger log) {
            // not in application.yaml: if that file is malformed, the start ends before its log levels apply
            log.setLevel(Level.OFF);
        }
        System.err.println("weir: not started: " + reason(analysis));
    }

    private static String reason(FailureAnalysis analysis) {
        Throwable cause = analysis.getCause();
        if (cause instanceof UnboundConfigurationPropertiesException e) {
            return e.getUnboundProperties().iterator().next().getName()
                    + ": is not part of its list; list indexes start at 0 and have no gaps";
        }
        if (cause instanceof BindException e && e.getProperty() != null) {
            return unusable(e.getProperty(), e.getTarget().getType().resolve(Object.class));
        }
        return analysis.getDescription().strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private static String unusable(ConfigurationProperty property, Class<?> type) {
        String wanted = type == MinProgress.class ? "a size in a time, like 1KB in 60s" : ValueForm.of(type);
        boolean secret = SECRETS.stream().anyMatch(parent -> parent.isAncestorOf(property.getName()));
        return property.getName() + ": " + (secret ? "the value" : "'" + property.getValue() + "'") + " is not "
                + wanted;
    }

    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class BadSetting extends AbstractFailureAnalyzer<BadSettingException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, BadSettingException cause) {
            return new FailureAnalysis(cause.getMessage(), null, cause);
        }
    }

    /**
     * Explains why Spring Boot could not read the arguments or the configuration. Spring Boot itself would print only a
     * stack trace.
     */
    static final class UnreadableConfiguration extends AbstractFailureAnalyzer<RuntimeException> {
        /** Matches the part of a URL that may contain a password. */
        private static final Pattern USER = Pattern.compile("(?<=//)[^/@\\s]+@");

        @Override
        protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RuntimeException cause) {
            boolean explained = findCause(rootFailure, BindException.class) != null
                    || !(rootFailure instanceof IllegalStateException
                            || rootFailure instanceof IllegalArgumentException);
            if (explained) {
                return null;
            }
            if (hasFrame(rootFailure, DefaultApplicationArguments.class.getName())) {
                return new FailureAnalysis("an argument has no name before its '='", null, cause);
            }
            if (findCause(rootFailure, JsonParseException.class) != null) {
                return new FailureAnalysis("spring.application.json: is malformed", null, cause);
            }
            return hasFrame(rootFailure, "org.springframework.boot.context.config.")
                    ? new FailureAnalysis(reason(rootFailure), null, cause)
                    : null;
        }

        private static boolean hasFrame(Throwable failure, String prefix) {
            return Arrays.stream(failure.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().startsWith(prefix));
        }

        private String reason(Throwable failure) {
            PlaceholderResolutionException unknown = findCause(failure, PlaceholderResolutionException.class);
            if (unknown != null) { // the exception's message contains the value, which may be secret
                return "the placeholder ${" + unknown.getPlaceholder() + "} has no value, or refers to itself";
            }
            Throwable root = NestedExceptionUtils.getRootCause(failure);
            String reason = String.valueOf(failure.getMessage());
            if (root != null && !reason.contains(String.valueOf(root.getMessage()))) {
                reason += ": " + root.getMessage();
            }
            return USER.matcher(reason).replaceAll("");
        }
    }
}
