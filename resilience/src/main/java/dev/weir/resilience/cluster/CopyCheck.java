package dev.weir.resilience.cluster;

import dev.weir.perf.load.Calls;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import dev.weir.soap.SoapCall;
import dev.weir.soap.message.SoapAnswer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** A {@link ClusterCheck} that sends many copies of a signed message at once. Exactly one copy may be executed. */
final class CopyCheck {
    private static final int COPIES_OF_EACH = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static final ClusterCheck COPIES =
            new ClusterCheck("Copies of one SOAP message (S05)", """
            In each of --rounds rounds, %d copies of one signed message are sent at once, to the nodes in turn. \
            Exactly one copy must be accepted: its answer has status 200, a valid signature and the right sum. The \
            other copies get the fault of a replay (500), or 503 if the node's queue is full.\
            """.formatted(COPIES_OF_EACH), CopyCheck::run);

    private static void run(Nodes nodes, Checks checks) throws IOException, InterruptedException {
        nodes.start(Nodes.plan(0, Cores.SHARED).withCalls());
        CallRound.Signer signer = new SignerProcess.Signatures(SoapKeys.ofThisRun());
        Map<Integer, Long> statuses = new TreeMap<>();
        int once = 0;
        for (int round = 0; round < nodes.sizes.rounds; round++) {
            Calls.SignedCall message = signer.sign(1).getFirst();
            List<HttpResponse<byte[]>> answers = send(nodes, message.request());
            answers.forEach(answer -> statuses.merge(answer.statusCode(), 1L, Long::sum));
            List<Calls.AnsweredCall> accepted = answers.stream()
                    .filter(answer -> answer.statusCode() == 200)
                    .map(answer -> new Calls.AnsweredCall(message, answer.body()))
                    .toList();
            checks.errors(signer.wrong(accepted));
            once += accepted.size() == 1 ? 1 : 0;
        }
        checks.exactly("messages of which one copy was accepted", once, nodes.sizes.rounds);
        checks.exactly("copies accepted", statuses.getOrDefault(200, 0L), nodes.sizes.rounds);
        checks.measured("copies refused as replays (500)", statuses.getOrDefault(500, 0L), "");
        checks.measured("copies refused by a full queue (503)", statuses.getOrDefault(503, 0L), "");
        statuses.keySet().removeAll(List.of(200, 500, 503));
        checks.exactly("copies with another answer", statuses.size(), 0);
    }

    private static List<HttpResponse<byte[]>> send(Nodes nodes, SoapCall.Request message) {
        List<CompletableFuture<HttpResponse<byte[]>>> underWay = IntStream.range(0, COPIES_OF_EACH)
                .mapToObj(copy -> call(nodes.get(copy % nodes.count()).address(), message))
                .map(request -> nodes.client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()))
                .toList();
        return underWay.stream().map(CompletableFuture::join).toList();
    }

    static HttpRequest call(InetSocketAddress node, SoapCall.Request message) {
        return Nodes.request(node, "/ws")
                .timeout(PATIENCE)
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofByteArray(message.envelope()))
                .build();
    }
}
