package io.aumbry.store.inspect;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.check.Finding;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.ReadOnlyDisk;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.partition.StoreFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The stores of a folder that no process has open. Locks the folder until the close. */
public final class StoppedDisk implements AutoCloseable {
  private static final int MAX_DEPTH = 8;

  private final Path root;
  private final ReadOnlyDisk disk;
  private final Disk.Lock lock;
  private final List<StoppedStore> stores;

  private StoppedDisk(Path root, List<String> folders) throws IOException {
    this.root = root;
    this.disk = new ReadOnlyDisk(root);
    this.stores = folders.stream().map(folder -> new StoppedStore(disk, root, folder)).toList();
    try {
      this.lock = disk.lock(StoreDisk.LOCK);
    } catch (IOException e) {
      throw new IOException(root + " is in use: stop its node first (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Opens all disks in or under a folder, which may also be a single store.
   *
   * @throws NoSuchFileException when the folder does not exist
   * @throws IOException when a process has a disk open
   */
  public static List<StoppedDisk> find(Path folder) throws IOException {
    Path from = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(from)) {
      throw new NoSuchFileException(folder.toString());
    }
    List<StoppedDisk> found = new ArrayList<>();
    try {
      find(from, MAX_DEPTH, found);
    } catch (IOException | RuntimeException | Error e) {
      for (StoppedDisk disk : found) {
        disk.close();
      }
      throw e;
    }
    return found;
  }

  private static void find(Path folder, int depth, List<StoppedDisk> found) throws IOException {
    Path parent = folder.getParent();
    if (parent != null && isStore(folder)) {
      found.add(new StoppedDisk(parent, List.of(String.valueOf(folder.getFileName()))));
      return;
    }
    List<Path> folders = foldersIn(folder);
    List<String> stores =
        folders.stream()
            .filter(StoppedDisk::isStore)
            .map(path -> String.valueOf(path.getFileName()))
            .toList();
    if (!stores.isEmpty() || Files.exists(folder.resolve(StoreDisk.IDENTITY))) {
      found.add(new StoppedDisk(folder, stores));
    } else if (depth > 0) {
      for (Path inner : folders) {
        find(inner, depth - 1, found);
      }
    }
  }

  private static boolean isStore(Path folder) {
    String name = String.valueOf(folder.getFileName());
    return StoreFolder.partitionIn(name).isPresent()
        || (!StoreFolder.isLeftOver(name) && Files.exists(folder.resolve(StoreFolder.IDENTITY)));
  }

  private static List<Path> foldersIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  public Path path() {
    return root;
  }

  /** Sorted by name. */
  public List<StoppedStore> stores() {
    return stores;
  }

  public long usableSpace() throws IOException {
    return disk.usableSpace();
  }

  public long totalSpace() throws IOException {
    return disk.totalSpace();
  }

  /** Checks everything except the stores. */
  public void check(Finding.Sink findings) throws IOException {
    String identity = root.resolve(StoreDisk.IDENTITY).toString();
    try {
      checkScrubbed(FileMark.readFrom(disk, StoreDisk.IDENTITY, FileMark.DISK), findings);
    } catch (NoSuchFileException e) {
      checkWithoutIdentity(identity, findings);
    } catch (AumbryException | IOException e) {
      findings.damage(identity, 0, String.valueOf(e.getMessage()), "the disk does not open");
    }
    for (Path folder : foldersIn(root)) {
      if (StoreFolder.isLeftOver(String.valueOf(folder.getFileName()))) {
        findings.note(
            folder.toString(),
            0,
            "belongs to a store that was being created or dropped",
            "the next start deletes it");
      }
    }
  }

  private void checkScrubbed(FileMark identity, Finding.Sink findings) throws IOException {
    if (!disk.exists(StoreDisk.SCRUBBED)) {
      return;
    }
    String path = root.resolve(StoreDisk.SCRUBBED).toString();
    try {
      FileMark mark = FileMark.readFrom(disk, StoreDisk.SCRUBBED, FileMark.SCRUBBED);
      if (!mark.owner().equals(identity.owner())) {
        findings.damage(path, 0, "belongs to disk " + mark.owner(), "the scrub starts a new round");
      }
    } catch (AumbryException e) {
      findings.damage(path, 0, String.valueOf(e.getMessage()), "the scrub starts a new round");
    }
  }

  /** A copy of a store has no disk around it. */
  private void checkWithoutIdentity(String identity, Finding.Sink findings) throws IOException {
    if (disk.exists(StoreDisk.LOCK)) {
      findings.damage(identity, 0, "is missing", "the disk does not open");
    } else {
      findings.note(identity, 0, "is missing", "these stores are not on the disk of a node");
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
