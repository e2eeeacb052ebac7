package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A disk with a watchdog. Operations fail once it is out of service. */
public final class GuardedDisk implements Disk {
  private final Disk disk;
  private final DiskGuard guard;

  public GuardedDisk(Disk disk, DiskGuard guard) {
    this.disk = disk;
    this.guard = guard;
  }

  /** Creates the folder if it does not exist. */
  public static Disk open(Path folder, DiskGuard guard) throws IOException {
    String name = folder.toString();
    return new GuardedDisk(guard.watch("open", name, () -> new FileSystemDisk(folder)), guard);
  }

  public static Optional<Disk> find(Path folder, DiskGuard guard) throws IOException {
    boolean there = guard.watch("look for", folder.toString(), () -> Files.isDirectory(folder));
    return there ? Optional.of(open(folder, guard)) : Optional.empty();
  }

  @Override
  public DiskFile open(String path) throws IOException {
    return new GuardedFile(guard.watch("open", path, () -> disk.open(path)), guard, path);
  }

  @Override
  public DiskFile openUncached(String path) throws IOException {
    return new GuardedFile(guard.watch("open", path, () -> disk.openUncached(path)), guard, path);
  }

  @Override
  public DiskFile create(String path) throws IOException {
    return new GuardedFile(guard.watch("create", path, () -> disk.create(path)), guard, path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return guard.watch("look for", path, () -> disk.exists(path));
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return guard.watch("list", folder, () -> disk.list(folder));
  }

  @Override
  public void createFolder(String path) throws IOException {
    perform("create", path, () -> disk.createFolder(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    perform("rename", from, () -> disk.rename(from, to));
  }

  @Override
  public void delete(String path) throws IOException {
    perform("delete", path, () -> disk.delete(path));
  }

  @Override
  public void syncFolder(String path) throws IOException {
    perform("sync", path, () -> disk.syncFolder(path));
  }

  private void perform(String what, String path, SystemError.Step step) throws IOException {
    guard.watch(
        what,
        path,
        () -> {
          step.perform();
          return path;
        });
  }

  @Override
  public long usableSpace() throws IOException {
    return guard.watch("read the free space", "", disk::usableSpace);
  }

  @Override
  public long totalSpace() throws IOException {
    return guard.watch("read the free space", "", disk::totalSpace);
  }

  /** The lock of a disk out of service is held until the process ends. */
  @Override
  public Lock lock(String path) throws IOException {
    Lock lock = guard.watch("lock", path, () -> disk.lock(path));
    return () -> {
      if (guard.isInService()) {
        perform("unlock", path, lock::close);
      }
    };
  }

  @Override
  public String toString() {
    return disk.toString();
  }
}
