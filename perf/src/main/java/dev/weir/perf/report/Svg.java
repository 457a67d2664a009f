package dev.weir.perf.report;

/** Writes the few SVG shapes that the charts need; inline, so the report is one file that works offline. */
final class Svg {
    private final StringBuilder out = new StringBuilder(4096);

    Svg(int width, int height, String label) {
        out.append("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" xmlns=\"http://www.w3.org/2000/svg\">"
                .formatted(width, height, escape(label)));
    }

    Svg rectangle(double x, double y, double width, double height, String colour, double opacity) {
        out.append("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" fill-opacity=\"%.2f\"/>"
                .formatted(x, y, Math.max(width, 0.5), height, colour, opacity));
        return this;
    }

    Svg line(double x1, double y1, double x2, double y2, String colour, double width) {
        out.append("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>"
                .formatted(x1, y1, x2, y2, colour, width));
        return this;
    }

    Svg circle(double x, double y, double radius, String colour) {
        out.append("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>".formatted(x, y, radius, colour));
        return this;
    }

    /** A line through points, given as "x,y x,y ...". */
    Svg polyline(String points, String colour) {
        out.append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
                .formatted(points, colour));
        return this;
    }

    /** Text at a point, which is its start, middle or end. */
    Svg text(double x, double y, String anchor, String text) {
        out.append("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>".formatted(x, y, anchor, escape(text)));
        return this;
    }

    @Override
    public String toString() {
        return out + "</svg>";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
