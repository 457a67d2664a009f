package dev.weir.cluster;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a node cannot use Redis. Immutable.
 *
 * @param text the reason for the log: one line of at most {@link #MOST} characters, without a password
 * @param code the code of the error with which Redis refused a command, such as {@code MISCONF}; null if Redis did not
 *     answer
 */
record LinkFailure(String text, @Nullable String code) {
    static final int MOST = 200;

    /** Redis repeats the arguments of a command that it does not know. Those of {@code AUTH} contain the password. */
    private static final Pattern ARGUMENTS = Pattern.compile(",? with args.*", Pattern.DOTALL);

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");
    private static final Pattern CODE = Pattern.compile("[A-Z]{2,20}(?= |$)");
    private static final String NO_CODE = "ERR";

    /**
     * Takes the text from the innermost exception. The message of an outer exception may contain the URI with the
     * password.
     */
    static LinkFailure of(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause == null ? null : cause.getMessage();
        if (message == null) {
            return new LinkFailure("no answer", null);
        }
        String line =
                CONTROL.matcher(ARGUMENTS.matcher(message).replaceFirst("")).replaceAll(" ");
        String text = line.substring(0, Math.min(line.length(), MOST));
        return new LinkFailure(text, cause instanceof RedisCommandExecutionException ? code(text) : null);
    }

    private static String code(String text) {
        Matcher code = CODE.matcher(text);
        return code.lookingAt() ? code.group() : NO_CODE;
    }
}
