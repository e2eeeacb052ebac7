package io.aumbry.store.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** A folder. Only its owner can read the folders that are created in it. */
public final class FileSystemDisk implements Disk {
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path root;
  private final FileStore fileStore;

  /** Durably creates the folder if it does not exist. */
  public FileSystemDisk(Path root) throws IOException {
    SystemError.classing(() -> create(root.toAbsolutePath()));
    this.root = root;
    this.fileStore = SystemError.classing(() -> Files.getFileStore(root));
  }

  /** A file is durable only if the names of all its parent folders are. */
  private static void create(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent == null || Files.isDirectory(folder)) {
      return;
    }
    create(parent);
    Files.createDirectories(folder);
    sync(parent);
  }

  @Override
  public DiskFile open(String path) throws IOException {
    Path file = resolve(path);
    FileChannel channel = opened(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new ChannelFile(channel, SharedDescriptor.open(file));
  }

  @Override
  public DiskFile openUncached(String path) throws IOException {
    return SystemError.classing(() -> UncachedFile.open(resolve(path)));
  }

  @Override
  public DiskFile create(String path) throws IOException {
    return new ChannelFile(
        opened(
            resolve(path),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING),
        SharedDescriptor.none());
  }

  private static FileChannel opened(Path file, OpenOption... options) throws IOException {
    return SystemError.classing(() -> FileChannel.open(file, options));
  }

  @Override
  public boolean exists(String path) throws IOException {
    try {
      // Files.exists hides I/O errors.
      SystemError.classing(() -> Files.readAttributes(resolve(path), BasicFileAttributes.class));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return SystemError.classing(() -> names(resolve(folder)));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void createFolder(String path) throws IOException {
    SystemError.classing(() -> Files.createDirectory(resolve(path), PRIVATE));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    SystemError.classing(() ->
        Files.move(
            resolve(from),
            resolve(to),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING));
  }

  @Override
  public void delete(String path) throws IOException {
    SystemError.classing(() -> Files.deleteIfExists(resolve(path)));
  }

  @Override
  public void syncFolder(String path) throws IOException {
    SystemError.classing(() -> sync(resolve(path)));
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public long usableSpace() throws IOException {
    return SystemError.classing(fileStore::getUsableSpace);
  }

  @Override
  public long totalSpace() throws IOException {
    return SystemError.classing(fileStore::getTotalSpace);
  }

  @Override
  public Lock lock(String path) throws IOException {
    FileChannel channel =
        opened(resolve(path), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel::close;
      }
    } catch (OverlappingFileLockException heldByThisProcess) {
      channel.close();
      throw new IOException(resolve(path) + " is already open in this process", heldByThisProcess);
    }
    channel.close();
    throw new IOException(resolve(path) + " is locked by another process");
  }

  private Path resolve(String path) {
    return path.isEmpty() ? root : root.resolve(path);
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
