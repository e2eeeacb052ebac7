/**
 * The load generator.
 *
 * <p>A {@link io.aumbry.bench.load.LoadGenerator} has a fixed number of connections, each with a
 * platform thread. In a phase they take tickets 0, 1, 2 … from a shared counter. The {@link
 * io.aumbry.bench.load.Schedule} gives the start of a ticket's request, and the {@link
 * io.aumbry.bench.load.Workload} its operation. Each thread has its own {@link
 * io.aumbry.bench.load.Tally}, added up when all threads have ended. A phase therefore has no
 * request in progress at either end, and processor time divided by requests is exact.
 *
 * <p>Blocking threads and httpcore5 were chosen by measurement. The generator's processor time for
 * a 4 KiB GET from one nginx over 16 connections was 12 µs with httpcore5, 11 µs with a bare
 * socket, 15 µs with a bare SocketChannel, and 8 µs with one thread and a selector. HTTP is worth
 * the difference.
 *
 * <p>The content of a blob is a function of seed, blob number and position, so that it can be
 * verified without a copy. Each block of 4 KiB, and the shorter last one:
 *
 * <pre>
 *   0          8                                     4096
 *   +----------+-------------------------------------+
 *   | stamp    | pattern[start + 8 .. start + 4096)  |
 *   +----------+-------------------------------------+
 *   stamp = mix(seed, number, block), big-endian     start = low 20 bits of the stamp
 * </pre>
 *
 * A block of another blob, or of another place in the same blob, therefore never passes
 * verification.
 */
@NullMarked
package io.aumbry.bench.load;

import org.jspecify.annotations.NullMarked;
