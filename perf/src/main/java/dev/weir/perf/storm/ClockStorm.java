package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Wire;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Sets the server's wall clock an hour ahead, back again, and an hour behind, while clients download. */
final class ClockStorm {
    /** Of Debian's package faketime, the one for programs of many threads. */
    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

    private static final int DOWNLOADS = 50;
    private static final int FILE_BYTES = 2 << 20;
    private static final long RATE_BYTES = 128 << 10;
    /** The file that tells the time is read each second. */
    private static final Duration TO_JUMP = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int OK = 200;

    static final Storm STORM = Storm.of(
            "The wall clock jumps (T09)",
            """
            %d clients download %,d bytes at %,d B/s each, while the server's wall clock jumps an hour ahead, back, an hour \
            behind, and back (libfaketime; the monotonic clock is left alone). They take the planned time, and a signed \
            call is answered only while the clock is right.\
            """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES),
            _ -> Storm.Setup.shared(RATE_BYTES, 1_000).withCalls(),
            ClockStorm::run);

    private ClockStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        if (!Files.isReadable(FAKETIME)) {
            throw new IOException("no clock can be set without " + FAKETIME + " (apt-get install faketime)");
        }
        Path clock = site.setting().out().resolve("clock-" + site.contender());
        Files.writeString(clock, "+0");
        site.kill();
        site.restart(
                "env",
                "LD_PRELOAD=" + FAKETIME,
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "FAKETIME_FORCE_MONOTONIC_FIX=0",
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_TIMESTAMP_FILE=" + clock.toAbsolutePath());
        Newcomers.warm(site);
        long startNanos = System.nanoTime();
        try (Crowd crowd = Fetch.crowd(site, 0, DOWNLOADS, Duration.ZERO, "clock.bin", FILE_BYTES)) {
            int ahead = statusAt(site, clock, "+1h");
            int right = statusAt(site, clock, "+0");
            int behind = statusAt(site, clock, "-1h");
            int again = statusAt(site, clock, "+0");
            site.say("downloads", crowd.await(PATIENCE));
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            double planned = (double) FILE_BYTES / RATE_BYTES;
            found.exactly("downloads", crowd.counted(Fetch.WHOLE), DOWNLOADS);
            found.between("the last of them after", seconds, planned * 0.95, planned * 1.1, "s");
            found.atLeast("a call, an hour ahead: status", ahead, OK + 1, "");
            found.exactly("a call, back: status", right, OK);
            found.atLeast("a call, an hour behind: status", behind, OK + 1, "");
            found.exactly("a call, back again: status", again, OK);
            found.errors(crowd.except(Fetch.WHOLE));
        }
    }

    private static int statusAt(Site site, Path clock, String offset) throws IOException, InterruptedException {
        Files.writeString(clock, offset);
        Thread.sleep(TO_JUMP);
        byte[] envelope = SignerProcess.ofThisRun().sign(1).getFirst().request().envelope();
        String head = Wire.post("/ws", "text/xml; charset=utf-8", envelope.length, "SOAPAction: \"\"");
        return Wire.status(site.address(), 0, head + new String(envelope, StandardCharsets.ISO_8859_1));
    }
}
