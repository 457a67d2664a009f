package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The threads of a process as the kernel lists them; one that has just ended is not an error but not there. */
final class Tasks {
    private final Path folder;

    Tasks(long pid) {
        this(Proc.of(pid, "task"));
    }

    Tasks(Path folder) {
        this.folder = folder;
    }

    List<String> ids() throws IOException {
        return Proc.names(folder);
    }

    /** A file of one thread, empty when the thread has ended. */
    String read(String id, String file) {
        return Proc.text(folder.resolve(id).resolve(file));
    }

    /**
     * What a JVM's collector and compilers use, by the names of their threads.
     *
     * <p>The VM thread counts as the collector: it leads every pause, and with the serial collector does all of its work;
     * whatever else it does is rare beside that. Compiler threads come and go: of one that ended, all is kept but what it
     * did after the last reading.
     */
    static final class VmThreads {
        enum Work {
            COLLECT,
            COMPILE,
            OTHER;

            /** By a thread's name, of which the kernel keeps 15 characters. */
            static Work of(String name) {
                if (name.matches("C[12] CompilerThre.*")) {
                    return COMPILE;
                }
                return name.matches("(VM Thread|GC Thread|G1 |Z(Director|Driver|Worker|Stat|Uncommit|Unmap)|Shen).*")
                        ? COLLECT
                        : OTHER;
            }
        }

        /** Seconds since the JVM started. */
        record Seconds(double gc, double jit) {}

        private static final class Seen {
            final Work work;
            long nanos;

            Seen(Work work) {
                this.work = work;
            }
        }

        private final Tasks tasks;
        private final Map<String, Seen> threads = new HashMap<>();
        private long gcNanos;
        private long jitNanos;
        private int counted;

        VmThreads(Tasks tasks) {
            this.tasks = tasks;
        }

        /**
         * Opens a file only of threads that are new and of those that count, and lists them only when there are more or
         * fewer: of ten thousand that costs the reader milliseconds. One that takes the place of another is found later,
         * with all that it did.
         *
         * @param count of the JVM's threads now
         */
        synchronized Seconds read(int count) throws IOException {
            if (count != counted) {
                list();
                counted = count;
            }
            threads.forEach((id, thread) -> {
                if (thread.work != Work.OTHER) {
                    add(thread, id);
                }
            });
            return new Seconds(gcNanos / 1e9, jitNanos / 1e9);
        }

        private void list() throws IOException {
            List<String> ids = tasks.ids();
            threads.keySet().retainAll(new HashSet<>(ids));
            for (String id : ids) {
                if (!threads.containsKey(id)) {
                    look(id);
                }
            }
        }

        private void look(String id) {
            String name = tasks.read(id, "comm").strip();
            // Still under its creator's name: looked at anew next time.
            if (!name.equals("java")) {
                threads.put(id, new Seen(Work.of(name)));
            }
        }

        private void add(Seen thread, String id) {
            String schedule = tasks.read(id, "schedstat");
            if (schedule.isEmpty()) {
                // It ended: so may others have, and as many have started.
                counted = 0;
                return;
            }
            long nanos = Long.parseLong(schedule.substring(0, schedule.indexOf(' ')));
            if (thread.work == Work.COLLECT) {
                gcNanos += nanos - thread.nanos;
            } else {
                jitNanos += nanos - thread.nanos;
            }
            thread.nanos = nanos;
        }
    }
}
