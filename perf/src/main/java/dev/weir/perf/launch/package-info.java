/** What any Java from 17 can run: it finds the JDK 25 that everything else needs. */
package dev.weir.perf.launch;
