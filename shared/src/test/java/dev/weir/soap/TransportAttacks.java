package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.VERSION_MISMATCH;

import dev.weir.problem.Problem;
import dev.weir.soap.xml.Names;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Rows 39, 40, 44 and 47 of the attack table: HTTP methods, header fields and sizes. */
final class TransportAttacks {
    private static final String XML = "Content-Type: text/xml";

    private TransportAttacks() {}

    static List<Attack> list() {
        Attacks attacks = new Attacks();
        attacks.refused(39, "more than 1 MiB", Problem.MESSAGE_TOO_LARGE, now -> large(1))
                .refused(39, "more than 1 MiB in chunks", Problem.MESSAGE_TOO_LARGE, now -> {
                    Sent large = large(1);
                    String length = Integer.toHexString(large.body().length);
                    String chunks =
                            length + "\r\n" + new String(large.body(), StandardCharsets.UTF_8) + "\r\n0\r\n\r\n";
                    return Sent.of(chunks).by("POST", XML, "Transfer-Encoding: chunked");
                });
        for (String type : List.of(
                "text/plain",
                "application/json",
                "application/x-www-form-urlencoded",
                "multipart/related; boundary=b; type=\"application/xop+xml\"",
                "application/xop+xml",
                "text/xml; charset=utf-16",
                "text/xml; charset=nonsense",
                "text/",
                "nonsense")) {
            int row = type.startsWith("multipart") || type.contains("xop") ? 40 : 47;
            attacks.refused(row, type, Problem.NOT_SOAP, now -> whole(now).by("POST", "Content-Type: " + type));
        }
        attacks.refused(40, "gzip", Problem.NOT_SOAP, now -> whole(now).by("POST", XML, "Content-Encoding: gzip"))
                .refused(47, "no type", Problem.NOT_SOAP, now -> whole(now).by("POST"));
        for (String action : List.of("", "http://javacrumbs.net/calc/minus", "\"http://javacrumbs.net/calc/minus\"")) {
            attacks.passed(44, "action '" + action + "'", now -> whole(now).by("POST", XML, "SOAPAction: " + action));
        }
        attacks.made(
                        43,
                        "SOAP 1.1 as application/soap+xml",
                        true,
                        new Expected.Unsigned(VERSION_MISMATCH),
                        now -> whole(now).by("POST", "Content-Type: application/soap+xml"))
                .made(
                        43,
                        "SOAP 1.2 as application/soap+xml",
                        true,
                        new Expected.Unsigned(VERSION_MISMATCH),
                        now -> whole(now)
                                .with(Names.SOAP, "http://www.w3.org/2003/05/soap-envelope")
                                .by("POST", "Content-Type: application/soap+xml; charset=utf-8"));
        return attacks.passed(44, "no action", now -> whole(now).by("POST", XML))
                .passed(47, "application/xml", now -> whole(now).by("POST", "Content-Type: application/xml"))
                .list();
    }

    private static Sent whole(Instant now) throws Exception {
        return Forgery.whole(now).sent();
    }

    private static Sent large(int more) {
        String start = "<soap:Envelope xmlns:soap='" + Names.SOAP + "'>";
        String end = "</soap:Envelope>";
        int padding = SoapTransport.MOST_BYTES + more - start.length() - end.length();
        return Sent.of(start + " ".repeat(padding) + end);
    }
}
