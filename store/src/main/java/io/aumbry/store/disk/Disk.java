package io.aumbry.store.disk;

import java.io.IOException;
import java.util.List;

/**
 * A folder on one disk. Paths are relative to it, separated by {@code /}.
 *
 * <p>Creating, renaming or deleting a file is durable after {@link #syncFolder}. Changes to a file
 * are durable after {@link DiskFile#force}.
 */
public interface Disk {
  /** For reading and writing. */
  DiskFile open(String path) throws IOException;

  /** Reads the medium, not the page cache, where this is supported. */
  default DiskFile openUncached(String path) throws IOException {
    return open(path);
  }

  /** Creates or truncates a file. */
  DiskFile create(String path) throws IOException;

  boolean exists(String path) throws IOException;

  /** Sorted; the root is {@code ""}. */
  List<String> list(String folder) throws IOException;

  void createFolder(String path) throws IOException;

  /** Atomic; replaces an existing file. */
  void rename(String from, String to) throws IOException;

  /** A file or an empty folder, if it exists. */
  void delete(String path) throws IOException;

  void syncFolder(String path) throws IOException;

  /** In bytes. */
  long usableSpace() throws IOException;

  long totalSpace() throws IOException;

  /**
   * Locks the folder for this process.
   *
   * @throws IOException when another process holds the lock
   */
  Lock lock(String path) throws IOException;

  interface Lock extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
