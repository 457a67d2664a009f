package dev.weir.watch.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Finds the JVM that listens on a TCP port of this machine, by files in {@code /proc}. Linux only. Ignores any other
 * program on the port, such as ssh, because such a program only forwards connections to a server.
 */
final class ListeningProcess {
    private static final String LISTEN = "0A";
    // The columns of /proc/net/tcp.
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /**
     * Returns the process id of the JVM on this port. Empty if there is none, if another user owns it, or outside
     * Linux.
     */
    static OptionalLong onPort(int port) {
        List<String> sockets = Stream.of("tcp", "tcp6")
                .flatMap(table -> lines(Path.of("/proc/net", table)))
                .map(line -> line.strip().split(" +", -1))
                .filter(fields -> fields.length > INODE && fields[STATE].equals(LISTEN))
                .filter(fields -> fields[LOCAL].endsWith(":%04X".formatted(port)))
                .map(fields -> "socket:[" + fields[INODE] + "]")
                .toList();
        return sockets.isEmpty()
                ? OptionalLong.empty()
                : ProcessHandle.allProcesses()
                        .mapToLong(ProcessHandle::pid)
                        .filter(pid -> holds(pid, sockets) && isJvm(pid))
                        .findFirst();
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream().map(line -> line.toUpperCase(Locale.ROOT));
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean holds(long pid, List<String> sockets) {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return descriptors.anyMatch(descriptor -> isOneOf(descriptor, sockets));
        } catch (IOException e) {
            return false; // another user's, or it has ended
        }
    }

    private static boolean isJvm(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    private static boolean isOneOf(Path descriptor, List<String> sockets) {
        try {
            return sockets.contains(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private ListeningProcess() {}
}
