package dev.weir.cluster;

import java.util.ArrayList;
import java.util.List;

/** A node that claims what a test says, of one bucket. */
final class ScriptedNode {
    static final int LIFE_MILLIS = 600;
    private static final int HEAD = 3;

    private final LeaseTable table;
    private final String name;
    private boolean isNew = true;
    private long answeredMillis;
    private List<?> woken = List.of();
    private Lease lease = Lease.NONE;

    ScriptedNode(LeaseTable table, String name) {
        this.table = table;
        this.name = name;
    }

    /**
     * Calls with a claim for the bucket {@code c}.
     *
     * @return the number of nodes; 0 if this one was dead
     */
    int claim(Claim claim) {
        List<Object> answer = call(List.of("lease", "lease-wakes", "lease:c"), claim.arguments());
        if ((Long) answer.get(1) > 0) {
            lease = Lease.of(answer.subList(HEAD, HEAD + Lease.VALUES));
        }
        return Math.toIntExact((Long) answer.get(1));
    }

    /** Calls only to stay alive. */
    int live() {
        return Math.toIntExact(
                (Long) call(List.of("lease", "lease-wakes"), List.of()).get(1));
    }

    private List<Object> call(List<String> keys, List<String> claim) {
        List<String> arguments = new ArrayList<>(
                List.of(name, isNew ? "1" : "0", Integer.toString(LIFE_MILLIS), Long.toString(answeredMillis)));
        arguments.addAll(claim);
        List<Object> answer = table.renew(keys, arguments).join();
        isNew = false;
        answeredMillis = (Long) answer.getFirst() + 1;
        woken = (List<?>) answer.get(2);
        return answer;
    }

    Lease lease() {
        return lease;
    }

    /** The time of the last answer. */
    long heardMillis() {
        return answeredMillis - 1;
    }

    /** Whether the last call said that the bucket is to be renewed. */
    boolean isWoken() {
        return woken.contains("c");
    }
}
