package dev.weir.cluster;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/**
 * A Lua script that Redis runs atomically. A call sends the digest of the script. The call sends the whole script only
 * if Redis does not know the digest. Immutable.
 */
final class RedisScript {
    private final String text;
    private final String digest;

    private RedisScript(String text) {
        this.text = text;
        this.digest = sha1(text);
    }

    /** Reads resource files of this package and joins them in the given order into one script. */
    static RedisScript of(String... names) {
        return new RedisScript(Arrays.stream(names).map(RedisScript::file).collect(Collectors.joining()));
    }

    private static String file(String name) {
        try (InputStream file = Objects.requireNonNull(RedisScript.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs the script on Redis.
     *
     * @param <T> the type of the result, which must match {@code type}
     * @return a future with the result; the future fails in the same cases as that of {@link RedisLink#run}
     */
    <T> CompletableFuture<T> run(RedisLink link, ScriptOutputType type, List<String> keys, String... arguments) {
        String[] names = keys.stream().map(link::key).toArray(String[]::new);
        return link.<T>run(redis -> redis.evalsha(digest, type, names, arguments))
                .exceptionallyCompose(failure -> unknown(failure)
                        ? link.run(redis -> redis.eval(text, type, names, arguments))
                        : CompletableFuture.failedFuture(failure));
    }

    private static boolean unknown(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RedisNoScriptException;
    }

    private static String sha1(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has it
        }
    }
}
