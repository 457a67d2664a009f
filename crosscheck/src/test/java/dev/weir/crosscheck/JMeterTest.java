package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.load.Window;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Tests that JMeter's test plans use the properties and labels of the class {@link JMeter}. Does not run JMeter. */
class JMeterTest {
    private static final Path FOLDER = Path.of("jmeter");
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{__P\\((\\w+)\\)}");
    private static final Pattern GIVEN = Pattern.compile("-J([a-z0-9]+)=.*");

    @TempDir
    Path out;

    private static Document parse(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static Path plan(Crossed scenario) {
        return FOLDER.resolve(scenario.file() + ".jmx");
    }

    /** A test plan must read each property that JMeter's command line sets, and no other property. */
    @ParameterizedTest
    @EnumSource(
            value = Crossed.class,
            names = {"S1", "S2"})
    void aPlanReadsThePropertiesThatTheCommandGives(Crossed scenario) throws Exception {
        Map<String, String> given =
                scenario.properties(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080), 7, new byte[0]);
        List<String> command = new JMeter(FOLDER, scenario.file(), given, out)
                .command(Window.after(Duration.ofSeconds(1), Duration.ofSeconds(1)), 128);
        Set<String> names = command.stream()
                .map(GIVEN::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toSet());
        String text = parse(plan(scenario)).getDocumentElement().getTextContent();
        Set<String> read = PROPERTY.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toSet());
        assertThat(names).isEqualTo(read).contains("users", "seconds", "net");
        assertThat(command).contains(plan(scenario).toString());
    }

    @ParameterizedTest
    @EnumSource(
            value = Crossed.class,
            names = {"S1", "S2"})
    void aPlanIsOfTheVersionThatTheBuildLaysThere(Crossed scenario) throws Exception {
        NodeList versions = parse(FOLDER.resolve("pom.xml")).getElementsByTagName("version");
        assertThat(parse(plan(scenario)).getDocumentElement().getAttribute("jmeter"))
                .isEqualTo(versions.item(0).getTextContent());
    }

    @Test
    void thePlansHaveTheLabelsThatAreCounted() throws Exception {
        assertThat(samplers(Crossed.S1)).containsExactly(JMeter.DOWNLOAD);
        assertThat(samplers(Crossed.S2)).containsExactly("first", JMeter.POLL, JMeter.PUBLISH);
    }

    private static List<String> samplers(Crossed scenario) throws Exception {
        NodeList samplers = parse(plan(scenario)).getElementsByTagName("HTTPSamplerProxy");
        return IntStream.range(0, samplers.getLength())
                .mapToObj(i -> ((Element) samplers.item(i)).getAttribute("testname"))
                .toList();
    }

    @Test
    void downloadsThatEndInTheWindowCount() {
        assertThat(JMeter.figures(
                        List.of(
                                "timeStamp,elapsed,label,success,Latency",
                                "0,999,download,true,7",
                                "500,1000,download,true,10",
                                "900,2000,download,false,30",
                                "900,2100,download,true,99"),
                        1_000,
                        3_000))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "downloads/s",
                        1.0,
                        "response, mean, ms",
                        1500.0,
                        "time to the first byte of the file, mean, ms",
                        20.0,
                        Side.FAULTS,
                        1.0))
                .containsKeys(ScenarioCheck.told(Crossed.S1).toArray(String[]::new));
    }

    @Test
    void aPollIsTimedFromItsStart() {
        Map<String, Double> figures = JMeter.figures(
                List.of(
                        "timeStamp,elapsed,label,success,Latency",
                        "0,5,first,true,0",
                        "1000,10,publish,true,0",
                        "5,1015,poll,true,0",
                        "3000,10,publish,true,0",
                        "1020,2010,poll,true,0",
                        "1020,2040,poll,true,0"),
                0,
                4_000);
        assertThat(figures)
                .containsEntry("answers/s", 0.75)
                .containsEntry(Side.FAULTS, 0.0)
                .containsKeys(ScenarioCheck.told(Crossed.S2).toArray(String[]::new));
        assertThat(figures.get("time of a poll, mean, ms")).isCloseTo((1015 + 2010 + 2040) / 3.0, within(0.001));
    }

    @Test
    void aFolderWithoutJMeterIsRefusedWithTheCommandThatLaysItThere() {
        assertThatThrownBy(() -> JMeter.require(out))
                .hasMessageContaining("./mvnw -f crosscheck/jmeter/pom.xml package");
    }
}
