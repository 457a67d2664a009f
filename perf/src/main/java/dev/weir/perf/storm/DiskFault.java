package dev.weir.perf.storm;

import dev.weir.perf.server.Host;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A temporary folder without a byte left. */
final class DiskFault {
    private static final int CALLS = 50;
    private static final int CREATED = 201;

    static final String DESCRIPTION = """
        The server's java.io.tmpdir is a file system of 4 MB (tmpfs, which takes root to mount), which is filled up once it \
        runs. Then files are downloaded, an event is published, and %d signed calls are made.\
        """.formatted(CALLS);

    private DiskFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("weir-full-");
        String mounted = Host.output("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.toString());
        if (!mounted.isEmpty()) {
            throw new IOException("no small file system can be mounted here: " + mounted);
        }
        try (Site site = Site.open(
                setting,
                Part.DISK,
                Site.plan(0, 1_000).withCalls(SoapKeys.ofThisRun()),
                "-Djava.io.tmpdir=" + folder)) {
            List<Figure> figures = new ArrayList<>();
            figures.add(Figure.told("filled up with", fill(folder.resolve("full")), "bytes"));
            figures.addAll(Newcomers.come(site, ""));
            figures.add(Figure.exactly(
                    "an event is published",
                    Wire.status(site.server().address(), 0, Site.publication("x")),
                    CREATED,
                    ""));
            CallRound round =
                    CallRound.run(site.generator(), site.server().address(), SignerProcess.ofThisRun(), CALLS, 4);
            figures.add(Figure.exactly("calls answered", round.answered(), CALLS, ""));
            Map<String, Long> errors = new TreeMap<>(round.errors());
            return site.found(Part.DISK, figures, errors);
        } finally {
            System.out.print(Host.output("umount", folder.toString()));
            Files.delete(folder);
        }
    }

    /** Writes until no byte more can be; how many could. */
    private static long fill(Path file) throws IOException {
        byte[] block = new byte[1 << 10];
        long written = 0;
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
                written += block.length;
            }
        } catch (IOException _) {
            return written;
        }
    }
}
