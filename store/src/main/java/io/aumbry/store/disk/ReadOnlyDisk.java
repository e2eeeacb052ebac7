package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Refuses all changes. */
public final class ReadOnlyDisk implements Disk {
  private final Path root;
  private final FileSystemDisk files;

  public ReadOnlyDisk(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      throw new NotDirectoryException(root.toString());
    }
    this.root = root;
    this.files = new FileSystemDisk(root);
  }

  @Override
  public DiskFile open(String path) throws IOException {
    return new ChannelFile(
        FileChannel.open(root.resolve(path), StandardOpenOption.READ), SharedDescriptor.none());
  }

  @Override
  public boolean exists(String path) throws IOException {
    return files.exists(path);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return files.list(folder);
  }

  @Override
  public long usableSpace() throws IOException {
    return files.usableSpace();
  }

  @Override
  public long totalSpace() throws IOException {
    return files.totalSpace();
  }

  /** Excludes writers but not other readers. Does not create the lock file. */
  @Override
  public Lock lock(String path) throws IOException {
    if (!exists(path)) {
      return () -> {};
    }
    FileChannel channel = FileChannel.open(root.resolve(path), StandardOpenOption.READ);
    try {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      if (lock != null) {
        return channel::close;
      }
    } catch (OverlappingFileLockException heldByThisProcess) {
      channel.close();
      throw new IOException(root.resolve(path) + " is locked by this process", heldByThisProcess);
    }
    channel.close();
    throw new IOException(root.resolve(path) + " is locked by another process");
  }

  @Override
  public DiskFile create(String path) throws IOException {
    throw refused("create", path);
  }

  @Override
  public void createFolder(String path) throws IOException {
    throw refused("create", path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    throw refused("rename", from);
  }

  @Override
  public void delete(String path) throws IOException {
    throw refused("delete", path);
  }

  @Override
  public void syncFolder(String path) throws IOException {
    throw refused("sync", path);
  }

  private IOException refused(String what, String path) {
    return new IOException(
        "cannot " + what + " " + root.resolve(path) + ": the disk is open for reading only");
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
