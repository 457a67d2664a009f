package dev.weir.contract.clients;

import static dev.weir.contract.server.SuiteSettings.BLOCKED_ADDRESS;
import static dev.weir.contract.server.SuiteSettings.FAST_KEY;
import static dev.weir.contract.server.SuiteSettings.OLD_SIGNING_KEY;
import static dev.weir.contract.server.SuiteSettings.SIGNING_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.CrossOriginContract;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.operating.LogContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Pause;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestLink;
import dev.weir.problem.Problem;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests signed links (rule C05), also when the server knows too many clients (rule C04).
 *
 * <p>Many tests use a link to the plan {@code blocked}. If the server accepts the signature, the answer is {@link
 * Problem#BLOCKED}. Otherwise, it is {@link Problem#INVALID_LINK}.
 */
public interface SignedLinkContract extends ContractPart {
    String FILE = "/files/text.txt";
    String BLOCKED = "&plan=blocked";

    @ParameterizedTest
    @ValueSource(
            strings = {
                FILE,
                "/files",
                "/files/none",
                "/files/a%20b?x=%2B+&x=&y",
                "/events",
                "/events?topic=a&topic=%C3%A9+b%20c&topic=a",
                "/events/next",
                "/events/next?timeout=0&max=5"
            })
    default void c05_aLinkHasThePlanThatItNames(String target) {
        for (String link : List.of(TestLink.of(target, BLOCKED), TestLink.old(target, BLOCKED))) {
            get(link).assertRefusedWith(Problem.BLOCKED);
            ask("HEAD", link).assertStatus(403);
        }
    }

    @Test
    default void c05_aLinkToAFileIsServedLikeTheFile() {
        String link = TestLink.of(FILE, "&plan=fast");
        assertThat(get(link).text()).isEqualTo(SuiteFiles.TEXT);
        Answer head = ask("HEAD", link);
        head.assertStatus(200);
        assertThat(head.field("Content-Length")).isEqualTo("" + SuiteFiles.TEXT.length());
        Answer part = get(link, "Range: bytes=2-5");
        part.assertStatus(206);
        assertThat(part.text()).isEqualTo(SuiteFiles.TEXT.substring(2, 6));
        assertThat(get(TestLink.of("/files/link-inside", "")).text()).isEqualTo(SuiteFiles.TEXT);
        get(TestLink.of("/files", "&plan=fast")).assertStatus(200);
    }

    /** If this fails, check the CORS fields. Without them, a page of an allowed origin cannot read the response. */
    @Test
    default void c05_anEventSourceOfAnAllowedOriginReadsALink() {
        String link = TestLink.of("/events?topic=linked", "&plan=fast");
        get(link.replace("fast", "blocked")); // makes room for the client
        try (EventStream stream = EventStream.open(server(), link, CrossOriginContract.ORIGIN);
                PublishingClient publisher = new PublishingClient(server())) {
            assertThat(stream.head().field(CrossOriginContract.ALLOWED)).isEqualTo(SuiteSettings.ORIGIN);
            publisher.text("other", "unseen");
            publisher.text("linked", "seen");
            assertThat(stream.next().data()).isEqualTo("seen");
        }
        Answer refused = get(link.replace("linked", "other"), CrossOriginContract.ORIGIN);
        refused.assertRefusedWith(Problem.INVALID_LINK);
        assertThat(refused.field(CrossOriginContract.ALLOWED)).isEqualTo(SuiteSettings.ORIGIN);
    }

    /** The query of a signed link cannot change. So a poll sends its cursor in the field {@code Last-Event-ID}. */
    @Test
    default void c05_aPollByALinkGoesOnFromTheFieldLastEventId() {
        String link = TestLink.of("/events/next?timeout=0&topic=linked", "&plan=fast");
        try (PublishingClient publisher = new PublishingClient(server())) {
            String start = publisher.text("linked", "before");
            String id = publisher.text("linked", "after");
            Answer answer = get(link, "Last-Event-ID: " + start);
            answer.assertStatus(200);
            assertThat(answer.member("id")).isEqualTo(id);
            get(link, "Last-Event-ID: " + Objects.requireNonNull(answer.field("Weir-Cursor")))
                    .assertStatus(204);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exp=4102444801&kid=new&plan=blocked&sig=SIG",
                "exp=4102444800&kid=old&plan=blocked&sig=SIG",
                "exp=4102444800&kid=NEW&plan=blocked&sig=SIG",
                "exp=4102444800&kid=&plan=blocked&sig=SIG",
                "exp=4102444800&plan=blocked&sig=SIG",
                "exp=4102444800&kid=new&plan=fast&sig=SIG",
                "exp=4102444800&kid=new&sig=SIG",
                "kid=new&exp=4102444800&plan=blocked&sig=SIG",
                "exp=4102444800&kid=new&plan=blocked&x=1&sig=SIG",
                "x=1&exp=4102444800&kid=new&plan=blocked&sig=SIG",
                "exp=4102444800&kid=new&plan=blocked&sig=SIG&x=1",
                "exp=4102444800&kid=new&plan=blocked&sig=SIG&",
                "exp=4102444800&kid=new&plan=blocked&sig=SIG&sig=SIG",
                "sig=SIG&exp=4102444800&kid=new&plan=blocked&sig=SIG",
                "sig=SIG&exp=4102444800&kid=new&plan=blocked",
                "exp=4102444800&kid=new&plan=blocked&plan=blocked&sig=SIG",
                "exp=4102444800&exp=4102444800&kid=new&plan=blocked&sig=SIG",
                "&exp=4102444800&kid=new&plan=blocked&sig=SIG",
                "exp=4102444800&&kid=new&plan=blocked&sig=SIG",
                "exp=4102444800&kid=new&plan=blocked&s%69g=SIG",
                "%65xp=4102444800&kid=new&plan=blocked&sig=SIG",
                "exp=4102444800&kid=new&plan=%62locked&sig=SIG",
                "exp=4102444800&kid=new&plan=blocked&sig=SIG=",
                "exp=4102444800&kid=new&plan=blocked&sig=SIG%20",
                "exp=4102444800&kid=new&plan=blocked&sig=A",
                "exp=4102444800&kid=new&plan=blocked&sig=",
                "exp=4102444800&kid=new&plan=blocked&sig",
                "exp=4102444800&kid=new&plan=blocked",
                "sig=SIG"
            })
    default void c05_aChangedLinkIsRefused(String query) {
        String signature = signature(TestLink.of(FILE, BLOCKED));
        get(FILE + "?" + query.replace("SIG", signature)).assertRefusedWith(Problem.INVALID_LINK);
        String unlike = signature.startsWith("A") ? "B" : "A";
        get(TestLink.of(FILE, BLOCKED).replace(signature, unlike + signature.substring(1)))
                .assertRefusedWith(Problem.INVALID_LINK);
    }

    /** If a signed link is not valid, the refusal must say so, even if a value of the query is invalid, too. */
    @ParameterizedTest
    @CsvSource({"topic=linked, topic=", "timeout=0, timeout=", "timeout=0, timeout=x", "max=5, max=0"})
    default void c05_aLinkWithAnInvalidValueIsRefusedAsALink(String signed, String changed) {
        String target = "/events/next?topic=linked&timeout=0&max=5";
        String link = TestLink.of(target, BLOCKED);
        get(link.replace(signed, changed)).assertRefusedWith(Problem.INVALID_LINK);
        get("/events/next?exp=1&kid=none&" + changed).assertRefusedWith(Problem.INVALID_LINK);
        get(target.replace(signed, changed)).assertRefusedWith(Problem.MALFORMED_QUERY);
        get(TestLink.of(target.replace(signed, changed), BLOCKED)).assertRefusedWith(Problem.MALFORMED_QUERY);
        if (changed.startsWith("topic")) {
            get(TestLink.of("/events?topic=linked", BLOCKED).replace(signed, changed))
                    .assertRefusedWith(Problem.INVALID_LINK);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/files/plain",
                "/files/TEXT.TXT",
                "/files/t%65xt.txt",
                "/files/text.txt/",
                "/files/sub/deep/text.txt",
                "/files",
                "/events",
                "/events/next"
            })
    default void c05_aLinkIsForOnePath(String path) {
        String link = TestLink.of(FILE, BLOCKED);
        get(link.replace(FILE, path)).assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.of("/files/sub/", BLOCKED).replace("/sub/", "/sub/deep/text.txt"))
                .assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.of("/events", BLOCKED)
                        .replace("/events", path + "?topic=a&")
                        .replace("&?", "&"))
                .assertRefusedWith(Problem.INVALID_LINK);
    }

    /** A malformed or ambiguous link is refused even with a correct signature. The signer may have made a mistake. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "?kid=new",
                "?exp=&kid=new",
                "?exp=0&kid=new",
                "?exp=1000000000&kid=new",
                "?exp=-4102444800&kid=new",
                "?exp=+4102444800&kid=new",
                "?exp=04102444800&kid=new",
                "?exp=4102444800.0&kid=new",
                "?exp=0xF4865700&kid=new",
                "?exp=41024448000000000000&kid=new",
                "?exp=4102444800&exp=4102444800&kid=new",
                "?exp=4102444800&kid=new&kid=new",
                "?exp=4102444800&kid=new&sig=A",
                "?exp=4102444800&kid=new&plan=",
                "?exp=4102444800&kid=new&plan=none",
                "?exp=4102444800&kid=new&plan=BLOCKED",
                "?exp=4102444800&kid=new&plan=blocked&plan=fast",
                "?exp=4102444800&kid=new&addr=",
                "?exp=4102444800&kid=new&addr=localhost",
                "?exp=4102444800&kid=new&addr=127.0.0.2",
                "?exp=4102444800&kid=new&addr=127.1",
                "?exp=4102444800&kid=new&addr=127.0.0.0/33",
                "?exp=4102444800&kid=new&addr=::1",
                "?exp=4102444800&kid=new&addr=127.0.0.1&addr=127.0.0.1"
            })
    default void c05_aSignedButMalformedLinkIsRefused(String query) {
        get(TestLink.sign(FILE + query, SIGNING_KEY)).assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.sign("/events" + query, SIGNING_KEY)).assertRefusedWith(Problem.INVALID_LINK);
    }

    @Test
    default void c05_anotherKeyDoesNotSign() {
        String target = TestLink.unsigned(FILE, "new", BLOCKED);
        get(TestLink.sign(target, OLD_SIGNING_KEY)).assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.sign(target, FAST_KEY)).assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.sign(TestLink.unsigned(FILE, "gone", BLOCKED), SIGNING_KEY))
                .assertRefusedWith(Problem.INVALID_LINK);
    }

    @Test
    default void c05_aLinkIsForItsAddress() {
        for (String address : List.of("127.0.5.1", "127.0.5.0/28")) {
            String link = TestLink.of(FILE, BLOCKED + "&addr=" + address);
            from("127.0.5.1", "GET", link).assertRefusedWith(Problem.BLOCKED);
            from("127.0.5.16", "GET", link).assertRefusedWith(Problem.INVALID_LINK);
            from("127.0.99.1", "GET", link, "X-Forwarded-For: 127.0.5.1").assertRefusedWith(Problem.BLOCKED);
            from("127.0.98.1", "GET", link, "X-Forwarded-For: 127.0.5.1").assertRefusedWith(Problem.INVALID_LINK);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer " + FAST_KEY, "X-API-Key: " + FAST_KEY, "X-API-Key: nobody"})
    default void c05_aRequestHasEitherAKeyOrALink(String field) {
        get(TestLink.of(FILE, BLOCKED), field).assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.of("/events/next?timeout=0", ""), field).assertRefusedWith(Problem.INVALID_LINK);
        get(TestLink.of(FILE, BLOCKED), "Authorization: Basic eDp5").assertRefusedWith(Problem.BLOCKED);
    }

    /** If this fails, check what identifies the client of a link. It must be neither the link nor its signing key. */
    @Test
    default void c05_linksOfOnePlanAreOneClientAtAnAddress() {
        String few = "&plan=few";
        try (Pause pause = new Pause(server())) {
            from("127.0.5.1", "HEAD", TestLink.of(FILE, few)).assertStatus(200);
            pause.holdTarget("127.0.5.1", TestLink.of("/files/large.bin", few));
            pause.holdTarget("127.0.5.1", TestLink.old("/files/large.bin?x", few));
            from("127.0.5.1", "GET", TestLink.of(FILE, few)).assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
            from("127.0.5.1", "HEAD", FILE).assertStatus(200);
            from("127.0.5.2", "HEAD", TestLink.of(FILE, few)).assertStatus(200);
        }
    }

    @Test
    default void c05_aLinkWithoutAPlanIsTheClientAtItsAddress() {
        from(BLOCKED_ADDRESS, "GET", TestLink.of(FILE, "")).assertRefusedWith(Problem.BLOCKED);
        get(TestLink.of(FILE, "")).assertStatus(200);
    }

    @Test
    default void c05_aLinkOpensNothingToABlockedNetwork() {
        from(BLOCKED_ADDRESS, "GET", TestLink.of(FILE, "&plan=fast")).assertRefusedWith(Problem.BLOCKED);
    }

    /** If this fails, a client gets two sets of limits: by its address, and by a link that grants the same plan. */
    @Test
    default void c05_aLinkToThePlanOfTheAddressIsTheClientAtTheAddress() {
        String address = "127.0.7.3"; // of a network with the plan "few"
        String large = "/files/large.bin";
        try (Pause pause = new Pause(server())) {
            from(address, "HEAD", FILE).assertStatus(200);
            pause.holdTarget(address, large);
            pause.holdTarget(address, TestLink.of(large, "&plan=few"));
            from(address, "GET", TestLink.of(FILE, "&plan=few")).assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
            from(address, "GET", FILE).assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
        }
    }

    @Test
    default void c05_aLinkPublishesNothing() {
        String link = TestLink.of("/events?topic=a", "&plan=publisher");
        server().ask("POST", link, "Content-Type: text/plain").assertRefusedWith(Problem.NO_KEY);
    }

    @Test
    default void c05_signingKeysAreNotLogged() {
        get(TestLink.of(FILE, BLOCKED)).assertStatus(403);
        get(TestLink.of(FILE, BLOCKED).replace("blocked", "fast")).assertStatus(403);
        assertThat(server().log()).isNotBlank().doesNotContain(SIGNING_KEY, OLD_SIGNING_KEY);
        assertThat(LogContract.lines(server().log())).isNotEmpty().noneMatch(line -> line.contains("sig="));
    }

    /** If this fails, check that the limit on known clients also counts the clients of signed links. */
    @Test
    default void c04_whenAllKnownClientsAreBusyALinkIsRefusedToo() {
        String link = TestLink.of("/files/large.bin", "&plan=fast");
        try (Pause pause = new Pause(server())) {
            for (int i = 1; i <= SuiteSettings.MAX_CLIENTS; i++) {
                from("127.0.4." + i, "HEAD", link).assertStatus(200);
                pause.holdTarget("127.0.4." + i, link);
            }
            try (Connection connection = server().connect("127.0.4.99").send("GET", TestLink.of(FILE, "&plan=fast"))) {
                connection.answer().assertRefusedWith(Problem.TOO_MANY_CLIENTS);
            }
        } finally {
            for (String other : List.of("127.0.0.1", "127.0.7.1", "127.0.7.2", BLOCKED_ADDRESS, "127.0.9.10")) {
                from(other, "HEAD", FILE);
            }
        }
    }

    private Answer get(String target, String... fields) {
        return from("127.0.0.1", "GET", target, fields);
    }

    private Answer ask(String method, String target) {
        return from("127.0.0.1", method, target);
    }

    /** Repeats a request until its status is not 503. Earlier tests may have filled the server's table of clients. */
    private Answer from(String address, String method, String target, String... fields) {
        Answer[] last = new Answer[1];
        Eventually.is("room for the client at " + address, () -> {
            try (Connection connection = server().connect(address).send(method, target, fields)) {
                last[0] = connection.answer();
                return last[0].status() != 503;
            }
        });
        return last[0];
    }

    private static String signature(String link) {
        return link.substring(link.indexOf("&sig=") + "&sig=".length());
    }
}
