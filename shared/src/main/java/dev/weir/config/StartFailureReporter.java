package dev.weir.config;

import java.util.Arrays;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Tells in one line, on standard error, why the server did not start; Boot's own report of many lines is off. */
public final class StartFailureReporter implements FailureAnalysisReporter {
    @Override
    public void report(FailureAnalysis analysis) {
        String reason = analysis.getCause() instanceof BindException e && e.getProperty() != null
                ? unusable(e.getProperty(), e.getTarget().getType().resolve(Object.class))
                : analysis.getDescription().strip().replaceAll("\\s*\\R\\s*", "; ");
        System.err.println("weir: not started: " + reason);
    }

    private static String unusable(ConfigurationProperty property, Class<?> type) {
        String wanted = type.isEnum()
                ? "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT)
                : "a " + type.getSimpleName();
        return property.getName() + ": '" + property.getValue() + "' is not " + wanted;
    }

    /** Lets {@link StartFailureReporter} tell a {@link BadSettingException}. */
    static final class BadSetting extends AbstractFailureAnalyzer<BadSettingException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, BadSettingException cause) {
            return new FailureAnalysis(cause.getMessage(), null, cause);
        }
    }
}
