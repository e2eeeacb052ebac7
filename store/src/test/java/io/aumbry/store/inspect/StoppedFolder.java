package io.aumbry.store.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreFixture;
import io.aumbry.store.check.Finding;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A disk in a real folder, filled and closed. */
final class StoppedFolder implements AutoCloseable {
  static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 64 << 20, 1000, 1, 40);
  static final String STORE = "partition-" + Blobs.PARTITION;

  private final StoreFixture fixture = new StoreFixture();
  private final SplittableRandom random;
  private final List<BlobId> ids = new ArrayList<>();
  private final Path folder;

  StoppedFolder(Path folder, long seed) {
    this.folder = folder;
    this.random = new SplittableRandom(seed);
  }

  interface Work {
    void on(BlobStore store) throws IOException;
  }

  /** Opens the store, works, and closes it cleanly. */
  void run(Work work) throws IOException {
    try (StoreDisk disk = fixture.open(new FileSystemDisk(folder), CONFIG)) {
      work.on(store(disk));
    }
  }

  /** Like {@link #run}, and copies the files as a kill would leave them. */
  void runAndKill(Work work, Path killed) throws IOException {
    try (StoreDisk disk = fixture.open(new FileSystemDisk(folder), CONFIG)) {
      work.on(store(disk));
      copyInUse(killed);
    }
  }

  /** Begins again when a merge of the index in the background has replaced files meanwhile. */
  private void copyInUse(Path to) throws IOException {
    Path attempt = to.resolveSibling(to.getFileName() + "-1");
    for (int i = 2; !isCopied(attempt); i++) {
      attempt = to.resolveSibling(to.getFileName() + "-" + i);
    }
    Files.move(attempt, to);
  }

  private boolean isCopied(Path to) throws IOException {
    try {
      List<Path> before = names(folder);
      copy(folder, to);
      return names(folder).equals(before);
    } catch (NoSuchFileException | UncheckedIOException replaced) {
      return false;
    }
  }

  private static List<Path> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    }
  }

  private static BlobStore store(StoreDisk disk) {
    return disk.stores().isEmpty() ? disk.create(Blobs.PARTITION) : disk.open(Blobs.PARTITION);
  }

  void put(BlobStore store, int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      byte[] bytes = BytesOfTests.random(random, i % 10 == 9 ? 9_000 : 300 + random.nextInt(900));
      Blobs.put(store, id, bytes, Expiry.NEVER, fixture.patient());
      ids.add(id);
    }
  }

  void deleteEachThird(BlobStore store) {
    for (int i = 0; i < ids.size(); i += 3) {
      store.delete(ids.get(i), now(), fixture.patient());
      if (i % 2 == 0) {
        assertThat(Blobs.undelete(store, ids.get(i), now() + 1, fixture.patient()))
            .isEqualTo(new NodeResponse.Done(1));
      }
    }
  }

  void compact(BlobStore store) {
    fixture.time().advance(Duration.ofDays(9).toMillis());
    for (BlobId id : ids.subList(0, ids.size() - 5)) {
      store.delete(id, now() - Duration.ofDays(8).toMillis(), fixture.patient());
    }
    boolean more = true;
    while (more) {
      more = store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {}).didSomething();
    }
  }

  List<BlobId> ids() {
    return ids;
  }

  long now() {
    return fixture.time().wallMillis();
  }

  List<Finding> check() throws IOException {
    return check(folder, now());
  }

  static List<Finding> check(Path folder, long now) throws IOException {
    List<Finding> findings = new ArrayList<>();
    List<StoppedDisk> disks = StoppedDisk.find(folder);
    for (StoppedDisk disk : disks) {
      disk.check(findings::add);
      for (StoppedStore store : disk.stores()) {
        store.check(now, bytes -> {}, findings::add);
      }
      disk.close();
    }
    return findings;
  }

  static List<Finding> damages(List<Finding> findings) {
    return findings.stream().filter(Finding::isDamage).toList();
  }

  /** Names of the store's files. */
  List<String> files(String prefix) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(STORE))) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.write(target, Files.readAllBytes(path));
        }
      }
    }
  }

  /** All names, bytes and times in a folder. */
  static Map<String, String> everything(Path folder) throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        String content =
            Files.isDirectory(path) ? "folder" : HexFormat.of().formatHex(Files.readAllBytes(path));
        found.put(path.toString(), Files.getLastModifiedTime(path) + " " + content);
      }
    }
    return found;
  }

  @Override
  public void close() {
    fixture.close();
  }
}
