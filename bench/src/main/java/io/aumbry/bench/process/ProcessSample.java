package io.aumbry.bench.process;

import java.time.Duration;

/**
 * What a process has used until a moment.
 *
 * @param command the kernel's name of it, at most 15 bytes
 * @param user processor time in its own code since it started, all threads
 * @param system processor time in the kernel on its behalf
 * @param residentBytes memory that it has now
 * @param peakBytes the most memory that it ever had
 */
public record ProcessSample(
    String command, Duration user, Duration system, long residentBytes, long peakBytes) {
  public Duration processorTime() {
    return user.plus(system);
  }
}
