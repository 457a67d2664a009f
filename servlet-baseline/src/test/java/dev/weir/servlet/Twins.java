package dev.weir.servlet;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Each constant stands for all controllers with one simple name. These controllers have the same task. Their folders
 * are grouped in lists. {@link TwinTest} compares the code of two controllers only if their folders are in one list.
 */
enum Twins {
    DOWNLOADS(
            "DownloadController",
            List.of(TwinTest.TUNED, TwinTest.IDIOMATIC),
            List.of("callers", "catalog", "bodies"),
            "DownloadController()",
            "download()",
            "// admit the client",
            "enter()",
            "// open the file",
            "open()",
            "// write the response",
            "answer()"),
    EVENTS(
            "EventController",
            List.of(TwinTest.TUNED, TwinTest.IDIOMATIC),
            List.of("callers", "log", "feeds"),
            "EventController()",
            "stream()",
            "next()",
            "// admit the client",
            "subscribe()"),
    SOAP(
            "SoapController",
            List.of(
                    List.of(TwinTest.WEB.getFirst(), TwinTest.TUNED.get(1), TwinTest.TUNED.get(2)),
                    TwinTest.IDIOMATIC.subList(1, 3)),
            List.of("pool"),
            "SoapController()",
            "call()"),
    LISTINGS(
            "ListingController",
            List.of(List.of(TwinTest.TUNED.getFirst(), TwinTest.IDIOMATIC.getFirst(), TwinTest.WEB.get(1))),
            List.of("callers"),
            "ListingController()",
            "list()",
            "// admit the client",
            "enter()",
            "// open the folder",
            "open()",
            "// write the response",
            "answer()"),
    PUBLISHING(
            "PublishController",
            List.of(TwinTest.WEB),
            List.of("callers", "publisher", "bodies"),
            "PublishController()",
            "publish()",
            "// admit the client",
            "admit()",
            "// append the events",
            "append()",
            "// write the response",
            "answer()");

    /**
     * Matches the first line of a method, or a comment that names a phase of a request, each indented by four spaces.
     */
    private static final Pattern MEMBER =
            Pattern.compile("^ {4}(?:(?<phase>// .*)|(?![@* ])(?:[\\w.<>?@\\[\\], ]+ )?(?<method>\\w+)\\([^=;]*)$");

    final String type;
    final List<List<String>> folders;
    final List<String> fields;
    final List<String> shape;

    Twins(String type, List<List<String>> folders, List<String> fields, String... shape) {
        this.type = type;
        this.folders = folders;
        this.fields = fields;
        this.shape = List.of(shape);
    }

    List<Path> sources() {
        return folders.stream().flatMap(List::stream).map(this::source).toList();
    }

    Path source(String folder) {
        return Path.of(folder + type + ".java");
    }

    List<String> shape(String source) {
        List<String> members = source.lines()
                .map(MEMBER::matcher)
                .filter(member -> member.matches())
                .map(member -> member.group("phase") != null ? member.group("phase") : member.group("method") + "()")
                .toList();
        return members.subList(0, members.indexOf(shape.getLast()) + 1);
    }
}
