package dev.weir.cluster;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reason why this server process cannot use Redis. Immutable.
 *
 * @param text the reason for the log: one line of at most {@link #MOST} characters, without a password
 * @param code the code of the error that Redis sent, such as {@code MISCONF}; null if Redis sent no error
 */
record LinkFailure(String text, @Nullable String code) {
    static final int MOST = 200;

    /** Matches the command arguments in an error of Redis, to remove them. They may contain a password. */
    private static final Pattern ARGUMENTS = Pattern.compile(",? with args.*", Pattern.DOTALL);

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");
    private static final Pattern CODE = Pattern.compile("[A-Z]{2,20}(?= |$)");
    private static final String NO_CODE = "ERR";

    /**
     * Describes an exception, or a missing answer of Redis if {@code failure} is null. Takes the text from the
     * innermost cause, because the message of an outer exception may contain the Redis URI with the password.
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
