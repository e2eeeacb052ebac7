package io.aumbry.store.disk;

import java.io.IOException;
import java.util.List;

/**
 * One folder that is (on) one disk. Paths are relative to it, with {@code /} between names.
 *
 * <p>A change to a folder (a file made, renamed or deleted in it) is durable when {@link
 * #syncFolder} has returned, a change to a file when {@link DiskFile#force} has.
 */
public interface Disk {
  /** Opens a file that exists, for reading and writing. */
  DiskFile open(String path) throws IOException;

  /**
   * Opens a file that exists for reading what is on the medium, not what the system remembers of
   * it, as far as that is possible.
   */
  default DiskFile openUncached(String path) throws IOException {
    return open(path);
  }

  /** Makes an empty file; one that exists already is emptied. */
  DiskFile create(String path) throws IOException;

  boolean exists(String path) throws IOException;

  /** The names in a folder, sorted; the root is {@code ""}. */
  List<String> list(String folder) throws IOException;

  void createFolder(String path) throws IOException;

  /** Renames a file or folder, replacing a file that is there, in one step. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file or an empty folder, if it is there. */
  void delete(String path) throws IOException;

  void syncFolder(String path) throws IOException;

  /** Bytes that can still be written. */
  long usableSpace() throws IOException;

  long totalSpace() throws IOException;

  /**
   * Takes the folder for this process, until the lock is closed.
   *
   * @throws IOException when another process has it
   */
  Lock lock(String path) throws IOException;

  /** The claim of one process to a folder. */
  interface Lock extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
