package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryTableTest {
    private static final int WIDTH = 3;
    private static final int ENTRIES = 50;

    @Test
    void itHoldsTheSameAsAMap() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            EntryTable table = new EntryTable(WIDTH);
            List<EntryTable.Entry> entries = new ArrayList<>();
            for (int i = 0; i < ENTRIES; i++) {
                entries.add(new EntryTable.Entry());
            }
            Map<Integer, String> expected = new HashMap<>();
            for (int step = 0; step < 2_000; step++) {
                Map<Integer, String> before = Map.copyOf(expected);
                int which = random.nextInt(ENTRIES);
                if (random.nextInt(3) > 0) {
                    String text = String.format("%02d%d", which, random.nextInt(3));
                    table.put(entries.get(which), text.getBytes(StandardCharsets.US_ASCII));
                    expected.put(which, text);
                } else {
                    table.remove(entries.get(which));
                    expected.remove(which);
                }
                assertThat(parts(table.text()))
                        .as("seed " + seed)
                        .containsExactlyInAnyOrderElementsOf(expected.values());
                boolean isChanged = !before.equals(expected);
                assertThat(table.hasChanged()).as("seed " + seed).isEqualTo(isChanged);
                assertThat(table.takeChanged()).as("seed " + seed).isEqualTo(isChanged);
            }
        }
    }

    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        for (int at = 0; at < text.length(); at += WIDTH) {
            parts.add(text.substring(at, at + WIDTH));
        }
        return parts;
    }
}
