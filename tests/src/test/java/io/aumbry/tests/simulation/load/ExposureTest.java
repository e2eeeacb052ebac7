package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.load.Exposure.Loss;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Several losses of one machine. */
final class ExposureTest {
  private static final int MACHINE = 1;
  private static final int PARTITION = 1;
  private static final int LONGEST_TAIL = 8;

  /** Blobs of this number and size fill a log file, so that compaction may drop them. */
  private static final int FILLING = 30;

  private static final int FILL = 4_000;
  private static final int NIGHTS = 3;
  private static final Duration FORGOTTEN = Duration.ofDays(3);
  private static final Duration COMPACTED = Duration.ofSeconds(12);

  private final Stage stage = new Stage(1, ClusterPlan.scripted());
  private final Exposure exposure = stage.exposure();

  /** Returns deleted blobs that a machine shows because its store has lost the deletes. */
  private List<KeptBlob> loseDeletes() {
    List<KeptBlob> blobs = stage.put(LONGEST_TAIL, 100);
    stage.delete(blobs);
    stage.pass(Duration.ofSeconds(1));
    stage.cluster().kill(MACHINE);
    assertThat(stage.cluster().contents().loseTail(MACHINE, PARTITION, true)).isPresent();
    exposure.struck(MACHINE, Loss.MEMORY);
    assertThat(blobs).anyMatch(exposure::mayHaveForgotten);
    return blobs;
  }

  @Test
  void aStoreThatFailsAfterItLostRecordsMayReopenWithoutThem() {
    List<KeptBlob> blobs = loseDeletes();
    exposure.struck(MACHINE, Loss.STORE);
    assertThat(blobs).anyMatch(exposure::mayHaveForgotten);
  }

  /** Seed 244354: a node that has two disks goes on with an empty store on the other one. */
  @Test
  void anErrorOfADiskTakesAStoreIfTheNodeHasAnotherDisk() {
    assertThat(exposure.lossBy(Fault.Kind.WRITE_ERROR)).isEqualTo(Loss.NONE);
    ClusterPlan one = ClusterPlan.scripted();
    Exposure two = new Stage(1, one.with(new ClusterPlan.Shape(3, 2, 1, 3, 1))).exposure();
    assertThat(two.lossBy(Fault.Kind.WRITE_ERROR)).isEqualTo(Loss.STORE);
  }

  /** Frontend 0 and machines 0 to 2 are in the first data centre. */
  @Test
  void aFrontendMayReturnADeletedBlobIfNoRunningReplicaNearItHasTheDeleteAfterAMinute() {
    ClusterPlan one = ClusterPlan.scripted();
    Stage two = new Stage(1, one.with(one.shape().times(2)));
    Exposure exposures = two.exposure();
    Asker first = new Asker("frontend-0", 1);
    two.cluster().sites().isolate(2);
    KeptBlob blob = two.put(1, 100).getFirst();
    two.delete(List.of(blob));
    two.pass(Duration.ofMinutes(1).plusSeconds(1));
    assertThat(exposures.mayReturn(blob, first)).isFalse();
    two.cluster().kill(0);
    two.cluster().kill(1);
    assertThat(exposures.mayReturn(blob, first)).isFalse();
    two.cluster().kill(2);
    assertThat(exposures.mayReturn(blob, first)).isTrue();
  }

  @Test
  void aFrontendRemembersItsDeletesForAMinute() {
    Stage one = new Stage(1, ClusterPlan.scripted());
    Exposure exposures = one.exposure();
    KeptBlob blob = one.put(1, 100).getFirst();
    one.delete(List.of(blob));
    one.cluster().kill(0);
    one.cluster().kill(1);
    one.cluster().kill(2);
    Asker first = new Asker("frontend-0", 1);
    assertThat(exposures.mayReturn(blob, first)).isFalse();
    one.pass(Duration.ofMinutes(1).plusSeconds(1));
    assertThat(exposures.mayReturn(blob, first)).isTrue();
  }

  @Test
  void newDisksEndTheLossOfRecords() {
    List<KeptBlob> blobs = loseDeletes();
    exposure.struck(MACHINE, Loss.DISKS);
    assertThat(blobs).noneMatch(exposure::mayHaveForgotten);
  }

  /** An empty machine has no records that others could lack, but has acknowledged some. */
  private void loseDisks() {
    stage.cluster().kill(MACHINE);
    stage.cluster().replaceDisks(MACHINE);
    exposure.struck(MACHINE, Loss.DISKS);
  }

  @Test
  void anEmptyMachineMayGetOldDisksIfAllOthersHaveItsRecords() {
    stage.put(1, 100);
    stage.settle();
    stage.pass(Duration.ofSeconds(1));
    loseDisks();
    assertThat(exposure.allows(MACHINE, Loss.MEMORY)).isTrue();
  }

  @Test
  void anEmptyMachineMayNotGetOldDisksIfAnotherHasLostRecordsToo() {
    stage.put(LONGEST_TAIL, 100);
    stage.settle();
    stage.cluster().kill(0);
    assertThat(stage.cluster().contents().loseTail(0, PARTITION, true)).isPresent();
    exposure.struck(0, Loss.MEMORY);
    loseDisks();
    assertThat(exposure.allows(MACHINE, Loss.MEMORY)).isFalse();
    assertThat(exposure.allows(MACHINE, Loss.DISKS)).isTrue();
  }

  @Test
  void anEmptyMachineMayNotGetOldDisksIfAnotherDoesNotHaveItsRecordsYet() {
    stage.cluster().kill(2);
    stage.put(1, 100);
    loseDisks();
    assertThat(exposure.allows(MACHINE, Loss.MEMORY)).isFalse();
  }

  /** All replicas have forgotten the deletes, so only an old copy of a store has the blobs. */
  @Test
  void anOldStoreMayBeReplacedIfItAloneHasBlobsWhoseDeletesAreForgotten() {
    requireReplaceable(_ -> {});
  }

  /** In the run of seed 91262, no operator replaced such a store. */
  @Test
  void anOldStoreMayBeReplacedIfItAloneHasBlobsWhoseUndeletesFailed() {
    requireReplaceable(blobs -> {
      stage.cluster().kill(0);
      stage.cluster().kill(2);
      blobs.forEach(blob -> assertThat(stage.tryUndelete(blob)).isFalse());
      stage.cluster().start(0);
      stage.cluster().start(2);
      stage.settle();
    });
  }

  private void requireReplaceable(Consumer<List<KeptBlob>> afterTheDeletesAreForgotten) {
    List<KeptBlob> blobs = stage.put(FILLING, FILL);
    stage.settle();
    stage.cluster().kill(MACHINE);
    List<CrashingDisk> old = stage.cluster().contents().copyStores(MACHINE);
    stage.cluster().start(MACHINE);
    stage.settle();
    stage.delete(blobs);
    for (int night = 0; night < NIGHTS; night++) {
      stage.churn(FILLING, FILL);
      stage.night(FORGOTTEN, 0, 1, 2);
      stage.settle();
      stage.pass(COMPACTED);
    }
    afterTheDeletesAreForgotten.accept(blobs);
    stage.cluster().kill(MACHINE);
    stage.cluster().contents().putStores(MACHINE, old);
    assertThat(exposure.maySpare(MACHINE)).isTrue();
  }

  /** In the run of seed 94250, no operator replaced such a store. */
  @Test
  void aStoreMayBeReplacedIfItAloneHasADeleteThatFailed() {
    KeptBlob blob = stage.put(1, 100).getFirst();
    stage.settle();
    stage.cluster().kill(0);
    stage.cluster().kill(2);
    assertThat(stage.tryDelete(blob)).isFalse();
    stage.cluster().kill(MACHINE);
    stage.cluster().start(0);
    stage.cluster().start(2);
    stage.pass(COMPACTED);
    assertThat(exposure.maySpare(MACHINE)).isTrue();
    stage.cluster().kill(0);
    stage.cluster().replaceDisks(0);
    stage.cluster().kill(2);
    stage.cluster().replaceDisks(2);
    assertThat(exposure.maySpare(MACHINE)).as("it alone has the blob").isFalse();
  }

  @Test
  void aStoreMayNotBeReplacedIfItAloneHasABlobThatMustBeAlive() {
    KeptBlob blob = stage.put(1, 100).getFirst();
    stage.settle();
    assertThat(exposure.maySpare(MACHINE)).isTrue();
    stage.cluster().kill(0);
    stage.cluster().replaceDisks(0);
    stage.cluster().kill(2);
    stage.cluster().replaceDisks(2);
    assertThat(exposure.maySpare(MACHINE)).isFalse();
    stage.ledger().leave(blob, true);
    assertThat(exposure.maySpare(MACHINE)).as("it must be there after the healing").isFalse();
    assertThat(exposure.allows(MACHINE, Loss.DISKS)).isFalse();
    stage.ledger().leave(blob, false);
    assertThat(exposure.maySpare(MACHINE)).as("it may be lost").isTrue();
  }

  /**
   * Until a blob has expired, no frontend may deny it. In the run of seed 241430, its last copy was
   * lost some seconds earlier.
   */
  @Test
  void theLastReplicaOfABlobIsNotTakenBeforeItHasExpired() {
    assertThat(stage.tryPut(100, 10)).isPresent();
    stage.pass(Duration.ofSeconds(1));
    for (int machine : List.of(0, 2)) {
      stage.cluster().kill(machine);
      stage.cluster().replaceDisks(machine);
      exposure.struck(machine, Loss.DISKS);
    }
    assertThat(exposure.allows(MACHINE, Loss.DISKS)).isFalse();
    stage.pass(Duration.ofSeconds(12));
    assertThat(exposure.allows(MACHINE, Loss.DISKS)).isTrue();
  }

  @Test
  void theLastReplicaOfABlobThatWaitsForItsNameIsNotTaken() {
    NameStage names = new NameStage();
    names.beginToPut(0, "a", NameStage::standStill);
    requireLastReplicaStays(names);
  }

  /** The client gets no answer, so it does not know that its blob has the name. */
  @Test
  void theLastReplicaOfABlobWhoseNameWasCommittedUnnoticedIsNeededByAll() {
    NameStage names = new NameStage();
    names.beginToPut(0, "a", _ -> names.silence(true));
    requireLastReplicaStays(names);
    assertThat(names.exposure().maySpare(2)).isFalse();
  }

  private static void requireLastReplicaStays(NameStage names) {
    Exposure exposures = names.exposure();
    names.pass(Duration.ofSeconds(5));
    for (int machine = 0; machine < 2; machine++) {
      names.cluster().kill(machine);
      names.cluster().replaceDisks(machine);
      exposures.struck(machine, Loss.DISKS);
    }
    assertThat(exposures.allows(2, Loss.DISKS)).isFalse();
  }
}
