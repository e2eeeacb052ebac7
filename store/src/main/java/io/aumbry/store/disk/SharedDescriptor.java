package io.aumbry.store.disk;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file descriptor of our own, since the JDK does not tell that of a channel. Any thread may use
 * it; who enters leaves again, and the last to leave after the closing closes it.
 */
final class SharedDescriptor implements AutoCloseable {
  private static final int O_RDWR = 2;

  private final int number;

  /** Those who use it, and the owner until it closes. */
  private final AtomicInteger users = new AtomicInteger(1);

  private SharedDescriptor(int number) {
    this.number = number;
  }

  /** Of a file that exists, for reading and writing; none where the system does not offer that. */
  static SharedDescriptor open(Path file) {
    return new SharedDescriptor(FileDescriptors.open(file, O_RDWR));
  }

  static SharedDescriptor none() {
    return new SharedDescriptor(FileDescriptors.NONE);
  }

  int number() {
    return number;
  }

  boolean isThere() {
    return number != FileDescriptors.NONE;
  }

  /** Whether it may be used: one that was closed may be that of another file by now. */
  boolean enter() {
    int count = isThere() ? users.get() : 0;
    while (count > 0 && !users.compareAndSet(count, count + 1)) {
      count = users.get();
    }
    return count > 0;
  }

  void leave() {
    if (users.decrementAndGet() == 0) {
      FileDescriptors.close(number);
    }
  }

  /** Once, by the owner. */
  @Override
  public void close() {
    leave();
  }
}
