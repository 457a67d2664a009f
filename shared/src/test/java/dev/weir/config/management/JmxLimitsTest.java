package dev.weir.config.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.ManualTime;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JmxLimitsTest {
    private static final Chunk.Time CHUNK_TIME = Chunk.Time.fixed(Duration.ofMillis(100));

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private static JmxLimits limits(String plan) {
        ManualTime time = new ManualTime();
        Throttle throttle = new Throttle(new TokenBucket(0, 0, 0), CHUNK_TIME, time, time);
        Plan others = new Plan(plan, 4096, 4096, 1, 2, 9, 10, false, false);
        Clients clients = new Clients(throttle, List.of(), others, new Clients.Limits(10, 10, 10), time);
        return new JmxLimits(
                new LiveLimits(throttle, clients, CHUNK_TIME, new LiveLimits.Bucket(0, 0), Map.of(plan, others)),
                throttle,
                clients);
    }

    private static ObjectName name(String text) throws JMException {
        return new ObjectName("dev.weir:" + text);
    }

    @Test
    void theMBeansOfALaterServerStayWhenAnEarlierOneStops() throws JMException {
        JmxLimits earlier = limits("jmx-earlier");
        JmxLimits later = limits("jmx-later");
        earlier.register();
        later.register();
        assertThat(server.isRegistered(name("type=Plan,name=jmx-earlier"))).isTrue();
        earlier.close();
        assertThat(server.isRegistered(name("type=Plan,name=jmx-earlier"))).isFalse();
        assertThat(server.isRegistered(name("type=Plan,name=jmx-later"))).isTrue();
        assertThat(server.isRegistered(name("type=Throttle"))).isTrue();
        later.close();
        assertThat(server.isRegistered(name("type=Plan,name=jmx-later"))).isFalse();
        assertThat(server.isRegistered(name("type=Throttle"))).isFalse();
    }
}
