package dev.weir.listing;

import dev.weir.catalog.CatalogFile;
import dev.weir.catalog.RequestPath;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Writes the list of one folder as an HTML page without scripts. All addresses in the page are relative. */
final class HtmlEntries implements Entries {
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
    private static final int UNIT = 1024;

    private final StringBuilder block = new StringBuilder();
    private long folders;
    private long files;
    private long bytes;

    /** @param folder the path of the listed folder, relative to the root folder; empty for the root folder */
    HtmlEntries(String folder) {
        List<String> names = folder.isEmpty() ? List.of() : List.of(folder.split("/", -1));
        String top = "../".repeat(names.size() + 1);
        block.append("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <link rel="icon" href="data:,">
                <link rel="stylesheet" href="%spage/style.css">
                <title>%s</title>
                </head>
                <body>
                <main>
                <h1><a href="%s">Weir</a></h1>
                <nav aria-label="Folders"><ol class="path">
                """.formatted(top, escaped(names.isEmpty() ? "Files" : names.getLast()), top));
        for (int i = 0; i <= names.size(); i++) {
            String name = i == 0 ? "Files" : names.get(i - 1);
            block.append("<li><a href=\"./")
                    .append("../".repeat(names.size() - i))
                    .append(i == names.size() ? "\" aria-current=\"page\">" : "\">")
                    .append(shown(name))
                    .append("</a></li>\n");
        }
        block.append("""
                </ol></nav>
                <table class="files">
                <thead><tr><th scope="col">Name</th><th scope="col" class="number">Size</th>\
                <th scope="col">Modified (UTC)</th></tr></thead>
                <tbody>
                """);
    }

    @Override
    public void folder(String name, Instant modified) {
        folders++;
        row(name + "/", RequestPath.encode(name) + "/", "", modified);
    }

    @Override
    public void file(CatalogFile file) {
        files++;
        bytes += file.length();
        row(file.name(), RequestPath.encode(file.name()), size(file.length()), file.modified());
    }

    private void row(String name, String address, String size, Instant modified) {
        block.append("<tr><td><a href=\"")
                .append(address)
                .append("\">")
                .append(shown(name))
                .append("</a></td><td class=\"number\">")
                .append(size)
                .append("</td><td><time>")
                .append(MINUTES.format(modified))
                .append("</time></td></tr>\n");
    }

    @Override
    public void end() {
        block.append("</tbody>\n</table>\n<p>")
                .append(counted(folders, "folder"))
                .append(", ")
                .append(counted(files, "file"))
                .append(", ")
                .append(size(bytes))
                .append("</p>\n</main>\n</body>\n</html>\n");
    }

    @Override
    public int size() {
        return block.length();
    }

    @Override
    public byte[] take() {
        byte[] text = block.toString().getBytes(StandardCharsets.UTF_8);
        block.setLength(0);
        return text;
    }

    /**
     * Formats a number of bytes, such as {@code 1.5 MiB}. Chooses the unit so that the number has one to four digits.
     */
    static String size(long bytes) {
        int unit = 0;
        double number = bytes;
        while (number >= UNIT) {
            number /= UNIT;
            unit++;
        }
        String form = unit == 0 || number >= 10 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, form, number, UNITS.get(unit));
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /**
     * Returns the name as HTML. The name is isolated, so that a right-to-left name does not reorder the text around it.
     */
    private static String shown(String name) {
        return "<bdi>" + escaped(name) + "</bdi>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
