package dev.weir.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Tells in one line, on standard error, why the server did not start; Boot's own report of many lines is off. */
public final class StartFailureReporter implements FailureAnalysisReporter {
    @Override
    public void report(FailureAnalysis analysis) {
        String reason = analysis.getDescription().strip().replaceAll("\\s*\\R\\s*", "; ");
        System.err.println("weir: not started: " + reason);
    }

    /** Lets {@link StartFailureReporter} tell a {@link BadSettingException}. */
    static final class BadSetting extends AbstractFailureAnalyzer<BadSettingException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, BadSettingException cause) {
            return new FailureAnalysis(cause.getMessage(), null, cause);
        }
    }
}
