package io.aumbry.store.disk;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file descriptor of its own, because the JDK hides that of a channel. Used by any thread between
 * {@link #enter} and {@link #leave}. The last user after {@link #close} closes it.
 */
final class SharedDescriptor implements AutoCloseable {
  private static final int O_RDWR = 2;

  private final int number;

  /** The users and the owner. */
  private final AtomicInteger users = new AtomicInteger(1);

  private SharedDescriptor(int number) {
    this.number = number;
  }

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

  /** False after the close, when the number may belong to another file. */
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

  /** Called once, by the owner. */
  @Override
  public void close() {
    leave();
  }
}
