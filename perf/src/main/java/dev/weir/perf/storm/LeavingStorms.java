package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Stress tests ({@link Storm}) with clients that leave early, or that return for the rest of a file. */
final class LeavingStorms {
    private static final int MOST_TOGETHER = 39;
    private static final int REPLACED_BYTES = 512 << 10;

    static Storm leaving() {
        int fileBytes = 100_003;
        int users = 8;
        Duration kept = Duration.ofSeconds(5);
        Duration patience = Duration.ofSeconds(20);
        String description = """
            %d users download %,d bytes again and again, --downloads times in all, each time from a new address on a new \
            connection. Then they download for %d s on kept connections. Every byte is compared. Meanwhile batches of up \
            to %d clients ask for a huge file, read 1 KB, and leave together, every second one by a reset.\
            """.formatted(users, fileBytes, kept.toSeconds(), MOST_TOGETHER);
        return new Storm("Downloads beside clients that leave (D01)", description, (stage, checks) -> {
            stage.serve(Storm.shared(0));
            stage.huge();
            Target target = stage.target("leaving.bin", fileBytes);
            int downloads = stage.sizes.downloads;
            try (Crowd leavers = Crowd.endless(1, Duration.ZERO, number -> leave(stage, number))) {
                long startNanos = System.nanoTime();
                Window always = Window.after(Duration.ZERO, Duration.ofDays(1));
                ClosedLoop anew =
                        new ClosedLoop(stage.generator, target, always).start(users, Duration.ofMillis(users));
                stage.holds(patience.plusMillis(20L * downloads), () -> anew.finished() >= downloads);
                Waiting.await("the downloads", stage.ask(anew::stop), patience);
                long finished = stage.ask(anew::finished);
                double perSecond = finished / ((System.nanoTime() - startNanos) / 1e9);
                Window window = Window.after(Duration.ZERO, kept);
                RequestLoad load = new RequestLoad(stage.generator, target, window, stage.generator::freshAddress)
                        .startClosed(users);
                RequestRecorder.RequestRecording recording = load.await(patience);
                stage.execute(load::close);
                checks.errors(stage.ask(anew::errors));
                checks.errors(recording.errors());
                checks.atLeast("whole and right, new connections", finished, downloads, "downloads");
                checks.measured("downloads per second, new connections", perSecond, "");
                checks.atLeast("whole and right, kept connections", recording.answered(), 1, "downloads");
                checks.measured("batches that left", leavers.counted("left"), "");
            }
        });
    }

    private static String leave(Stage stage, int number) throws IOException, InterruptedException {
        int count = new SplittableRandom(20260118 + number).nextInt(MOST_TOGETHER) + 1;
        String request = RawSocket.get("/files/huge.bin");
        List<RawSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(RawSocket.openNarrow(stage.address(), number * MOST_TOGETHER + i)
                        .send(request));
            }
            for (RawSocket socket : sockets) {
                socket.head();
                socket.read(new byte[1 << 10]);
            }
        } finally {
            for (int i = 0; i < sockets.size(); i++) {
                sockets.get(i).leave(i % 2 == 0);
            }
        }
        Thread.sleep(10);
        return "left";
    }

    static Storm replace() {
        int users = 50;
        long rateBytes = 512 << 10;
        Duration between = Duration.ofMillis(150);
        String description = """
            Every %2$d ms a rename replaces one file of %1$,d bytes by another version, and a second file is rewritten in \
            place. For --seconds %3$d clients download each of them at %4$,d B/s. Every third client leaves in the middle \
            and asks for the rest with Range and If-Range. A download of the replaced file must be whole; one of the \
            rewritten file may be short. No download may contain bytes of two versions.\
            """.formatted(REPLACED_BYTES, between.toMillis(), users, rateBytes);
        return new Storm("Files that change while they are sent (D06, D10)", description, (stage, checks) -> {
            stage.serve(Storm.shared(rateBytes));
            ServedFolder folder = stage.setting.folder();
            List<byte[]> versions = List.of(bytes(1), bytes(2), bytes(3));
            for (String name : List.of("renamed.bin", "rewritten.bin")) {
                Files.write(folder.root().resolve(name), versions.getFirst());
            }
            AtomicInteger anew = new AtomicInteger();
            Duration now = Duration.ZERO;
            try (Crowd changing = Crowd.endless(1, now, number -> {
                        change(folder, versions.get((number + 1) % versions.size()));
                        Thread.sleep(between);
                        return "changed";
                    });
                    Crowd first = Crowd.endless(users, now, n -> download(stage, "renamed.bin", versions, n, anew));
                    Crowd other = Crowd.endless(users, now, n -> download(stage, "rewritten.bin", versions, n, anew))) {
                Thread.sleep(Duration.ofSeconds(stage.sizes.seconds));
                stage.say("replaced", first.await(Duration.ZERO));
                stage.say("rewritten", other.await(Duration.ZERO));
                checks.measured("changes", changing.counted("changed"), "");
                checks.atLeast("replaced: whole", first.counted(Fetch.WHOLE), 1, "");
                checks.exactly("replaced: short", first.counted(Fetch.SHORT), 0);
                checks.exactly("replaced: other bytes", first.counted(Fetch.MIXED), 0);
                checks.atLeast("requests for the rest that got the new version", anew.get(), 1, "");
                checks.measured("rewritten: whole", other.counted(Fetch.WHOLE), "");
                checks.atLeast("rewritten: broken off", other.counted(Fetch.SHORT), 1, "");
                checks.exactly("rewritten: other bytes", other.counted(Fetch.MIXED), 0);
                checks.errors(first.except(Crowd.UNDER_WAY, Fetch.WHOLE, Fetch.SHORT, Fetch.MIXED));
            }
        });
    }

    private static String download(Stage stage, String file, List<byte[]> versions, int number, AtomicInteger anew)
            throws IOException {
        Fetch fetch = new Fetch("/files/" + file, versions);
        String outcome = Fetch.SHORT;
        List<Long> parts = number % 3 == 0 ? List.of(REPLACED_BYTES / 2L, Long.MAX_VALUE) : List.of(Long.MAX_VALUE);
        for (long enough : parts) {
            if (outcome.equals(Fetch.SHORT)) {
                try (RawSocket socket = stage.connect(number)) {
                    outcome = fetch.get(socket, enough);
                }
            }
        }
        anew.addAndGet(fetch.anew());
        return outcome;
    }

    private static void change(ServedFolder folder, byte[] version) throws IOException {
        Path fresh = folder.root().resolve(".fresh");
        Files.write(fresh, version);
        Files.move(fresh, folder.root().resolve("renamed.bin"), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel channel = FileChannel.open(folder.root().resolve("rewritten.bin"), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(version), 0);
        }
    }

    private static byte[] bytes(int version) {
        byte[] bytes = new byte[REPLACED_BYTES];
        new SplittableRandom(20260120 + version).nextBytes(bytes);
        return bytes;
    }
}
