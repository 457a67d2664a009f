package dev.weir.watch.run;

import dev.weir.perf.result.Archive;
import dev.weir.perf.result.RunPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** Finds out from a trial's files when the trial began and how long it took. */
final class TrialTimes {
    /**
     * Returns when a trial began, in milliseconds since 1970; 0 if the server's log does not exist. Reads the time from
     * the first line of the log. If that line has no time, returns when the log was created. This is too early for a
     * restarted trial, because the first start created the log.
     */
    static long begunMillis(Path log) {
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            String first = String.valueOf(lines.readLine());
            long createdMillis = Files.readAttributes(log, BasicFileAttributes.class)
                    .creationTime()
                    .toMillis();
            return Math.max(createdMillis, timeMillis(first.split(" ", 2)[0]));
        } catch (IOException e) {
            return 0;
        }
    }

    private static long timeMillis(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            return 0;
        }
    }

    static long lastedMillis(Archive archive, RunPlan.Case ended) throws IOException {
        long begunMillis = begunMillis(archive.log(ended));
        long endedMillis = Files.getLastModifiedTime(archive.record(ended)).toMillis();
        return begunMillis == 0 ? 0 : Math.max(0, endedMillis - begunMillis);
    }

    private TrialTimes() {}
}
