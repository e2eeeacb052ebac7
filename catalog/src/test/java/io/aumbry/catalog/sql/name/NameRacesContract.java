package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.NameChange.Delete;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Callers that race for names through two frontends, on each engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NameRacesContract {
  private static final int CALLERS = 32;

  private NamesFixture on;

  /** Another process in front of the same database. */
  private SqlNames other;

  abstract String url() throws Exception;

  @BeforeAll
  void open() throws Exception {
    on = new NamesFixture(url());
    other = new SqlNames(on.database, Duration.ofSeconds(30));
  }

  @BeforeEach
  void clear() {
    on.clear();
  }

  @AfterAll
  void close() {
    on.close();
  }

  private Put.Result put(int caller, Put put) {
    return (caller % 2 == 0 ? on.names : other).apply(put, on.carrier.patient());
  }

  private static <T> List<T> race(List<Callable<T>> tasks) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    }
  }

  @Test
  void oneOfManyCreatesANameFirst() throws Exception {
    for (int round = 0; round < 20; round++) {
      String key = "n" + round;
      List<Callable<Put.Result>> tasks = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int number = caller;
        tasks.add(() -> put(number, on.put(key, on.blob(), Put.Mode.CREATE)));
      }
      List<Put.Result> results = race(tasks);
      List<NameVersion> stored = stored(results);
      assertThat(stored).hasSize(1);
      assertThat(results)
          .filteredOn(result -> !(result instanceof Put.Stored))
          .containsOnly(new Put.Exists(stored.getFirst()));
      assertThat(on.find(key)).isEqualTo(new NameLookup.Live(stored.getFirst()));
    }
    assertThat(on.trash()).isEmpty();
  }

  private static List<NameVersion> stored(List<Put.Result> results) {
    return results.stream()
        .filter(Put.Stored.class::isInstance)
        .map(result -> ((Put.Stored) result).version())
        .toList();
  }

  /** Each blob is named or in the trash, once, and versions have different sequence numbers. */
  @Test
  void replacedAndDeletedBlobsAreInTheTrashOnce() throws Exception {
    List<BlobId> blobs = new ArrayList<>();
    List<Callable<Object>> tasks = new ArrayList<>();
    for (int caller = 0; caller < 300; caller++) {
      int number = caller;
      String key = "n" + caller % 5;
      if (caller % 3 == 0) {
        NameStore names = caller % 2 == 0 ? on.names : other;
        Delete delete = new Delete(NamesFixture.name(key), on.now());
        tasks.add(() -> names.apply(delete, on.carrier.patient()));
      } else {
        BlobId blob = on.blob();
        blobs.add(blob);
        tasks.add(() -> put(number, on.put(key, blob, Put.Mode.UPSERT)));
      }
    }
    List<Object> results = race(tasks);
    assertThat(results)
        .allMatch(result -> result instanceof Put.Stored || result instanceof Removal);
    List<BlobId> ended = on.trash();
    assertThat(ended).doesNotHaveDuplicates();
    Set<BlobId> all = new HashSet<>(ended);
    for (int i = 0; i < 5; i++) {
      if (on.find("n" + i) instanceof NameLookup.Live(NameVersion version)) {
        assertThat(all.add(version.content().blob())).isTrue();
      }
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(blobs);
  }

  /** After the fence, the named blobs are exactly those with an acknowledged commit. */
  @Test
  void noCommitSucceedsAfterAFence() throws Exception {
    List<Callable<Object>> tasks = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int number = i;
      Put put = on.put("n" + i, on.blob(), Put.Mode.CREATE);
      puts.add(put);
      tasks.add(() -> put(number, put));
      if (i == 100) {
        tasks.add(() -> {
          on.apply(new WriterCommand.Fence(NamesFixture.WRITER, Long.MAX_VALUE, on.now()));
          return on.names.known(blobs(puts), on.carrier.patient());
        });
      }
    }
    List<Object> results = race(tasks);
    Set<?> namedAtFence =
        (Set<?>) results.stream().filter(Set.class::isInstance).findFirst().orElseThrow();
    Set<BlobId> acknowledged = new HashSet<>();
    results.forEach(result -> {
      if (result instanceof Put.Stored(NameVersion version)) {
        acknowledged.add(version.content().blob());
      }
    });
    assertThat(namedAtFence).isEqualTo(acknowledged);
    assertThat(on.names.known(blobs(puts), on.carrier.patient())).isEqualTo(acknowledged);
  }

  private static List<BlobId> blobs(List<Put> puts) {
    return puts.stream().map(put -> put.content().blob()).toList();
  }

  @Test
  void aRandomWorkloadBehavesAsItsModel() {
    Random random = new Random(99);
    Map<String, BlobId> live = new TreeMap<>();
    List<BlobId> ended = new ArrayList<>();
    for (int step = 0; step < 600; step++) {
      String key = "k" + random.nextInt(12);
      boolean exists = live.containsKey(key);
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          BlobId blob = on.blob();
          assertThat(on.create(key, blob))
              .isInstanceOf(exists ? Put.Exists.class : Put.Stored.class);
          live.putIfAbsent(key, blob);
        }
        case 2 -> {
          BlobId blob = on.blob();
          assertThat(on.upsert(key, blob)).isInstanceOf(Put.Stored.class);
          end(live, key, ended);
          live.put(key, blob);
        }
        case 3 -> {
          assertThat(on.delete(key) instanceof Removal.Deleted).isEqualTo(exists);
          end(live, key, ended);
        }
        default -> {
          if (exists) {
            assertThat(on.deleteBlob(Objects.requireNonNull(live.get(key))))
                .isInstanceOf(Removal.Deleted.class);
            end(live, key, ended);
          }
        }
      }
      assertThat(
              on.find(key) instanceof NameLookup.Live(NameVersion version)
                  ? version.content().blob()
                  : "none")
          .isEqualTo(live.containsKey(key) ? live.get(key) : "none");
    }
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(ended);
  }

  private static void end(Map<String, BlobId> live, String key, List<BlobId> ended) {
    BlobId blob = live.remove(key);
    if (blob != null) {
      ended.add(blob);
    }
  }

  @Test
  void trashIsTakenByOneWorker() throws Exception {
    for (int i = 0; i < 50; i++) {
      on.create("n" + i, on.blob());
      on.delete("n" + i);
    }
    long now = on.now();
    List<Callable<List<TrashItem>>> tasks = new ArrayList<>();
    for (int worker = 0; worker < 4; worker++) {
      tasks.add(() -> on.takeTrash(now));
    }
    List<TrashItem> taken = race(tasks).stream().flatMap(List::stream).toList();
    assertThat(taken).hasSize(50).extracting(TrashItem::blob).doesNotHaveDuplicates();
  }
}
