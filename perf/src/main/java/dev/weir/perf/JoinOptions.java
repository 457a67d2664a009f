package dev.weir.perf;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The command-line option that adds servers of other projects to a comparison. */
final class JoinOptions {
    static final int MOST = 6; // the charts have only so many colours for joined servers

    @Option(
            names = "--contender",
            paramLabel = "NAME=COMMAND",
            description = "one more server, of any project, which this shell command starts; may be repeated;"
                    + " docs/check.md tells which settings such as {port} the command gets")
    List<JoinedServer> servers = List.of();

    /** Returns {@code others}, then the added servers. Throws if too many are added, or two of them share a name. */
    List<Entrant> after(List<Entrant> others) {
        if (servers.size() > MOST) {
            throw new BadUsageException("--contender: at most " + MOST + " servers can join, or charts show two alike");
        }
        if (servers.stream().map(JoinedServer::name).distinct().count() < servers.size()) {
            throw new BadUsageException("--contender: two servers have the same name");
        }
        return Stream.concat(others.stream(), servers.stream().map(Entrant::of)).toList();
    }

    Entrant entrant(String label) {
        try {
            return servers.stream()
                    .filter(server -> server.name().equals(label))
                    .findFirst()
                    .map(Entrant::of)
                    .orElseGet(() -> Entrant.of(label));
        } catch (IllegalArgumentException e) {
            throw new BadUsageException("--baseline: " + e.getMessage());
        }
    }
}
