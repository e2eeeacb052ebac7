package io.aumbry.bench.process;

import java.time.Duration;

/**
 * The resource use of a process until now.
 *
 * @param command the kernel's name of it, at most 15 bytes
 * @param user processor time in user mode since its start, all threads
 * @param system processor time in the kernel
 * @param compiler processor time of the JIT compiler's threads, which is part of the other two
 * @param residentBytes present resident memory
 * @param peakBytes peak resident memory
 */
public record ProcessSample(
    String command,
    Duration user,
    Duration system,
    Duration compiler,
    long residentBytes,
    long peakBytes) {}
