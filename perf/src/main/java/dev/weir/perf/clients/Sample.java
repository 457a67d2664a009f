package dev.weir.perf.clients;

import dev.weir.perf.Digests;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A served file, and what every copy of it must hash to. */
record Sample(String name, int bytes, String sha256) {
    /** The edges of resuming, an article's file, one that several connections share, and a name that must be encoded. */
    private static final List<Map.Entry<String, Integer>> FILES = List.of(
            Map.entry("empty.bin", 0),
            Map.entry("one-byte.bin", 1),
            Map.entry("200KiB.bin", 200 * 1024),
            Map.entry("größe 名.bin", 500 * 1024),
            Map.entry("5MiB.bin", 5 * 1024 * 1024));

    static List<Sample> make(ServedFolder folder) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (Map.Entry<String, Integer> file : FILES) {
            String name = file.getKey();
            folder.file(name, file.getValue());
            samples.add(new Sample(
                    name, file.getValue(), Digests.sha256(folder.root().resolve(name))));
        }
        return List.copyOf(samples);
    }

    URI at(InetSocketAddress address) {
        // A form's encoding has another space.
        String path = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        return URI.create("http://" + address.getHostString() + ":" + address.getPort() + "/files/" + path);
    }
}
