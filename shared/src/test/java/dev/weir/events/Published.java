package dev.weir.events;

/** A published event, as readers must get it. */
record Published(String topic, String data) {}
