package io.aumbry.store;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which waiting requests are written and synced together, on a disk with held syncs. */
@Timeout(300)
final class WriteGroupingTest {
  private static final byte[] SMALL = {1, 2, 3};
  private static final int LARGE = 4 << 20;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 256L << 20, 0, 256 << 20, 10_000, 2, 64);

  private final SplittableRandom random = new SplittableRandom(5);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final StoreDisk disk = fixture.open(medium, CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  private final Mailbox<Answer> answers = new Mailbox<>();

  private record Answer(BlobId id, WriteResult result) {}

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  /** Returns when the request waits for the writer, or the writer waits for the disk. */
  private BlobId submit(BlobId id, byte[] content, int waiting) {
    return submit(store, id, content, waiting);
  }

  private BlobId submit(BlobStore to, BlobId id, byte[] content, int waiting) {
    long before = disk.writer().bytesUnderWay();
    Thread.ofVirtual()
        .start(() -> answers.post(new Answer(id, Blobs.put(to, id, content, fixture.patient()))));
    await()
        .until(() ->
            disk.writer().bytesUnderWay() > before
                && disk.writer().waiting() == waiting
                && StoreFixture.isWriting());
    return id;
  }

  /** The ids of all records in log order. */
  private List<BlobId> written() {
    RecordBatch batch = store.recordsAfter(0, 64 << 20, fixture.patient());
    try (var records = batch.records()) {
      return RecordTransferOfTests.ids(records);
    }
  }

  private List<Answer> take(int count) {
    List<Answer> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(answers.take());
    }
    return taken;
  }

  private void forgetLater(BlobStore to) {
    BlobId id = Blobs.id(random);
    long now = fixture.time().wallMillis();
    Thread.ofVirtual()
        .start(() -> {
          WriteResult done = to.deleteLife(id, BlobState.FINAL_LIFE, now, fixture.patient());
          answers.post(new Answer(id, done));
        });
  }

  /** The answer to a PUT does not wait for the disk here. The answer to a final delete does. */
  @Test
  void aGroupIsSyncedIfOneOfItsAnswersWaitsForTheDisk() {
    CrashingDisk held = new CrashingDisk(random);
    try (StoreDisk lazy = fixture.open(held, CONFIG.withDurability(SyncPolicy.WRITE))) {
      BlobStore to = lazy.create(Blobs.PARTITION);
      BlobId id = Blobs.id(random);
      held.holdForces();
      try {
        forgetLater(to);
        await().until(() -> lazy.writer().bytesUnderWay() > 0 && lazy.writer().waiting() == 0);
        Thread.ofVirtual()
            .start(() -> answers.post(new Answer(id, Blobs.put(to, id, SMALL, fixture.patient()))));
        forgetLater(to);
        await().until(() -> lazy.writer().waiting() == 2);
      } finally {
        held.releaseForces();
      }
      take(3);
      assertThat(to.newestSequence()).isEqualTo(3);
      assertThat(to.lastSequence()).as("durable").isEqualTo(3);
    }
  }

  @Test
  void aSmallPutWaitsForAtMostOneLargePut() {
    medium.holdForces();
    submit(Blobs.id(random), SMALL, 0);
    List<BlobId> large = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      large.add(submit(Blobs.id(random), new byte[LARGE], i + 1));
    }
    BlobId small = submit(Blobs.id(random), SMALL, 6);
    medium.releaseForces();
    take(7);
    List<BlobId> order = written();
    assertThat(order.indexOf(small)).isLessThanOrEqualTo(2);
    assertThat(order.subList(1, 7).stream().filter(large::contains)).isEqualTo(large);
    // Closing the disk completes the counts.
    disk.close();
    assertThat(fixture.environment().metrics().groupSize().quantile(1)).isEqualTo(2);
    assertThat(fixture.metrics().value("aumbry_store_write_group")).isEqualTo(6);
  }

  @Test
  void logsOfOneGroupAreSyncedInParallel() {
    List<BlobStore> others = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      others.add(disk.create(Blobs.PARTITION + i));
    }
    medium.holdForces();
    submit(Blobs.id(random), SMALL, 0);
    for (BlobStore other : others) {
      submit(other, Blobs.id(other.partition(), random), SMALL, disk.writer().waiting() + 1);
    }
    // In sequence they would wait forever. The thread that allocates space may be one more.
    medium.meetForces(3);
    medium.releaseForces();
    assertThat(take(4)).extracting(Answer::result).containsOnly(new NodeResponse.Done());
  }

  @Test
  void requestsForTheSameBlobStayInOrder() {
    medium.holdForces();
    submit(Blobs.id(random), SMALL, 0);
    submit(Blobs.id(random), new byte[LARGE], 1);
    BlobId id = submit(Blobs.id(random), new byte[LARGE], 2);
    submit(id, SMALL, 3);
    medium.releaseForces();
    List<Answer> taken = take(4);
    assertThat(taken.stream().filter(answer -> answer.id().equals(id)).map(Answer::result))
        .containsExactlyInAnyOrder(new NodeResponse.Done(), WriteResult.Refused.OTHER_CONTENT);
    assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(LARGE);
  }
}
