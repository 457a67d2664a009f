package dev.weir.resilience;

import dev.weir.perf.BadUsageException;
import dev.weir.perf.FolderOptions;
import dev.weir.perf.Program;
import dev.weir.perf.Values;
import dev.weir.perf.contender.Contender;
import dev.weir.resilience.cluster.ClusterCheck;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that tests several servers (nodes) that share one Redis. See {@link ClusterCheck}. */
@Command(
        name = "cluster-check",
        description = "Runs nodes on one Redis under load, disturbs nodes or Redis, and checks what clients notice.")
final class ClusterCommand extends FolderOptions implements Callable<Integer> {
    @Option(
            names = "--parts",
            split = ",",
            description = "any of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}",
            defaultValue = "streams,kill,restart,cpu,rates,copies,redis")
    private List<ClusterCheck.Part> parts = List.of();

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "NAME",
            converter = Node.class,
            description = "at least two; servlet is async; default: ${DEFAULT-VALUE}",
            defaultValue = "reactive,servlet")
    private List<Contender> nodes = List.of();

    @Mixin
    private final ClusterCheck.Sizes sizes = new ClusterCheck.Sizes();

    /** Parses the kind of a node. The text {@code servlet} stands for the threading model {@code async}. */
    static final class Node implements ITypeConverter<Contender> {
        @Override
        public Contender convert(String text) {
            return text.equals("servlet") ? Contender.ASYNC : Values.contender(text);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (nodes.size() < 2) {
            throw new BadUsageException("--nodes needs at least two nodes");
        }
        requireJars(nodes);
        return ClusterCheck.run(parts, nodes, jars, out, sizes) ? 0 : Program.REFUTED;
    }
}
