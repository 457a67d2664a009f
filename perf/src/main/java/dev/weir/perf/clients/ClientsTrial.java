package dev.weir.perf.clients;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.Tool;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.JvmOptions;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.NginxOptions;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks every model what every client asks.
 *
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 */
public record ClientsTrial(Path modules, List<ClientType> types, long seed, Path out) {
    private static final List<Contender> MODELS =
            List.of(Contender.REACTIVE, Contender.ASYNC, Contender.VIRTUAL, Contender.BLOCKING);
    /** The largest file takes seconds, and the article's a moment. */
    private static final long RATE_BYTES = 2 * 1024 * 1024;

    private static final int TOMCATS_OWN_THREADS = 200;
    private static final Duration TO_START = Duration.ofSeconds(60);
    /** The file that is looked at: large enough for every range of the table. */
    private static final int LOOKED_AT = 2;

    /**
     * Looks for the clients, nginx and REDbot, before anything is started.
     *
     * @throws dev.weir.perf.control.Tool.MissingToolException when one is not installed
     */
    public void requireTools() {
        types.forEach(ClientType::find);
        List.of(RedBot.NAME, Contender.NGINX.label()).forEach(Tool::find);
    }

    /**
     * Writes {@code clients.md}.
     *
     * @return whether all is equal, or differs as is meant
     */
    public boolean run() throws IOException, InterruptedException {
        Files.createDirectories(out);
        System.out.println("Seed " + seed);
        ServedFolder folder = ServedFolder.open();
        List<Sample> samples = Sample.make(folder);
        List<Delivery> deliveries = new ArrayList<>();
        Map<String, SecondOpinion> opinions = new LinkedHashMap<>();
        RedBot redBot = new RedBot(Tool.find(RedBot.NAME));
        try (Clients clients = Clients.start(types, out)) {
            Deliveries from = new Deliveries(clients.all(), samples, seed, out);
            List<Contender> servers = new ArrayList<>(MODELS);
            servers.addFirst(Contender.NGINX);
            for (Contender contender : servers) {
                try (Server server = start(contender, folder)) {
                    server.awaitReady(TO_START);
                    URI file = samples.get(LOOKED_AT).at(server.address());
                    opinions.put(contender.label(), new SecondOpinion(redBot.check(file), Answers.of(file)));
                    deliveries.addAll(from.from(contender.label(), server.address()));
                }
            }
            ClientsReport report = new ClientsReport(seed, clients.descriptions(), deliveries, opinions);
            Path written = out.resolve("clients.md");
            Files.writeString(written, report.markdown());
            System.out.println(report.markdown());
            System.out.println("Written: " + written);
            return report.faults().isEmpty();
        }
    }

    /** With its own defaults, but for the rate. */
    private Server start(Contender contender, ServedFolder folder) throws IOException {
        Path log = out.resolve(contender.label() + ".log");
        if (contender == Contender.NGINX) {
            return Nginx.start(new NginxOptions(Cores.SHARED, folder.root(), RATE_BYTES, NginxOptions.UNLIMITED), log);
        }
        List<String> arguments = new ArrayList<>(contender.arguments(TOMCATS_OWN_THREADS));
        arguments.add("--weir.files.root=" + folder.root());
        arguments.add("--weir.plans.default.rate=" + RATE_BYTES + "B");
        Path jar = contender.jar(modules);
        return ServerProcess.start(JvmOptions.standard(Cores.SHARED), jar, contender.program(jar), arguments, log);
    }
}
