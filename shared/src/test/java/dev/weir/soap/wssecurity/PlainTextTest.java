package dev.weir.soap.wssecurity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.xml.MalformedXmlException;
import dev.weir.soap.xml.XmlParser;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    /**
     * The server does not parse content that {@link Decryption#isPlainText} accepts. This is correct only if a parser
     * would return the same text.
     */
    @Test
    void s03_aParserReadsPlainTextUnchanged() throws MalformedXmlException {
        int plain = 0;
        for (int one = Byte.MIN_VALUE; one <= Byte.MAX_VALUE; one++) {
            byte[] content = {'1', (byte) one, '2'};
            if (Decryption.isPlainText(content)) {
                plain++;
                String text = new String(content, StandardCharsets.US_ASCII);
                byte[] element = ("<a>" + text + "</a>").getBytes(StandardCharsets.US_ASCII);
                assertThat(XmlParser.parse(element).getDocumentElement().getTextContent())
                        .isEqualTo(text);
            }
        }
        assertThat(plain).as("ASCII from space to tilde without markup").isEqualTo(95 - 3);
    }

    @Test
    void s03_markupAndControlCharactersAndNothingGoToTheParser() {
        for (String content : new String[] {"", "<b/>", "1&#50;", "1]]>", "1\r\n", "1\0", "\u00b2"}) {
            assertThat(Decryption.isPlainText(content.getBytes(StandardCharsets.UTF_8)))
                    .as(content)
                    .isFalse();
        }
    }
}
