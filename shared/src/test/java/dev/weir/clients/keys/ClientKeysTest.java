package dev.weir.clients.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.Admission;
import dev.weir.clients.ApiKey;
import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.TestRequest;
import dev.weir.clients.Use;
import dev.weir.clients.watch.RequestKind;
import dev.weir.clients.watch.RequestWatch;
import dev.weir.network.Proxies;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Download;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what happens to a client when its API key is added, moved or revoked (C07). */
class ClientKeysTest {
    private static final Chunk.Time CHUNK_TIME = Chunk.Time.fixed(Duration.ofMillis(100));
    private static final int MANY = 1_000_000;
    private static final ApiKey ALICE = ApiKey.parse("alice's key");
    private static final String BOBS = "bob's key";
    private static final List<Clients.Rule> RULES = List.of(new Clients.Rule("alice", ALICE, null, plan("slow", 1)));

    @TempDir
    Path folder;

    private final Throttle throttle =
            new Throttle(new TokenBucket(0, 0, 0), CHUNK_TIME, (task, delayNanos) -> () -> {}, () -> 0);
    private final Clients clients =
            new Clients(throttle, RULES, plan("fast", 0), new Clients.Limits(9, MANY, 9), () -> 0);
    private final Callers callers = new Callers(clients, new Proxies(List.of()));
    private final LiveLimits limits = new LiveLimits(
            throttle,
            clients,
            CHUNK_TIME,
            new LiveLimits.Bucket(0, 0),
            Map.of("slow", plan("slow", 1), "fast", plan("fast", 0)));

    private static Plan plan(String name, long rate) {
        return new Plan(name, rate, rate == 0 ? 0 : 4096, 1, MANY, 9, MANY, false, false);
    }

    private KeyFile store() {
        return new KeyFile(folder.resolve("keys"));
    }

    private Admission download(String key) {
        return callers.download(request(key));
    }

    private static TestRequest request(String key) {
        return new TestRequest("/files/any", null, Map.of("X-API-Key", key), InetAddress.ofLiteral("192.0.2.1"));
    }

    private void assertUnknown(String key) {
        assertThatThrownBy(() -> download(key))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNKNOWN_KEY));
    }

    /** Changes of API keys must outlast a restart. A revoked key must stay revoked, even if it is still configured. */
    @Test
    void c07_changesLastOverARestart() {
        try (KeyFile store = store()) {
            ClientKeys keys = new ClientKeys(limits, RULES, store);
            assertThat(keys.put(ApiKey.parse(BOBS), "fast")).isTrue();
            assertThat(keys.put(ApiKey.parse(BOBS), "slow")).isFalse();
            assertThat(keys.revoke("alice's key")).isTrue();
            assertThat(keys.revoke("alice's key")).isFalse();
        }
        Clients again = new Clients(throttle, RULES, plan("fast", 0), new Clients.Limits(9, MANY, 9), () -> 0);
        LiveLimits restarted = new LiveLimits(
                throttle, again, CHUNK_TIME, new LiveLimits.Bucket(0, 0), Map.of("slow", plan("slow", 1)));
        try (KeyFile store = store()) {
            ClientKeys keys = new ClientKeys(restarted, RULES, store);
            assertThat(keys.all()).singleElement().satisfies(client -> {
                assertThat(client.plan()).isEqualTo("slow");
                assertThat(client.id()).startsWith("key-");
                assertThat(keys.revoke(client.id())).isTrue();
            });
            assertThat(keys.all()).isEmpty();
            assertThat(keys.put(ALICE, "slow")).isTrue();
            assertThat(keys.all()).containsExactly(new ClientKeys.Listed("alice", "slow"));
        }
    }

    @Test
    void c07_aKeyIsRevokedByItsDigestOrItsId() {
        KeyStore store = new MemoryKeyStore();
        ClientKeys keys = new ClientKeys(limits, RULES, store);
        for (String text : List.of(BOBS, ApiKey.parse(BOBS).sha256Hex(), "id")) {
            keys.put(ApiKey.parse(BOBS), "fast");
            String id = keys.find(ApiKey.parse(BOBS)).orElseThrow().id();
            download(BOBS).leave();
            assertThat(keys.revoke(text.equals("id") ? id : text)).isTrue();
            assertUnknown(BOBS);
        }
        for (String text : List.of("", " ", "{sha256}", "nobody", "0".repeat(64), "fast")) {
            assertThat(keys.revoke(text)).as(text).isFalse();
        }
    }

    /** A stored API key whose plan was removed from the configuration must not be accepted. */
    @Test
    void c07_aKeyOfAPlanThatIsNotThereIsNotAccepted() {
        KeyStore store = new MemoryKeyStore();
        store.change(ApiKey.parse(BOBS), new Assignment("bob", "gold"));
        ClientKeys keys = new ClientKeys(limits, RULES, store);
        assertThat(keys.all()).containsExactly(new ClientKeys.Listed("alice", "slow"));
        assertUnknown(BOBS);
    }

    /** An API key whose plan does not exist must be revocable. Otherwise the store would keep the key for ever. */
    @Test
    void c07_aKeyOfAPlanThatIsNotThereCanBeRevoked() {
        MemoryKeyStore store = new MemoryKeyStore();
        for (String text : List.of(BOBS, ApiKey.parse(BOBS).sha256Hex(), "bob")) {
            store.change(ApiKey.parse(BOBS), new Assignment("bob", "gold"));
            ClientKeys keys = new ClientKeys(limits, RULES, store);
            assertThat(keys.revoke(text)).isTrue();
            assertThat(keys.revoke(text)).isFalse();
            assertThat(store.size()).isZero();
        }
    }

    @Test
    void c07_withoutAStoreChangesAreRefused() {
        ClientKeys keys = new ClientKeys(limits, RULES, KeyStore.none());
        for (Runnable change :
                List.<Runnable>of(() -> keys.put(ApiKey.parse(BOBS), "fast"), () -> keys.revoke("alice's key"))) {
            assertThatThrownBy(change::run)
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NO_KEY_STORE));
        }
        download("alice's key").leave();
    }

    @Test
    void c07_aMovedKeysWaitingDownloadIsServedAtTheNewRate() {
        KeyStore store = new MemoryKeyStore();
        ClientKeys keys = new ClientKeys(limits, RULES, store);
        Admission admission = download("alice's key");
        List<Long> grants = new ArrayList<>();
        List<Boolean> held = new ArrayList<>();
        Download download = throttle.open(admission.client().share(), Runnable::run, bytes -> {
            held.add(Thread.holdsLock(clients));
            grants.add(bytes);
        });
        download.ask(1_000_000);
        assertThat(grants).isEmpty();
        keys.put(ALICE, "fast");
        assertThat(grants).hasSize(1);
        assertThat(held).as("the lock, for which event loops wait").containsExactly(false);
        assertThat(admission.client().plan().name()).isEqualTo("fast");
        download.close(0);
        admission.leave();
    }

    /** A revocation must end each open response once. It must not end a connection whose response has ended already. */
    @Test
    void c07_anOpenResponseEndsOnceAndAnEndedOneDoesNot() {
        KeyStore store = new MemoryKeyStore();
        ClientKeys keys = new ClientKeys(limits, RULES, store, Runnable::run);
        AtomicInteger open = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        List<Runnable> later = new ArrayList<>();
        Admission admission = download("alice's key");
        var _ = admission.onCutOff(Runnable::run, open::incrementAndGet);
        admission.onCutOff(Runnable::run, ended::incrementAndGet).run();
        Runnable endedMeanwhile = admission.onCutOff(later::add, ended::incrementAndGet);

        keys.revoke("alice");
        endedMeanwhile.run();
        later.forEach(Runnable::run);
        assertThat(open).hasValue(1);
        assertThat(ended).hasValue(0);

        var _ = admission.onCutOff(Runnable::run, open::incrementAndGet);
        assertThat(open).as("registered after the revocation").hasValue(2);
        assertThatThrownBy(() -> callers.fields(admission)).isInstanceOf(RefusedException.class);
        admission.leave();
        assertThat(clients.active(Use.DOWNLOAD)).isZero();
    }

    /** A node sees only the second of two changes. It must still notice that the key was revoked and added again. */
    @Test
    void c07_aKeyThatWasRevokedAndAddedBetweenTwoLooksIsRevoked() {
        ToldStore store = new ToldStore();
        ClientKeys keys = new ClientKeys(limits, RULES, store, Runnable::run);
        ApiKey bob = ApiKey.parse(BOBS);
        store.tell(Map.of(bob, new Assignment("key-1", "slow")));
        AtomicInteger alices = new AtomicInteger();
        AtomicInteger bobs = new AtomicInteger();
        var _ = download("alice's key").onCutOff(Runnable::run, alices::incrementAndGet);
        var _ = download(BOBS).onCutOff(Runnable::run, bobs::incrementAndGet);

        store.tell(Map.of(bob, new Assignment("key-1", "fast"), ALICE, Assignment.ofConfigured("fast")));
        assertThat(alices).hasValue(0);
        assertThat(bobs).hasValue(0);

        store.tell(Map.of(bob, new Assignment("key-2", "fast"), ALICE, new Assignment("key-3", "fast")));
        assertThat(alices).hasValue(1);
        assertThat(bobs).hasValue(1);
        assertThat(download("alice's key").client().name()).isEqualTo("alice");
        assertThat(download(BOBS).client().name()).isEqualTo("key-2");
        assertThat(keys.find(bob)).contains(new ClientKeys.Listed("key-2", "fast"));
    }

    /** A client whose key is in the store but not in the configuration must have the name from the store. */
    @Test
    void c07_aKeyThatIsNotConfiguredAnyMoreHasANameOfItsOwn() {
        ToldStore store = new ToldStore();
        ClientKeys keys = new ClientKeys(limits, RULES, store);
        store.tell(Map.of(ApiKey.parse(BOBS), new Assignment("-key-1", "fast")));
        assertThat(download(BOBS).client().name()).isEqualTo("key-1");
        assertThat(keys.find(ApiKey.parse(BOBS))).contains(new ClientKeys.Listed("key-1", "fast"));
    }

    /** A key store for tests. {@link #tell} acts as if another node had changed API keys. */
    private static final class ToldStore implements KeyStore {
        private Consumer<Map<ApiKey, Assignment>> listener = _ -> {};

        @Override
        public void open(Consumer<Map<ApiKey, Assignment>> listener) {
            this.listener = listener;
        }

        @Override
        public void change(ApiKey key, @Nullable Assignment assignment) {
            throw new UnsupportedOperationException();
        }

        void tell(Map<ApiKey, Assignment> assignments) {
            listener.accept(assignments);
        }
    }

    /** A revocation must end each open response on a separate thread, because ending a response may block. */
    @Test
    void c07_eachEndRunsOnAThreadOfItsOwn() {
        ClientKeys keys = new ClientKeys(limits, RULES, new MemoryKeyStore());
        CompletableFuture<Thread> first = new CompletableFuture<>();
        CompletableFuture<Thread> second = new CompletableFuture<>();
        for (CompletableFuture<Thread> ended : List.of(first, second)) {
            Admission admission = download("alice's key");
            var _ = admission.onCutOff(Runnable::run, () -> {
                admission.leave();
                ended.complete(Thread.currentThread());
            });
        }
        keys.revoke("alice");
        assertThat(first.join()).matches(Thread::isVirtual).isNotSameAs(second.join());
    }

    /** An API key is revoked while its client uploads an event or a SOAP call. The upload must then be refused. */
    @Test
    void c07_aBodyThatIsCompleteAfterTheRevocationIsRefused() {
        ClientKeys keys = new ClientKeys(limits, RULES, new MemoryKeyStore());
        List<RequestKind> refused = new ArrayList<>();
        clients.watch(new RequestWatch() {
            @Override
            public void refused(RequestKind kind, Problem reason, String plan) {
                refused.add(kind);
            }

            @Override
            public void firstByte(String plan, long nanos) {}

            @Override
            public void ended(String plan, long nanos) {}
        });
        Client client = callers.call(request("alice's key"));
        callers.check(client);
        callers.publishMore(client, 0);
        keys.revoke("alice");
        for (Runnable complete : List.<Runnable>of(() -> callers.check(client), () -> callers.publishMore(client, 0))) {
            assertThatThrownBy(complete::run)
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNKNOWN_KEY));
        }
        assertThat(refused).containsExactly(RequestKind.SOAP, RequestKind.PUBLISH);
    }

    /** An API key is revoked while downloads with it begin. None of these downloads may go on afterwards. */
    @Test
    void c07_noDownloadOutlivesItsKey() throws InterruptedException {
        KeyStore store = new MemoryKeyStore();
        ClientKeys keys = new ClientKeys(limits, RULES, store, Runnable::run);
        for (int round = 0; round < 50; round++) {
            keys.put(ApiKey.parse(BOBS), "fast");
            AtomicInteger open = new AtomicInteger();
            CountDownLatch begun = new CountDownLatch(2);
            List<Thread> threads = Stream.generate(() -> Thread.ofPlatform().start(() -> openMany(open, begun)))
                    .limit(2)
                    .toList();
            begun.await();
            keys.revoke(BOBS);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(open).hasValue(0);
            assertThat(clients.active(Use.DOWNLOAD)).isZero();
        }
    }

    /** Begins downloads until the API key is refused as unknown. Each download ends only when the key is revoked. */
    private void openMany(AtomicInteger open, CountDownLatch begun) {
        boolean known = true;
        while (known) {
            try {
                Admission admission = download(BOBS);
                open.incrementAndGet();
                var _ = admission.onCutOff(Runnable::run, () -> {
                    open.decrementAndGet();
                    admission.leave();
                });
            } catch (RefusedException e) {
                known = e.problem() != Problem.UNKNOWN_KEY;
            }
            begun.countDown();
        }
    }
}
