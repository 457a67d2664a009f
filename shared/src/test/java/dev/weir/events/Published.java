package dev.weir.events;

/** An event that a test has published. Readers must get the same topic and data. */
record Published(String topic, String data) {}
