package dev.weir.config.management;

/** A plan over JMX, as {@code dev.weir:type=Plan,name=...}. Rates are bytes a second, capacities bytes. */
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
