package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.StillTime;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.partition.Openings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The orders of {@link ReplicaProgress}, on which its readers rely. */
final class ReplicaProgressStress {
  private static final NodeId PEER = new NodeId("node-2");
  private static final Opening OPENED = new Opening(9, 0);
  private static final Source SOURCE = new Source(new UUID(1, 1), 30, 0, true, OPENED, 0, 0);
  private static final Retention RETENTION =
      new Retention(Duration.ofDays(7), Duration.ofDays(1), Duration.ofDays(30));
  private static final StalenessCheck.Rule RULE = new StalenessCheck.Rule(new StillTime(), 1);

  private ReplicaProgressStress() {}

  /** All records up to the tenth are here, before any damage. */
  private static ReplicaProgress withTenRecords() {
    ReplicaProgress progress =
        new ReplicaProgress(
            false,
            Map.of(),
            new StalenessCheck(RULE, RETENTION, new Noted(0, 0, 0)),
            new Openings(List.of(OPENED)));
    progress.heard(PEER, SOURCE, 0);
    progress.advanced(PEER, SOURCE, 10, 0);
    return progress;
  }

  /** A token from before damage is not verified as of the damage. */
  @JCStressTest
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "claims nothing")
  @Outcome(expect = Expect.FORBIDDEN, desc = "claims records from before the damage")
  @State
  public static class DamageVoidsTheToken {
    private final ReplicaProgress progress = withTenRecords();

    @Actor
    public void reset() {
      progress.next(PEER, 1);
    }

    @Actor
    public void claim(I_Result result) {
      result.r1 = progress.held(List.of(PEER), 1).size();
    }
  }

  /** Records that were looked up before damage do not move a token that the damage has reset. */
  @JCStressTest
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "reset")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a token from before the damage")
  @State
  public static class AnEarlierLookMovesNoResetToken {
    private final ReplicaProgress progress = withTenRecords();

    @Actor
    public void reset() {
      progress.next(PEER, 1);
    }

    @Actor
    public void advance() {
      progress.advanced(PEER, SOURCE, 20, 0);
    }

    @Arbiter
    public void look(J_Result result) {
      result.r1 = progress.of(PEER).token().last();
    }
  }

  /** A token that changes while tokens are saved is saved now or next. */
  @JCStressTest
  @Outcome(
      id = {"20, 0", "20, 20", "10, 20"},
      expect = Expect.ACCEPTABLE,
      desc = "saved")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the change is not saved")
  @State
  public static class AChangedTokenIsSaved {
    private final ReplicaProgress progress = withTenRecords();

    @Actor
    public void advance() {
      progress.advanced(PEER, SOURCE, 20, 0);
    }

    @Actor
    public void save(JJ_Result result) {
      result.r1 = saved();
    }

    @Arbiter
    public void saveNext(JJ_Result result) {
      result.r2 = saved();
    }

    private long saved() {
      return progress.takeUnsaved(0).getOrDefault(PEER, PeerToken.NONE).last();
    }
  }

  /** A record that is acknowledged as it arrives does not wait for a confirmation. */
  @JCStressTest
  @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "confirmed")
  @Outcome(expect = Expect.FORBIDDEN, desc = "waits for a confirmation that has come")
  @State
  public static class AnAcknowledgedRecordDoesNotWait {
    private final ReplicaProgress progress = withTenRecords();

    public AnAcknowledgedRecordDoesNotWait() {
      progress.acknowledged(PEER.name(), new Acknowledged(0, 0));
    }

    @Actor
    public void arrive() {
      progress.arrived(1, 10);
    }

    @Actor
    public void confirm() {
      progress.acknowledged(PEER.name(), new Acknowledged(1, 0));
      progress.confirmed(PEER.name(), 1, 20);
    }

    @Arbiter
    public void look(Z_Result result) {
      result.r1 = progress.confirmed(PEER.name(), 1, 30).isPresent();
    }
  }

  /** A replica that loses records while it becomes complete is not complete. */
  @JCStressTest
  @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "incomplete")
  @Outcome(expect = Expect.FORBIDDEN, desc = "complete without its records")
  @State
  public static class ALossOutweighsCompletion {
    private final ReplicaProgress progress = withTenRecords();

    @Actor
    public void complete() {
      progress.completed();
    }

    @Actor
    public void lose(ZZ_Result result) {
      progress.loseRecords();
      result.r1 = progress.isComplete();
    }

    @Arbiter
    public void look(ZZ_Result result) {
      result.r2 = progress.isComplete();
    }
  }
}
