/**
 * The load: what is sent, when, by whom, and what came of it.
 *
 * <p>A {@link io.aumbry.bench.load.LoadGenerator} has so many connections, each with a platform
 * thread of its own. In a phase they take tickets 0, 1, 2 … from a shared counter; the {@link
 * io.aumbry.bench.load.Schedule} says when the request of a ticket ought to start, the {@link
 * io.aumbry.bench.load.Workload} what it is. A thread keeps its own {@link
 * io.aumbry.bench.load.Tally}; they are added up when all threads have ended, so that a phase has
 * no request in flight at either end and processor time divided by requests is exact.
 *
 * <p>Blocking threads and httpcore5 were chosen by measurement, 4 KiB GETs from one nginx over 16
 * connections, processor time of the generator: httpcore5 12 µs, a bare socket 11 µs, a bare
 * SocketChannel 15 µs, one thread with a selector 8 µs. HTTP is worth the difference.
 *
 * <p>Content of a blob is a function of seed, blob number and position, so that it can be checked
 * without being kept. Each block of 4 KiB, and the last, shorter one:
 *
 * <pre>
 *   0          8                                     4096
 *   +----------+-------------------------------------+
 *   | stamp    | pattern[start + 8 .. start + 4096)  |
 *   +----------+-------------------------------------+
 *   stamp = mix(seed, number, block), big-endian     start = low 20 bits of the stamp
 * </pre>
 *
 * so that a block of another blob, or of another place in the same blob, is never taken for the
 * right one.
 */
@NullMarked
package io.aumbry.bench.load;

import org.jspecify.annotations.NullMarked;
