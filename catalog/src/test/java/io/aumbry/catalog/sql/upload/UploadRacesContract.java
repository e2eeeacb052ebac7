package io.aumbry.catalog.sql.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Abort;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.Complete.Bytes;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.sql.name.NamesFixture;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Callers that race for an upload, on each engine. */
abstract class UploadRacesContract extends UploadsTestBase {
  private static final int ROUNDS = 20;

  private List<Object> race(List<? extends UploadCommand<?>> commands) throws Exception {
    List<Callable<Object>> tasks = new ArrayList<>();
    commands.forEach(command -> tasks.add(() -> on.apply(command)));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Object> results = new ArrayList<>();
      for (Future<Object> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    }
  }

  @Test
  void oneOfManyCompletionsWinsAndAllHaveItsResult() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "n" + round;
      UploadRef ref = on.create(key);
      List<Part> parts = on.put(ref, 1, 2, 3);
      List<Complete> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(on.completion(ref, parts, i % 2 == 0 ? Bytes.COPIED : Bytes.REFERENCED));
      }
      List<Object> results = race(all);
      MultipartUpload.Done done = UploadsFixture.completed((Complete.Result) results.getFirst());
      assertThat(results).containsOnly(new Complete.Completed(done));
      BlobId winner = done.version().content().blob();
      assertThat(on.live(key)).contains(winner);
      List<BlobId> blobs = all.stream().map(one -> one.object().content().blob()).toList();
      assertThat(known(blobs)).containsExactly(winner);
    }
    assertThat(on.trash()).doesNotHaveDuplicates();
  }

  @Test
  void oneOfACompletionAndAnAbortWins() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "n" + round;
      UploadRef ref = on.create(key);
      List<Part> parts = on.put(ref, 1, 2);
      Complete complete = on.completion(ref, parts, Bytes.COPIED);
      Abort abort = new Abort(ref, on.names.now());
      List<Object> results =
          race(round % 2 == 0 ? List.of(complete, abort) : List.of(abort, complete));
      boolean isCompleted = on.live(key).isPresent();
      assertThat(results)
          .contains(isCompleted ? Abort.Outcome.COMPLETED : Abort.Outcome.ABORTED)
          .anyMatch(result ->
              isCompleted
                  ? result instanceof Complete.Completed
                  : result instanceof Complete.NoUpload);
      assertThat(on.trash()).containsAll(UploadsFixture.blobs(parts)).doesNotHaveDuplicates();
      assertThat(known(List.of(complete.object().content().blob()))).hasSize(isCompleted ? 1 : 0);
    }
  }

  /** The object has the parts that were chosen, and no other part remains. */
  @Test
  void aPartThatIsPutWhileAnUploadEndsIsReplacedOrRefused() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "n" + round;
      UploadRef ref = on.create(key);
      List<Part> parts = on.put(ref, 1, 2);
      Part late = on.part(2);
      Part additional = on.part(3);
      Complete complete = on.completion(ref, parts, Bytes.REFERENCED);
      List<UploadCommand<?>> commands = new ArrayList<>();
      commands.add(complete);
      commands.add(round % 2, new PutPart(ref, late, NamesFixture.WRITER));
      commands.add(new PutPart(ref, additional, NamesFixture.WRITER));
      List<Object> results = race(commands);
      boolean isCompleted = on.live(key).isPresent();
      if (isCompleted) {
        assertThat(on.parts(ref)).isEqualTo(parts);
        assertThat(known(List.of(late.blob()))).isEmpty();
      } else {
        assertThat(results).contains(new Complete.PartChanged(2));
        assertThat(on.parts(ref)).contains(parts.getFirst(), late, additional);
        on.abort(ref);
      }
      boolean isStored = results.contains(new PutPart.Stored(additional));
      assertThat(known(List.of(additional.blob()))).hasSize(isStored ? 1 : 0);
      assertThat(on.parts(ref)).doesNotContain(additional);
    }
  }

  @Test
  void oneOfManyPartsWithANumberRemains() throws Exception {
    UploadRef ref = on.create("n");
    List<PutPart> puts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      puts.add(new PutPart(ref, on.part(1 + i % 3), NamesFixture.WRITER));
    }
    assertThat(race(puts)).allMatch(PutPart.Stored.class::isInstance);
    List<BlobId> kept = UploadsFixture.blobs(on.parts(ref));
    assertThat(kept).hasSize(3);
    List<BlobId> all = new ArrayList<>(on.trash());
    all.addAll(kept);
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(puts.stream().map(put -> put.part().blob()).toList());
  }

  @Test
  void aReapDoesNotTakeThePartsOfAnObject() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "n" + round;
      UploadRef ref = on.create(key);
      List<Part> parts = on.put(ref, 1, 2);
      long end = on.names.now() + MultipartUpload.MAX_OPEN.toMillis();
      race(
          List.of(
              on.completion(ref, parts, Bytes.REFERENCED),
              new UploadCommand.Reap(end),
              new UploadCommand.Reap(end)));
      boolean isCompleted = on.live(key).isPresent();
      assertThat(on.parts(ref)).isEqualTo(isCompleted ? parts : List.of());
      assertThat(on.trash()).doesNotHaveDuplicates();
    }
  }

  @Test
  void aPurgeDoesNotTakeThePartsOfAnObject() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      UploadRef ref = on.create("n" + round);
      List<Part> parts = on.put(ref, 1, 2);
      var purge = new UploadCommand.Purge(NamesFixture.BOX, on.names.now());
      race(List.of(on.completion(ref, parts, Bytes.REFERENCED), purge, purge));
      boolean isCompleted = on.live("n" + round).isPresent();
      assertThat(on.parts(ref)).isEqualTo(isCompleted ? parts : List.of());
      assertThat(on.trash()).doesNotHaveDuplicates();
    }
  }

  @Test
  void completionsAndNamesOfOneKeyHaveAnOrder() throws Exception {
    List<BlobId> blobs = new ArrayList<>();
    List<Callable<Object>> tasks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      UploadRef ref = on.create("n" + i % 2);
      List<Part> parts = on.put(ref, 1);
      Complete complete = on.completion(ref, parts, Bytes.COPIED);
      NameChange.Put put = on.names.put("n" + i % 2, on.names.blob(), NameChange.Put.Mode.UPSERT);
      blobs.addAll(UploadsFixture.blobs(parts));
      blobs.add(complete.object().content().blob());
      blobs.add(put.content().blob());
      tasks.add(() -> on.apply(complete));
      tasks.add(() -> on.names.apply(put));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Object> result : threads.invokeAll(tasks)) {
        result.get();
      }
    }
    List<BlobId> all = new ArrayList<>(on.trash());
    all.add(on.live("n0").orElseThrow());
    all.add(on.live("n1").orElseThrow());
    assertThat(all).containsExactlyInAnyOrderElementsOf(blobs);
  }

  /** After the fence, the known blobs are exactly those with an acknowledged commit. */
  @Test
  void noCommitSucceedsAfterAFence() throws Exception {
    UploadRef ref = on.create("n");
    List<BlobId> blobs = new ArrayList<>();
    List<Callable<Object>> tasks = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      Part part = on.part(i);
      blobs.add(part.blob());
      tasks.add(() -> on.put(ref, part));
      if (i == 50) {
        tasks.add(() -> {
          on.names.apply(
              new WriterCommand.Fence(NamesFixture.WRITER, Long.MAX_VALUE, on.names.now()));
          return known(blobs);
        });
      }
    }
    Set<BlobId> acknowledged = new HashSet<>();
    Set<Object> knownAtFence = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Object> result : threads.invokeAll(tasks)) {
        switch (result.get()) {
          case PutPart.Stored(Part part) -> acknowledged.add(part.blob());
          case Set<?> known -> knownAtFence.addAll(known);
          default -> assertThat(result.get()).isEqualTo(new PutPart.WriterFenced());
        }
      }
    }
    assertThat(knownAtFence).isEqualTo(acknowledged);
    assertThat(known(blobs)).isEqualTo(acknowledged);
  }
}
