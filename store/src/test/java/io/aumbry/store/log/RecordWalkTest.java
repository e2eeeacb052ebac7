package io.aumbry.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.Blobs;
import io.aumbry.store.check.LogProof;
import io.aumbry.store.check.LogProof.Durable;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.log.RecordWalk.Known;
import io.aumbry.store.log.RecordWalk.Step;
import io.aumbry.store.record.GatherBuffer;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A walk through a file passes each intact record, and states which records are lost between. */
final class RecordWalkTest {
  private static final int LENGTH = 200;

  private final SplittableRandom random = new SplittableRandom(1);
  private final CrashingDisk disk = new CrashingDisk(random);
  private final List<LogPosition> places = new ArrayList<>();
  private final List<BlobId> blobs = new ArrayList<>();
  private RecordLog log;

  @BeforeEach
  void create() throws IOException {
    disk.createFolder("s");
    log = RecordLog.create(disk, "s", new UUID(1, 2), 1 << 16);
    add(3, 0);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  /** Adds records with the numbers after {@code before}. */
  private void add(int records, long before) throws IOException {
    LogPosition end = places.isEmpty() ? RecordLog.start() : behind(places.size());
    LogWriter writer =
        new LogWriter(log, new GatherBuffer(), new RecentWrites(() -> 0), 0, end, before);
    for (int i = 0; i < records; i++) {
      Body content = Body.of(List.of(HeapBuffer.copyOf(new byte[LENGTH])));
      blobs.add(Blobs.id(random));
      places.add(
          writer.add(
              new RecordDraft(
                  RecordType.PUT,
                  blobs.getLast(),
                  StoredState.put(Blobs.CREATED, Blobs.CREATED),
                  HeapBuffer.copyOf(new byte[0]),
                  BlockChecksums.of(content),
                  content)));
      writer.write();
    }
  }

  private int recordLength() {
    return (int) (places.get(1).offset() - places.get(0).offset());
  }

  /** The position behind a record, counted from 1. */
  private LogPosition behind(int record) {
    LogPosition place = places.get(record - 1);
    return new LogPosition(place.segment(), place.offset() + recordLength());
  }

  private void flipHeader(int record) {
    LogPosition place = places.get(record - 1);
    disk.flip("s/" + LogSegment.nameOf(place.segment()), (int) place.offset() + 4, 1);
  }

  /** Describes the steps: a number, a range of lost records with its bytes, or skipped bytes. */
  private List<String> walk(long last, RecordWalk.Repaired repaired, Known known)
      throws IOException {
    SegmentWindow window = new SegmentWindow(log.segments().last(), 4096);
    RecordWalk walk = new RecordWalk(window, last, repaired, known);
    List<String> steps = new ArrayList<>();
    for (Optional<Step> step = walk.next(); step.isPresent(); step = walk.next()) {
      steps.add(
          switch (step.get()) {
            case Step.Intact(long _, var header) -> "" + header.stamp().sequence();
            case Step.Lost lost ->
                "%d-%d:%d".formatted(lost.first(), lost.last(), lost.behind() - lost.offset());
            case Step.Skipped skipped -> "skipped";
          });
    }
    steps.add(walk.isComplete() ? "end" : "no more after " + walk.sequence());
    return steps;
  }

  private List<String> walk(long last) throws IOException {
    return walk(last, home -> Optional.empty(), Known.NOTHING);
  }

  @Test
  void itEndsWithTheLastRecord() throws IOException {
    assertThat(walk(3)).containsExactly("1", "2", "3", "end");
    assertThat(walk(2)).containsExactly("1", "2", "end");
    assertThat(walk(4)).containsExactly("1", "2", "3", "no more after 3");
  }

  @Test
  void recordsBehindDamageArePassed() throws IOException {
    flipHeader(2);
    assertThat(walk(3)).containsExactly("1", "2-2:" + recordLength(), "3", "end");
    flipHeader(1);
    assertThat(walk(3)).containsExactly("1-2:" + 2 * recordLength(), "3", "end");
    flipHeader(3);
    assertThat(walk(3)).containsExactly("no more after 0");
  }

  /** A record that is appended during the walk is none of those that must be there. */
  @Test
  void laterRecordsDoNotEndDamage() throws IOException {
    flipHeader(2);
    assertThat(walk(2)).containsExactly("1", "no more after 1");
  }

  @Test
  void theIndexSeparatesDamagedRecords() throws IOException {
    flipHeader(1);
    flipHeader(2);
    Known index =
        (id, home) ->
            id.equals(blobs.getFirst()) && home.equals(places.getFirst()) ? recordLength() : 0;
    assertThat(walk(3, home -> Optional.empty(), index))
        .containsExactly("1-1:" + recordLength(), "2-2:" + recordLength(), "3", "end");
  }

  @Test
  void missingNumbersCostNoIntactRecord() throws IOException {
    add(2, 5);
    assertThat(walk(7)).containsExactly("1", "2", "3", "4-5:0", "6", "7", "end");
  }

  /** Followers skip it as a whole once it is repaired. */
  @Test
  void theProofCountsTheRecordBehindMissingNumbersAsLost() throws IOException {
    add(2, 5);
    Durable all = new Durable(7, behind(5));
    assertThat(LogProof.prove(log, 1, all, Known.NOTHING, moved -> {}).damages())
        .containsExactly(new Damage(places.get(3), recordLength(), 4, 6, List.of(blobs.get(3))));
  }

  @Test
  void aRepeatedNumberIsDamage() throws IOException {
    add(1, 1);
    add(1, 3);
    assertThat(walk(4)).containsExactly("1", "2", "3", "4-3:" + recordLength(), "4", "end");
  }

  @Test
  void repairedDamageIsSkipped() throws IOException {
    flipHeader(2);
    Damage repaired = new Damage(places.get(1), recordLength(), 2, 2, List.of());
    assertThat(walk(3, home -> Optional.of(repaired).filter(d -> d.covers(home)), Known.NOTHING))
        .containsExactly("1", "skipped", "3", "end");
  }

  /** A store that is being closed is not damaged. */
  @Test
  void theEndOfATaskIsNoDamage() throws IOException {
    Pace ended =
        bytes -> {
          throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "closing");
        };
    SegmentWindow window = new SegmentWindow(log.segments().last(), 4096, ended);
    RecordWalk walk = new RecordWalk(window, 3, home -> Optional.empty(), Known.NOTHING);
    assertThatThrownBy(walk::next)
        .hasFieldOrPropertyWithValue("code", ErrorCode.REPLICA_UNAVAILABLE);
  }
}
