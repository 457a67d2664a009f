package dev.weir.perf.clients;

import java.util.List;
import java.util.Map;

/**
 * What others hold of one model's fields.
 *
 * @param notes of REDbot
 * @param answers to every {@link Probe}
 */
record SecondOpinion(List<RedBot.Note> notes, Map<String, Map<String, String>> answers) {}
