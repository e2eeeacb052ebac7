package io.aumbry.deploy.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ExitCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on the golden files of each store version. */
final class StoreCommandTest {
  private static final Path GOLDEN = Path.of("..", "store", "src", "test", "resources", "golden");
  private static final int BLOBS = 20;
  private static final List<String> NAMES =
      List.of(
          "store.id",
          "reached",
          "manifest",
          "log-0000000001.seg",
          "index-0000000001-0000000001.idx");

  @TempDir private Path data;
  private Path disk;
  private Path store;

  @BeforeEach
  void lay() throws IOException {
    disk = data.resolve("node-1").resolve("disk-0");
    store = disk.resolve("partition-7");
    Files.createDirectories(store);
    lay("v1", "disk.id", disk);
    for (String name : NAMES) {
      lay("v1", "partition-7." + name, store);
    }
  }

  private static void lay(String version, String name, Path to) throws IOException {
    Files.copy(GOLDEN.resolve(version).resolve(name), to.resolve(name.replace("partition-7.", "")));
  }

  private CommandRun run(String command, String... more) {
    List<String> all = new ArrayList<>(List.of("store", command, data.toString()));
    all.addAll(List.of(more));
    return CommandRun.of(all.toArray(String[]::new));
  }

  private void damage(String file, int offset) throws IOException {
    byte[] bytes = Files.readAllBytes(store.resolve(file));
    bytes[offset] ^= 1;
    Files.write(store.resolve(file), bytes);
  }

  /** All values of a field in one or more JSON documents. */
  private static List<String> values(String json, String field) throws IOException {
    List<String> found = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue() && field.equals(parser.currentName())) {
          found.add(parser.getText());
        }
      }
    }
    return found;
  }

  @Test
  void aSoundStoreIsSoundFromAnyFolderAboveIt() {
    for (Path folder : List.of(data, disk, store)) {
      CommandRun run = CommandRun.of("store", "check", folder.toString());
      assertThat(run.code()).as(run.out() + run.err()).isZero();
      assertThat(run.out()).startsWith("sound: 1 stores on 1 disks");
    }
  }

  @Test
  void damageHasOneLineAndItsOwnExitCode() throws IOException {
    damage("log-0000000001.seg", 70);
    CommandRun run = run("check");
    assertThat(run.code()).isEqualTo(ExitCode.DAMAGED.code());
    assertThat(run.out().lines().filter(line -> line.startsWith("damage: ")))
        .singleElement()
        .asString()
        .startsWith("damage: " + store.resolve("log-0000000001.seg") + " offset 64: ")
        .contains("record 1;", "; acknowledged records are lost");
    CommandRun json = run("check", "--json");
    assertThat(values(json.out(), "sound")).containsExactly("false");
    assertThat(values(json.out(), "severity")).contains("damage");
    assertThat(values(json.out(), "offset")).contains("64");
  }

  @Test
  void recordsAndEntriesHaveOneLineEach() throws IOException {
    CommandRun records = run("dump");
    assertThat(records.code()).isZero();
    assertThat(records.out().lines().filter(line -> line.contains(" type=PUT "))).hasSize(BLOBS);
    assertThat(records.out().lines().filter(line -> line.contains(" type=DELETE "))).hasSize(1);
    CommandRun entries = run("dump", "--index", "--json");
    assertThat(values(entries.out(), "kind")).hasSize(BLOBS).containsOnly("entry");
    assertThat(values(entries.out(), "deleted")).containsOnly("false");
    assertThat(values(run("dump", "--json").out(), "sequence")).hasSize(BLOBS + 1);
  }

  @Test
  void oneBlobIsFoundByItsId() throws IOException {
    String deleted = values(run("dump", "--json").out(), "blob").getLast();
    CommandRun run = run("dump", "--records", "--index", "--blob", deleted, "--json");
    assertThat(values(run.out(), "blob")).hasSize(3).containsOnly(deleted);
    assertThat(values(run.out(), "type")).containsExactly("PUT", "DELETE");
  }

  @Test
  void figuresAreShownPerStoreAndInTotal() throws IOException {
    CommandRun text = run("stat");
    assertThat(text.code()).isZero();
    assertThat(text.out()).contains(store.toString(), "all 1 stores", "dead blobs", "MiB free");
    String json = run("stat", "--json").out();
    assertThat(values(json, "count")).contains(Integer.toString(BLOBS), "1");
    assertThat(values(json, "index_entries")).containsExactly("20", "20");
    assertThat(values(json, "free_bytes")).hasSize(1);
  }

  /** The state after a scrub: one damaged place is healed, another one is not. */
  private void layScrubbed() throws IOException {
    Files.delete(disk.resolve("disk.id"));
    lay("scrubbed-v1", "disk.id", disk);
    for (String name : List.of("store.id", "reached", "quarantine", "log-0000000001.seg")) {
      Files.deleteIfExists(store.resolve(name));
      lay("scrubbed-v1", "partition-7." + name, store);
    }
    Files.delete(store.resolve("index-0000000001-0000000001.idx"));
    lay("scrubbed-v1", "partition-7.index-0000000001-0000000001.idx", store);
  }

  @Test
  void knownDamageIsDumpedAndCounted() throws IOException {
    layScrubbed();
    CommandRun dump = run("dump", "--quarantine");
    assertThat(dump.out().lines()).hasSize(2).allMatch(line -> line.startsWith("kind=damage "));
    String json = run("dump", "--quarantine", "--json").out();
    assertThat(values(json, "healed")).containsExactlyInAnyOrder("true", "false");
    String blob = values(json, "blobs").getFirst();
    assertThat(values(run("dump", "--quarantine", "--blob", blob, "--json").out(), "blobs"))
        .containsExactly(blob);
    assertThat(run("stat").out()).containsPattern("known damage +1 ").containsPattern("healed +1 ");
    assertThat(run("stat", "--json").out()).contains("\"known_damage\"", "\"healed_damage\"");
  }

  @Test
  void aRunningNodeIsRefusedInOneLine() throws IOException {
    Path lock = disk.resolve("lock");
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      CommandRun run = run("check");
      assertThat(run.code()).isEqualTo(ExitCode.FAILED.code());
      assertThat(run.err().lines())
          .singleElement()
          .asString()
          .contains(disk + " is in use: stop its node first");
    }
  }

  @Test
  void aFolderWithoutStoresAndAnInvalidIdAreRefused() throws IOException {
    Path empty = Files.createDirectory(data.resolve("empty"));
    CommandRun none = CommandRun.of("store", "stat", empty.toString());
    assertThat(none.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(none.err()).contains("neither is nor contains a store");
    assertThat(run("dump", "--blob", "AAE").code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(CommandRun.of("store", "check", data + "/none").code())
        .isEqualTo(ExitCode.USAGE.code());
  }
}
