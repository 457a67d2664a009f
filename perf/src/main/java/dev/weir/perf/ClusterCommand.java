package dev.weir.perf;

import dev.weir.perf.cluster.ClusterCheck;
import dev.weir.perf.contender.Contender;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tests several nodes on one Redis ({@link ClusterCheck}). */
@Command(
        name = "cluster-check",
        description = "Runs nodes on one Redis under load, disturbs nodes or Redis, and checks what clients notice.")
final class ClusterCommand extends FolderOptions implements Callable<Integer> {
    @Option(
            names = "--parts",
            split = ",",
            description = "any of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}",
            defaultValue = "streams,kill,restart,cpu,copies,redis")
    private List<ClusterCheck.Part> parts = List.of();

    @Option(
            names = "--nodes",
            split = ",",
            converter = Values.Node.class,
            description = "at least two; servlet is async; default: ${DEFAULT-VALUE}",
            defaultValue = "reactive,servlet")
    private List<Contender> nodes = List.of();

    @Mixin
    private final ClusterCheck.Sizes sizes = new ClusterCheck.Sizes();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (nodes.size() < 2) {
            throw new BadUsageException("--nodes needs at least two nodes");
        }
        requireJars(nodes);
        return ClusterCheck.run(parts, nodes, jars, out, sizes) ? 0 : Perf.REFUTED;
    }
}
