package dev.weir.config.management;

/**
 * The MBean {@code dev.weir:type=Plan,name=...} with the limits of one plan's clients. The rate is in bytes per second,
 * the capacity in bytes.
 */
public interface PlanMXBean {
    long getRate();

    void setRate(long rate);

    long getCapacity();

    void setCapacity(long capacity);

    int getWeight();

    void setWeight(int weight);

    int getMaxDownloads();

    void setMaxDownloads(int maxDownloads);

    boolean isBlocked();

    void setBlocked(boolean blocked);
}
