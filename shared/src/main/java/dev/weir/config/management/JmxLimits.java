package dev.weir.config.management;

import dev.weir.clients.BadLimitException;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.throttle.Throttle;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Registers MBeans that read and change the limits of the throttle and of each plan. A value out of range causes an
 * {@link IllegalArgumentException} and changes nothing. If several servers in one JVM register an MBean of the same
 * name, it belongs to the server that started last.
 *
 * <p>Registers the MBeans when the server has started, because creating the JVM's MBean server would slow the start.
 */
public final class JmxLimits implements ApplicationListener<ApplicationReadyEvent>, AutoCloseable {
    /** Maps each registered MBean to the server that registered it. Guarded by the lock of this map. */
    private static final Map<ObjectName, JmxLimits> OWNERS = new HashMap<>();

    private final LiveLimits limits;
    private final Throttle throttle;
    private final Clients clients;

    public JmxLimits(LiveLimits limits, Throttle throttle, Clients clients) {
        this.limits = limits;
        this.throttle = throttle;
        this.clients = clients;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        register();
    }

    void register() {
        synchronized (OWNERS) {
            try {
                register("dev.weir:type=Throttle", new ThrottleBean(limits, throttle, clients));
                for (String plan : limits.plans().keySet()) {
                    String name = ObjectName.quote(plan).replaceAll("^\"(\\w[\\w.-]*)\"$", "$1");
                    register("dev.weir:type=Plan,name=" + name, new OfPlan(limits, plan));
                }
            } catch (JMException e) {
                throw new IllegalStateException(e); // cannot happen: the names and the beans are valid
            }
        }
    }

    private void register(String text, Object bean) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName(text);
        if (server.isRegistered(name)) {
            server.unregisterMBean(name);
        }
        server.registerMBean(bean, name);
        OWNERS.put(name, this);
    }

    /** Unregisters the MBeans that this server registered, except those that a later server has replaced. */
    @Override
    public void close() throws JMException {
        synchronized (OWNERS) {
            for (ObjectName name : List.copyOf(OWNERS.keySet())) {
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                if (OWNERS.remove(name, this) && server.isRegistered(name)) {
                    server.unregisterMBean(name);
                }
            }
        }
    }

    /**
     * Runs a change. Converts a {@link BadLimitException} to an {@link IllegalArgumentException}, because a JMX client
     * may not have the class {@code BadLimitException}.
     */
    private static void told(Runnable change) {
        try {
            change.run();
        } catch (BadLimitException e) {
            throw new IllegalArgumentException(
                    e.getMessage()); // without a cause, because the client may not have its class
        }
    }

    private record ThrottleBean(LiveLimits limits, Throttle throttle, Clients clients) implements ThrottleMXBean {
        @Override
        public long getRate() {
            return limits.global().rate();
        }

        @Override
        public void setRate(long rate) {
            told(() -> limits.changeGlobal(
                    bucket -> bucket.withRate(rate, limits.chunkTime().usual())));
        }

        @Override
        public long getCapacity() {
            return limits.global().capacity();
        }

        @Override
        public void setCapacity(long capacity) {
            told(() -> limits.changeGlobal(bucket -> bucket.withCapacity(capacity)));
        }

        @Override
        public long getWaiting() {
            return throttle.waiting();
        }

        @Override
        public int getActive() {
            return clients.active(Use.DOWNLOAD);
        }
    }

    private record OfPlan(LiveLimits limits, String name) implements PlanMXBean {
        private Plan plan() {
            return Objects.requireNonNull(limits.plans().get(name));
        }

        private void change(UnaryOperator<Plan> change) {
            told(() -> limits.change(name, change));
        }

        @Override
        public long getRate() {
            return plan().rate();
        }

        @Override
        public void setRate(long rate) {
            change(plan ->
                    plan.with(plan.bucket().withRate(rate, limits.chunkTime().usual())));
        }

        @Override
        public long getCapacity() {
            return plan().capacity();
        }

        @Override
        public void setCapacity(long capacity) {
            change(plan -> plan.with(plan.bucket().withCapacity(capacity)));
        }

        @Override
        public int getWeight() {
            return plan().weight();
        }

        @Override
        public void setWeight(int weight) {
            change(plan -> plan.withWeight(weight));
        }

        @Override
        public int getMaxDownloads() {
            return plan().maxDownloads();
        }

        @Override
        public void setMaxDownloads(int maxDownloads) {
            change(plan -> plan.withMaxDownloads(maxDownloads));
        }

        @Override
        public boolean isBlocked() {
            return plan().blocked();
        }

        @Override
        public void setBlocked(boolean blocked) {
            change(plan -> plan.withBlocked(blocked));
        }
    }
}
