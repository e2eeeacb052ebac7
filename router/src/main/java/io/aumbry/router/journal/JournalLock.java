package io.aumbry.router.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a journal to one user; the system lets go of it when the process dies. */
final class JournalLock implements AutoCloseable {
  /**
   * What this process has locked. It may not open such a file again: by closing that the system
   * lets go of the lock.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private JournalLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Empty when it is in use, by whoever has the file of the lock or that of the journal. */
  static Optional<JournalLock> take(Path folder) throws IOException {
    Path file = folder.toRealPath().resolve("left-overs.lock");
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    Optional<JournalLock> taken = Optional.empty();
    try {
      taken = isWritten(folder.resolve("left-overs")) ? Optional.empty() : lock(file);
    } finally {
      if (taken.isEmpty()) {
        HELD.remove(file);
      }
    }
    return taken;
  }

  /** Somebody may have removed the file of the lock, and whoever writes has locked that one too. */
  private static boolean isWritten(Path journal) throws IOException {
    try (FileChannel channel = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      return Optional.ofNullable(channel.tryLock()).isEmpty();
    } catch (NoSuchFileException none) {
      return false;
    }
  }

  private static Optional<JournalLock> lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Optional<FileLock> lock = Optional.empty();
    try {
      lock = Optional.ofNullable(channel.tryLock());
      return lock.map(held -> new JournalLock(file, channel));
    } finally {
      if (lock.isEmpty()) {
        channel.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(file);
    }
  }
}
