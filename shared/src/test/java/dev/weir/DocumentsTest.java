package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the documents. README.md must quote the code of the controllers, and every link must lead to a file.
 *
 * <p>A quotation may have other line breaks than the code. Where the quotation leaves out code, it must have a blank
 * line.
 */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path README = ROOT.resolve("README.md");
    private static final int README_LINES = 150;
    private static final int LINES_BEFORE_CURL = 40;

    /** Matches the head of a table column in README.md. The head names the file that the column quotes. */
    private static final Pattern COLUMN = Pattern.compile("<th>.*?<a href=\"([^\"]+\\.java)\">");

    private static final Pattern QUOTATION = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)[^)]*\\)|href=\"([^\"#]+)\"");

    @Test
    void theReadmeQuotesTheControllersAsTheyAre() throws IOException {
        List<Path> files = columns();
        List<String> quotations = quotations();
        assertThat(files).hasSize(2);
        assertThat(quotations).hasSameSizeAs(files);
        for (int i = 0; i < files.size(); i++) {
            String source = Files.readString(files.get(i));
            assertThat(missing(quotations.get(i), source))
                    .as("paragraphs of README.md that are not in " + files.get(i))
                    .isEmpty();
        }
    }

    @Test
    void aChangedControllerIsFound() throws IOException {
        List<Path> files = columns();
        for (int i = 0; i < files.size(); i++) {
            String changed = Files.readString(files.get(i)).replace("catalog.open(", "catalog.find(");
            assertThat(missing(quotations().get(i), changed)).hasSize(1);
        }
    }

    @Test
    void theReadmeIsShortAndBeginsWithSomethingToTry() throws IOException {
        List<String> lines = Files.readAllLines(README);
        assertThat(lines).hasSizeLessThanOrEqualTo(README_LINES);
        assertThat(lines.subList(0, LINES_BEFORE_CURL)).anyMatch(line -> line.startsWith("curl "));
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            for (String link : links(Files.readString(document))) {
                links++;
                if (!Files.exists(document.resolveSibling(link))) {
                    broken.add(document + " -> " + link);
                }
            }
        }
        assertThat(links).isPositive();
        assertThat(broken).as("links without a file").isEmpty();
    }

    @Test
    void linksOfBothKindsAreFound() {
        assertThat(links("[a](b.md#c), <a href=\"d.java\">e</a>, [f](https://example.org) and [g](#h)"))
                .containsExactly("b.md", "d.java");
    }

    private static List<Path> columns() throws IOException {
        return COLUMN.matcher(Files.readString(README))
                .results()
                .map(column -> ROOT.resolve(column.group(1)))
                .toList();
    }

    private static List<String> quotations() throws IOException {
        return QUOTATION
                .matcher(Files.readString(README))
                .results()
                .map(quotation -> quotation.group(1))
                .toList();
    }

    private static List<String> missing(String quotation, String source) {
        String text = withoutBlanks(source);
        return Stream.of(quotation.split("\n\n"))
                .filter(paragraph -> !text.contains(withoutBlanks(paragraph)))
                .toList();
    }

    private static String withoutBlanks(String text) {
        return text.replaceAll("\\s", "");
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .forEach(documents::add);
        }
        return documents;
    }

    private static List<String> links(String document) {
        return LINK.matcher(document)
                .results()
                .map(DocumentsTest::target)
                .filter(link -> !link.contains(":"))
                .toList();
    }

    private static String target(MatchResult link) {
        return link.group(1) == null ? link.group(2) : link.group(1);
    }
}
