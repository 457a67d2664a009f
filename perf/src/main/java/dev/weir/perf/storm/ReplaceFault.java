package dev.weir.perf.storm;

import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Replaces files, and rewrites others in place, while they are downloaded: nobody gets bytes of two versions. */
final class ReplaceFault {
    private static final int USERS = 50;
    private static final int FILE_BYTES = 512 << 10;
    /** A download takes a second. */
    private static final long RATE_BYTES = 512 << 10;

    private static final Duration BETWEEN = Duration.ofMillis(150);
    private static final long SEED = 20260120;

    static final String DESCRIPTION = """
        A file of %,d bytes is replaced every %d ms by one of other bytes (rename), and another one is rewritten in place \
        as often. For --seconds %d clients download each of them at %,d B/s; every third leaves in the middle and asks \
        for the rest by Range and If-Range. The first must always be whole, the other may be short; never may bytes of \
        two versions be one download.\
        """.formatted(FILE_BYTES, BETWEEN.toMillis(), USERS, RATE_BYTES);

    private ReplaceFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        try (Site site = Site.open(setting, Part.REPLACE, RATE_BYTES)) {
            List<byte[]> versions = List.of(bytes(1), bytes(2), bytes(3));
            Path renamed = setting.folder().owned("renamed.bin");
            Path rewritten = setting.folder().owned("rewritten.bin");
            Files.write(renamed, versions.getFirst());
            Files.write(rewritten, versions.getFirst());
            AtomicInteger anew = new AtomicInteger();
            try (Crowd changing = Crowd.endless(1, number -> change(setting.folder(), versions, number));
                    Crowd first = Crowd.endless(USERS, n -> download(site, "renamed.bin", versions, n, anew));
                    Crowd other = Crowd.endless(USERS, n -> download(site, "rewritten.bin", versions, n, anew))) {
                Thread.sleep(Duration.ofSeconds(setting.sizes().seconds()));
                System.out.printf(
                        "%s: replaced %s, rewritten %s%n",
                        site.contender(), first.await(Duration.ZERO), other.await(Duration.ZERO));
                return site.found(
                        Part.REPLACE,
                        List.of(
                                Figure.told("changes", changing.counted("changed"), ""),
                                Figure.atLeast("replaced: whole", (double) first.counted(Fetch.WHOLE), 1, ""),
                                Figure.exactly("replaced: short", first.counted(Fetch.SHORT), 0, ""),
                                Figure.exactly("replaced: other bytes", first.counted(Fetch.MIXED), 0, ""),
                                Figure.atLeast("the rest was asked for, and the file sent anew", anew.get(), 1, ""),
                                Figure.told("rewritten: whole", other.counted(Fetch.WHOLE), ""),
                                Figure.atLeast("rewritten: broken off", (double) other.counted(Fetch.SHORT), 1, ""),
                                Figure.exactly("rewritten: other bytes", other.counted(Fetch.MIXED), 0, "")),
                        first.except("still under way", Fetch.WHOLE, Fetch.SHORT, Fetch.MIXED));
            }
        }
    }

    private static String download(Site site, String file, List<byte[]> versions, int number, AtomicInteger anew)
            throws IOException {
        Fetch fetch = new Fetch("/files/" + file, versions);
        String outcome = Fetch.SHORT;
        if (number % 3 == 0) {
            try (Wire wire = Wire.open(site, number)) {
                outcome = fetch.get(wire, FILE_BYTES / 2);
            }
        }
        if (outcome.equals(Fetch.SHORT)) {
            try (Wire wire = Wire.open(site, number)) {
                outcome = fetch.get(wire, Long.MAX_VALUE);
            }
        }
        anew.addAndGet(fetch.anew());
        return outcome;
    }

    private static String change(ServedFolder folder, List<byte[]> versions, int number)
            throws IOException, InterruptedException {
        byte[] bytes = versions.get((number + 1) % versions.size());
        Path fresh = folder.owned(".fresh");
        Files.write(fresh, bytes);
        Files.move(fresh, folder.owned("renamed.bin"), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel channel = FileChannel.open(folder.owned("rewritten.bin"), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), 0);
        }
        Thread.sleep(BETWEEN);
        return "changed";
    }

    private static byte[] bytes(int version) {
        byte[] bytes = new byte[FILE_BYTES];
        new SplittableRandom(SEED + version).nextBytes(bytes);
        return bytes;
    }
}
