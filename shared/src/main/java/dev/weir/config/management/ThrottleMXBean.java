package dev.weir.config.management;

/** The global bucket over JMX, as {@code dev.weir:type=Throttle}. The rate is bytes a second, the capacity bytes. */
public interface ThrottleMXBean {
    long getRate();

    void setRate(long rate);

    long getCapacity();

    void setCapacity(long capacity);

    long getWaiting();

    int getActive();
}
