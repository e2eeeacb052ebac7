package io.aumbry.store.inspect;

import static io.aumbry.store.inspect.StoppedFolder.STORE;
import static io.aumbry.store.inspect.StoppedFolder.damages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.check.Finding;
import io.aumbry.store.record.RecordType;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Findings for sound and damaged stores; inspection changes nothing. */
@Timeout(300)
final class StoppedStoreTest {
  @TempDir private Path temporary;
  private Path folder;
  private StoppedFolder made;

  @BeforeEach
  void make() {
    folder = temporary.resolve("disk");
    made = new StoppedFolder(folder, 5);
  }

  @AfterEach
  void close() {
    made.close();
  }

  private void fill() throws IOException {
    made.run(store -> {
      made.put(store, 150);
      made.deleteEachThird(store);
    });
  }

  private void fillAndCompact() throws IOException {
    made.run(store -> {
      made.put(store, 150);
      made.compact(store);
      made.put(store, 30);
    });
  }

  private void change(String file, long offset, int xor) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      bytes.seek(offset);
      int old = bytes.read();
      bytes.seek(offset);
      bytes.write(old ^ xor);
    }
  }

  private void assertDamaged(String file) throws IOException {
    assertThat(damages(made.check()))
        .as(file)
        .anyMatch(finding -> finding.file().equals(folder.resolve(file).toString()));
  }

  @Test
  void aStoreThatWasLeftCleanlyIsSound() throws IOException {
    fill();
    assertThat(made.check()).isEmpty();
  }

  @Test
  void aStoreThatWasCompactedIsSound() throws IOException {
    fillAndCompact();
    assertThat(made.files("log-")).as("some were replaced").hasSizeLessThan(8);
    assertThat(made.check()).isEmpty();
  }

  @Test
  void aStoreThatWasKilledIsSound() throws IOException {
    Path killed = temporary.resolve("killed");
    made.runAndKill(
        store -> {
          made.put(store, 150);
          made.deleteEachThird(store);
          made.compact(store);
          made.put(store, 7);
        },
        killed);
    assertThat(damages(StoppedFolder.check(killed, made.now()))).isEmpty();
  }

  @Test
  void anUnfinishedRecordIsNoDamage() throws IOException {
    Path killed = temporary.resolve("killed");
    made.runAndKill(store -> made.put(store, 20), killed);
    Path log = killed.resolve(STORE).resolve(made.files("log-").getLast());
    byte[] bytes = Files.readAllBytes(log);
    int end = lastNonZero(bytes) + 1;
    bytes[end - 200] ^= 1;
    Files.write(log, bytes);
    List<Finding> found = StoppedFolder.check(killed, made.now());
    assertThat(damages(found)).isEmpty();
    assertThat(found).anyMatch(finding -> finding.what().contains("is incomplete"));
  }

  private static int lastNonZero(byte[] bytes) {
    int at = bytes.length - 1;
    while (bytes[at] == 0) {
      at--;
    }
    return at;
  }

  @Test
  void eachKindOfFileIsVerified() throws IOException {
    fillAndCompact();
    Path sound = temporary.resolve("sound");
    StoppedFolder.copy(folder, sound);
    List<String> files = new ArrayList<>(List.of("disk.id", STORE + "/store.id"));
    made.files("").stream()
        .filter(name -> !name.equals("store.id"))
        .forEach(name -> files.add(STORE + "/" + name));
    assertThat(files).anyMatch(name -> name.contains("index-")).contains(STORE + "/manifest");
    for (String file : files) {
      change(file, 40, 1);
      assertDamaged(file);
      StoppedFolder.copy(sound, folder);
    }
    assertThat(made.check()).isEmpty();
  }

  /** They are at the end of an index file. */
  @Test
  void theUsageOfContainersIsVerified() throws IOException {
    fillAndCompact();
    String index =
        made.files("").stream().filter(name -> name.endsWith(".idx")).findFirst().orElseThrow();
    change(STORE + "/" + index, Files.size(folder.resolve(STORE).resolve(index)) - 1, 1);
    assertDamaged(STORE + "/" + index);
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    fillAndCompact();
    Path sound = temporary.resolve("sound");
    StoppedFolder.copy(folder, sound);
    List<String> files = new ArrayList<>(made.files("log-"));
    files.add("store.id");
    for (String name : files) {
      Files.delete(folder.resolve(STORE).resolve(name));
      assertDamaged(STORE + "/" + name);
      StoppedFolder.copy(sound, folder);
    }
  }

  @Test
  void everyByteOfARecordIsVerified() throws IOException {
    fill();
    String file = STORE + "/" + made.files("log-").getFirst();
    for (int offset = 64; offset < 64 + 300; offset += 17) {
      change(file, offset, 4);
      assertDamaged(file);
      change(file, offset, 4);
    }
    assertThat(made.check()).isEmpty();
  }

  @Test
  void damagedContentNamesBlobAndBlock() throws IOException {
    fill();
    String file = STORE + "/" + made.files("log-").getFirst();
    change(file, 64 + 88 + 60 + 100, 1);
    assertThat(damages(made.check()))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.what())
                .contains("block 1 of 1 of record 1, blob " + made.ids().getFirst()));
  }

  @Test
  void aTruncatedLogIsAFinding() throws IOException {
    fill();
    String file = made.files("log-").getLast();
    try (RandomAccessFile bytes =
        new RandomAccessFile(folder.resolve(STORE).resolve(file).toFile(), "rw")) {
      bytes.setLength(bytes.length() / 2);
    }
    assertDamaged(STORE + "/" + file);
  }

  @Test
  void zeroedRecordsAreFoundAndLaterOnesRead() throws IOException {
    fill();
    String file = made.files("log-").get(1);
    try (RandomAccessFile bytes =
        new RandomAccessFile(folder.resolve(STORE).resolve(file).toFile(), "rw")) {
      bytes.seek(64);
      bytes.write(new byte[8192]);
    }
    List<Long> seen = new ArrayList<>();
    try (StoppedDisk disk = StoppedDisk.find(folder).getFirst()) {
      disk.stores()
          .getFirst()
          .records(record -> seen.add(record.header().stamp().sequence()), finding -> {});
    }
    assertDamaged(STORE + "/" + file);
    assertThat(seen).isSorted().endsWith(seen.size() + missing(seen));
    assertThat(missing(seen)).isBetween(1L, 20L);
  }

  private static long missing(List<Long> seen) {
    return seen.getLast() - seen.size();
  }

  @Test
  void anIndexOfAnotherHistoryIsFound() throws IOException {
    fill();
    Path other = temporary.resolve("other");
    StoppedFolder.copy(folder, other);
    made.run(store -> made.put(store, 100));
    try (StoppedFolder fork = new StoppedFolder(other, 6)) {
      fork.run(store -> fork.put(store, 100));
    }
    assertThat(made.check()).isEmpty();
    for (String name : made.files("index-")) {
      Files.delete(folder.resolve(STORE).resolve(name));
    }
    for (Path file : files(other.resolve(STORE), "index-")) {
      Files.copy(file, folder.resolve(STORE).resolve(file.getFileName().toString()));
    }
    List<String> what = damages(made.check()).stream().map(Finding::what).toList();
    assertThat(what).anyMatch(text -> text.contains("is missing in the index"));
    assertThat(what).anyMatch(text -> text.contains("without a record in the log"));
  }

  private static List<Path> files(Path folder, String prefix) throws IOException {
    try (var all = Files.list(folder)) {
      return all.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  @Test
  void anIndexThatKnowsMoreThanTheLogIsFound() throws IOException {
    fill();
    Path before = temporary.resolve("before");
    StoppedFolder.copy(folder, before);
    made.run(store -> made.put(store, 100));
    for (Path file : files(folder.resolve(STORE), "index-")) {
      Path to = before.resolve(STORE).resolve(file.getFileName().toString());
      Files.write(to, Files.readAllBytes(file));
    }
    assertThat(damages(StoppedFolder.check(before, made.now())))
        .anyMatch(finding -> finding.what().contains("the log ends"));
  }

  /** One of two damaged records was repaired. */
  @Test
  void quarantinedRecordsAreDamageUntilTheyAreRepaired() throws IOException {
    Path golden = Path.of("src", "test", "resources", "golden", "scrubbed-v1");
    Files.createDirectories(folder.resolve(STORE));
    for (Path file : files(golden, "")) {
      String name = file.getFileName().toString().replace(STORE + ".", STORE + "/");
      Files.copy(file, folder.resolve(name));
    }
    List<Finding> found = made.check();
    assertThat(damages(found))
        .singleElement()
        .satisfies(damage -> assertThat(damage.file()).endsWith("log-0000000001.seg"));
    assertThat(found.stream().filter(finding -> finding.file().endsWith("/quarantine")))
        .extracting(Finding::meaning)
        .containsExactly("it is repaired", "another replica must repair it");
    change("scrubbed", 40, 1);
    change(STORE + "/quarantine", 90, 1);
    assertDamaged("scrubbed");
    assertDamaged(STORE + "/quarantine");
    assertThat(damages(made.check())).as("repairs are unknown").hasSize(4);
  }

  @Test
  void inspectionChangesNothing() throws IOException {
    Path killed = temporary.resolve("killed");
    made.runAndKill(store -> made.put(store, 90), killed);
    Files.write(killed.resolve(STORE).resolve("log-0000000099.seg.new"), new byte[100]);
    Files.write(killed.resolve(STORE).resolve("index-0000000009-0000000009.idx"), new byte[100]);
    Files.createDirectory(killed.resolve("unfinished-3"));
    Map<String, String> before = StoppedFolder.everything(killed);
    assertThat(StoppedFolder.check(killed, made.now())).isNotEmpty();
    try (StoppedDisk disk = StoppedDisk.find(killed).getFirst()) {
      StoppedStore store = disk.stores().getFirst();
      store.records(record -> {}, finding -> {});
      store.entries((file, offset, entry, hidden) -> {}, finding -> {});
      assertThat(store.figures(made.now(), bytes -> {}, finding -> {}).live().count())
          .isEqualTo(90);
    }
    assertThat(StoppedFolder.everything(killed)).isEqualTo(before);
  }

  @Test
  void aDiskThatIsOpenIsRefused() throws IOException {
    made.run(store ->
        assertThatThrownBy(() -> StoppedDisk.find(temporary))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(folder + " is in use: stop its node first"));
    assertThat(StoppedDisk.find(temporary)).hasSize(1);
  }

  @Test
  void figuresCountRecordsAndFiles() throws IOException {
    made.run(store -> {
      made.put(store, 90);
      made.deleteEachThird(store);
    });
    try (StoppedDisk disk = StoppedDisk.find(folder.resolve(STORE)).getFirst()) {
      StoreStatistics figures =
          disk.stores()
              .getFirst()
              .figures(made.now() + 2 * 86_400_000L, bytes -> {}, finding -> {});
      assertThat(figures.records(RecordType.PUT).count()).isEqualTo(90);
      assertThat(figures.records(RecordType.DELETE).count()).isEqualTo(30);
      assertThat(figures.records(RecordType.UNDELETE).count()).isEqualTo(15);
      assertThat(figures.live().count()).isEqualTo(75);
      assertThat(figures.dead(StoreStatistics.Age.WEEK).count()).isEqualTo(15);
      assertThat(figures.allDead().bytes() + figures.live().bytes())
          .isEqualTo(figures.records(RecordType.PUT).bytes());
    }
  }

  @Test
  void allEntriesAndRecordsAreShown() throws IOException {
    fill();
    Set<BlobId> inLog = new TreeSet<>();
    Set<BlobId> inIndex = new TreeSet<>();
    try (StoppedDisk disk = StoppedDisk.find(folder).getFirst()) {
      StoppedStore store = disk.stores().getFirst();
      store.records(record -> inLog.add(record.header().id()), finding -> {});
      store.entries((file, offset, entry, hidden) -> inIndex.add(entry.id()), finding -> {});
    }
    assertThat(inLog).containsExactlyInAnyOrderElementsOf(made.ids());
    assertThat(inLog).containsAll(inIndex);
    assertThat(inIndex).hasSizeGreaterThan(100);
  }

  @Test
  void flippedBitsAreDamageOrInUnusedBytes() throws IOException {
    fillAndCompact();
    Path sound = temporary.resolve("sound");
    StoppedFolder.copy(folder, sound);
    SplittableRandom random = new SplittableRandom(11);
    List<String> files = made.files("");
    int found = 0;
    int tries = 40;
    for (int i = 0; i < tries; i++) {
      Path file = folder.resolve(STORE).resolve(files.get(random.nextInt(files.size())));
      change(
          STORE + "/" + file.getFileName(),
          random.nextLong(Files.size(file)),
          1 << random.nextInt(8));
      found += damages(made.check()).isEmpty() ? 0 : 1;
      Files.write(file, Files.readAllBytes(sound.resolve(STORE).resolve(file.getFileName())));
    }
    assertThat(found).as("of " + tries).isGreaterThan(tries * 3 / 4);
  }
}
