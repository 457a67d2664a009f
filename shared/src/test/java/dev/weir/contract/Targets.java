package dev.weir.contract;

import java.util.stream.Stream;

/** Request targets that name no file under the root of {@link SuiteFiles}, as they stand in the request line. */
final class Targets {
    private Targets() {}

    /** Harmless, and not there. */
    static Stream<String> unknown() {
        return Stream.of(
                "/files/none",
                "/files/none/text.txt",
                "/files/TEXT.TXT",
                "/files/text.tx",
                "/files/text.txt.",
                "/files/text.txt%20",
                "/files/%20text.txt",
                "/files/sub",
                "/files/link-dangling",
                "/files/" + "a".repeat(3000));
    }

    /** Ways out of the root, what is no regular file, and what is no file name. */
    static Stream<String> nowhere() {
        return Stream.of(dots(), encodedDots(), separators(), absolute(), links(), controls(), segments(), malformed())
                .flatMap(targets -> targets);
    }

    private static Stream<String> dots() {
        return Stream.of(
                "/files/../outside/bait.txt",
                "/files/../root-too/bait.txt",
                "/files/../root/text.txt",
                "/files/sub/../../outside/bait.txt",
                "/files/sub/../text.txt",
                "/files/./text.txt",
                "/files/sub/..",
                "/files/..",
                "/files/.",
                "/files/...//...//outside/bait.txt",
                "/files/link-folder/../bait.txt",
                "/files/../../../../../../../../../etc/passwd",
                "/../files/../outside/bait.txt");
    }

    private static Stream<String> encodedDots() {
        return Stream.of(
                "/files/%2e%2e/outside/bait.txt",
                "/files/.%2e/outside/bait.txt",
                "/files/%2E%2E/outside/bait.txt",
                "/files/%2e%2e%2foutside%2fbait.txt",
                "/files/%252e%252e/outside/bait.txt",
                "/files/%252e%252e%252foutside%252fbait.txt",
                "/files/%25252e%25252e/outside/bait.txt",
                "/files/%c0%ae%c0%ae/outside/bait.txt",
                "/files/%e0%80%ae%e0%80%ae/outside/bait.txt",
                "/files/%uff0e%uff0e/outside/bait.txt",
                "/files/%ef%bc%8e%ef%bc%8e/outside/bait.txt",
                "/files/%u002e%u002e/outside/bait.txt");
    }

    private static Stream<String> separators() {
        return Stream.of(
                "/files/..%2foutside%2fbait.txt",
                "/files/..%5coutside%5cbait.txt",
                "/files/..\\outside\\bait.txt",
                "/files/..%c0%afoutside/bait.txt",
                "/files/..%255coutside%255cbait.txt",
                "/files/sub%2fdeep%2ftext.txt",
                "/files/sub%5cdeep%5ctext.txt",
                "/files/..;/outside/bait.txt",
                "/files/;/../outside/bait.txt",
                "/files/text.txt;v=1",
                "/files/sub;a=b/deep/text.txt");
    }

    private static Stream<String> absolute() {
        return Stream.of(
                "/files//etc/passwd",
                "/files/%2fetc%2fpasswd",
                "/files///etc/passwd",
                "/files/file:/etc/passwd",
                "/files/file:///etc/passwd",
                "/files/~/.bashrc",
                "/files/C:/windows/win.ini",
                "/files/proc/self/environ",
                "/etc/passwd",
                "http://127.0.0.1/files/../outside/bait.txt");
    }

    private static Stream<String> links() {
        return Stream.of(
                "/files/link-outside",
                "/files/link-relative",
                "/files/link-folder",
                "/files/link-folder/bait.txt",
                "/files/link-device",
                "/files/link-itself",
                "/files/pipe");
    }

    private static Stream<String> controls() {
        return Stream.of(
                "/files/%00",
                "/files/text.txt%00",
                "/files/text.txt%00.png",
                "/files/%00text.txt",
                "/files/..%00/outside/bait.txt",
                "/files/text.txt%0a",
                "/files/text.txt%0d%0aX-Injected:%201",
                "/files/%7f");
    }

    private static Stream<String> segments() {
        return Stream.of(
                "/files/", "/files/sub/", "/files/sub//deep/text.txt", "/files/text.txt/", "/files/text.txt/.");
    }

    private static Stream<String> malformed() {
        return Stream.of(
                "/files/%", "/files/%2", "/files/%zz", "/files/text.txt%", "/files/%-1", "/files/%ff", "/files/%c3%28");
    }
}
