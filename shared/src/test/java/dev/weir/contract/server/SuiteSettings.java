package dev.weir.contract.server;

import dev.weir.soap.TestKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The settings of each server under test: plans that each have one limit to test, and the clients of each plan. */
public final class SuiteSettings {
    public static final String FAST_KEY = "key-of-fast-7d1f";
    /**
     * The key of a client with 40 KiB per second. The throttle grants this client the bytes of 100 ms at a time: 4 KiB.
     */
    public static final String SLOW_KEY = "key-of-slow-93ab";

    /** The key of a client with a rate of one byte per second. */
    public static final String CRAWLING_KEY = "key-of-crawling-6b90";

    public static final String BLOCKED_KEY = "key-of-blocked-0c55";
    /** The key of a blocked client. The settings have only the SHA-256 digest of this key. */
    public static final String HASHED_BLOCKED_KEY = "key-of-hashed-e402";
    /** The key of a client that may have at most two downloads and two subscribers at once. */
    public static final String FEW_KEY = "key-of-few-b81e";
    /** The key of a client that may make at most three requests per second. */
    public static final String SELDOM_KEY = "key-of-seldom-55d0";

    public static final String PUBLISHER_KEY = "key-of-publisher-2a8c";

    /** The key that signs links, with the id {@code new}. */
    public static final String SIGNING_KEY = "signing-key-of-the-suite-5f0e9c31d7";

    /** An older key for signed links, with the id {@code old}. The settings name a file that contains this key. */
    public static final String OLD_SIGNING_KEY = "old-signing-key-of-the-suite-a1b2c3";

    /** The key of a client that may read two topics, publish to one topic, and read one existing folder. */
    public static final String GUEST_KEY = "key-of-guest-1e6f";

    public static final List<String> KEYS = List.of(
            FAST_KEY,
            SLOW_KEY,
            CRAWLING_KEY,
            BLOCKED_KEY,
            HASHED_BLOCKED_KEY,
            FEW_KEY,
            SELDOM_KEY,
            PUBLISHER_KEY,
            GUEST_KEY);

    /** A network of client addresses. Each address is a client that may have two downloads at once. */
    static final String FEW_NETWORK = "127.0.7.0/24";

    public static final String BLOCKED_ADDRESS = "127.0.9.9";

    public static final int MAX_DOWNLOADS = 24;
    public static final int MAX_CLIENTS = 16;
    public static final int MAX_SUBSCRIBERS = 24;

    public static final int HISTORY = 700;

    public static final int HISTORY_BYTES = 8 * 1024 * 1024;

    public static final String ORIGIN = "https://pages.example";

    private static final Map<String, String> COMMON = Map.ofEntries(
            Map.entry("server.port", "0"),
            Map.entry("management.server.port", "0"),
            Map.entry("weir.trusted-proxies", "127.0.99.0/24"),
            Map.entry("logging.threshold.console", "off"),
            Map.entry("logging.level.dev.weir", "trace"),
            Map.entry("logging.level.web", "debug"),
            Map.entry("weir.connections.body-timeout", "5s"),
            Map.entry("weir.throttle.rate", "0"),
            Map.entry("weir.throttle.chunk-time", "100ms"),
            Map.entry("weir.throttle.max-clients", "" + MAX_CLIENTS),
            Map.entry("weir.files.max-downloads", "" + MAX_DOWNLOADS),
            Map.entry("weir.events.history", "" + HISTORY),
            Map.entry("weir.events.history-size", HISTORY_BYTES + "B"),
            Map.entry("weir.events.heartbeat", "100ms"),
            Map.entry("weir.events.stall-limit", "1s"),
            Map.entry("weir.events.publisher-token", PUBLISHER_KEY),
            Map.entry("weir.events.allowed-origins", ORIGIN),
            Map.entry("weir.events.max-subscribers", "" + MAX_SUBSCRIBERS),
            Map.entry("weir.plans.default.rate", "0"),
            Map.entry("weir.plans.default.requests-per-second", "1000000"),
            Map.entry("weir.plans.fast.rate", "0"),
            Map.entry("weir.plans.fast.requests-per-second", "1000000"),
            Map.entry("weir.plans.slow.rate", "40KB"),
            Map.entry("weir.plans.crawling.rate", "1B"),
            Map.entry("weir.plans.blocked.blocked", "true"),
            Map.entry("weir.plans.few.rate", "0"),
            Map.entry("weir.plans.few.max-downloads", "2"),
            Map.entry("weir.plans.few.max-subscribers", "2"),
            Map.entry("weir.plans.few.requests-per-second", "1000000"),
            Map.entry("weir.plans.guest.rate", "0"),
            Map.entry("weir.plans.guest.requests-per-second", "1000000"),
            Map.entry("weir.plans.guest.publish", "true"),
            Map.entry("weir.plans.guest.read-folders", "sub/deep,none/at/all/"),
            Map.entry("weir.plans.guest.read-topics", "open,free"),
            Map.entry("weir.plans.guest.publish-topics", "open"),
            Map.entry("weir.plans.seldom.rate", "0"),
            Map.entry("weir.plans.seldom.publish", "true"),
            Map.entry("weir.plans.seldom.requests-per-second", "3"));

    private static final List<Map<String, String>> CLIENTS = List.of(
            Map.of("key", FAST_KEY, "plan", "fast"),
            Map.of("key", SLOW_KEY, "plan", "slow"),
            Map.of("key", CRAWLING_KEY, "plan", "crawling"),
            Map.of("key", BLOCKED_KEY, "plan", "blocked"),
            Map.of(
                    "key",
                    "{sha256}4fa5c6b723b96ae8b4a277c00477b5673691eb0c26dada24bf25db40aef61997",
                    "plan",
                    "blocked"),
            Map.of("key", FEW_KEY, "plan", "few"),
            Map.of("key", GUEST_KEY, "plan", "guest"),
            Map.of("key", SELDOM_KEY, "plan", "seldom"),
            Map.of("address", FEW_NETWORK, "plan", "few"),
            Map.of("address", BLOCKED_ADDRESS, "plan", "blocked"));

    private SuiteSettings() {}

    /** Returns the settings as command-line arguments. No configuration file overrides such arguments. */
    static List<String> arguments(SuiteFiles files, List<String> more) {
        List<String> arguments = new ArrayList<>();
        COMMON.forEach((key, value) -> {
            String setting = "--" + key + "=";
            if (more.stream().noneMatch(own -> own.startsWith(setting))) { // Spring would join both values
                arguments.add(setting + value);
            }
        });
        for (int i = 0; i < CLIENTS.size(); i++) {
            String client = "--weir.clients[" + i + "].";
            CLIENTS.get(i).forEach((key, value) -> arguments.add(client + key + "=" + value));
        }
        arguments.add("--weir.signing.keys.new=" + SIGNING_KEY);
        arguments.add("--weir.signing.keys.old=file:" + files.secret("old.key", OLD_SIGNING_KEY + "\n"));
        Path keys = TestKeys.get().folder();
        arguments.add("--weir.soap.key-store=" + keys.resolve("server.p12"));
        arguments.add("--weir.soap.key-store-password=" + TestKeys.PASSWORD);
        arguments.add("--weir.soap.trust-store=" + keys.resolve("server-trust.p12"));
        arguments.add("--weir.soap.trust-store-password=" + TestKeys.PASSWORD);
        arguments.add("--weir.soap.revoked=" + keys.resolve("revoked.crl"));
        arguments.add("--weir.soap.subjects=CN=(?!other).*");
        if (more.stream().noneMatch(own -> own.startsWith("--weir.redis.uri="))) { // else Redis keeps the keys
            arguments.add("--weir.client-keys.file=" + files.keys());
        }
        arguments.add("--weir.files.root=" + files.root());
        arguments.add("--logging.file.name=" + files.log());
        arguments.add("--weir.access-log.file=" + files.accessLog());
        arguments.add("--logging.logback.rollingpolicy.max-file-size=1GB"); // tests read on in one file
        arguments.addAll(more);
        return arguments;
    }
}
