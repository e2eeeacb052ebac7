package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.StillTime;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.compaction.Retention;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Pullers, the keeper of forget horizons and requests share the knowledge of one replica. */
final class StalenessCheckStress {
  private static final NodeId TWO = new NodeId("node-2");
  private static final NodeId THREE = new NodeId("node-3");
  private static final Retention RETENTION =
      new Retention(Duration.ofDays(7), Duration.ofDays(1), Duration.ofDays(30));
  private static final long THEN = Duration.ofDays(1000).toMillis();
  private static final long NOW = THEN + Duration.ofDays(60).toMillis();
  private static final StillTime TIME = new StillTime(NOW);
  private static final Source COMPLETE =
      new Source(new UUID(1, 1), 9, 0, true, new Opening(1, 9), THEN, THEN);

  private StalenessCheckStress() {}

  private static StalenessCheck opened(int vouchers, boolean isRecorded, Noted noted) {
    return new StalenessCheck(
        new StalenessCheck.Rule(TIME, vouchers, isRecorded), RETENTION, noted);
  }

  /** In step so long ago that peers may have forgotten deletes since. */
  private static StalenessCheck doubtful(int vouchers, boolean isRecorded) {
    return opened(vouchers, isRecorded, new Noted(9, THEN, THEN));
  }

  /** A replica that needs two vouchers is trusted, whichever of them is heard last. */
  @JCStressTest
  @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "trusted")
  @Outcome(expect = Expect.FORBIDDEN, desc = "in doubt although both have vouched")
  @State
  public static class TwoVouchersEndTheDoubt {
    private final StalenessCheck recency = doubtful(2, false);

    @Actor
    public void hearOne() {
      recency.hear(TWO, COMPLETE, NOW);
    }

    @Actor
    public void hearOther() {
      recency.hear(THREE, COMPLETE, NOW);
    }

    @Arbiter
    public void doubt(Z_Result result) {
      result.r1 = recency.isDoubtful();
    }
  }

  /** A peer has vouched without a horizon. The comparison with the horizon brings no new doubt. */
  @JCStressTest
  @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "trusted all the time")
  @Outcome(expect = Expect.FORBIDDEN, desc = "in doubt again")
  @State
  public static class AComparisonBringsNoDoubt {
    private final StalenessCheck recency = doubtful(1, true);

    public AComparisonBringsNoDoubt() {
      recency.compare(OptionalLong.empty(), NOW);
      recency.hear(TWO, COMPLETE, NOW);
    }

    @Actor
    public void compare() {
      recency.compare(OptionalLong.of(THEN), NOW);
    }

    @Actor
    public void doubt(Z_Result result) {
      result.r1 = recency.isDoubtful();
    }
  }

  /** A partition with a recorded horizon was in use, so a new replica does not begin it. */
  @JCStressTest
  @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "not begun")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an empty replica begins a partition that was in use")
  @State
  public static class APartitionThatWasInUseIsNotBegun {
    private final StalenessCheck recency = opened(1, true, new Noted(0, NOW, 0));

    @Actor
    public void compare() {
      recency.compare(OptionalLong.of(THEN), NOW);
    }

    @Actor
    public void begin(Z_Result result) {
      result.r1 = recency.mayBeBegun();
    }
  }

  /** The time in step and the agreed time belong to the same note. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "of one note")
  @Outcome(expect = Expect.FORBIDDEN, desc = "times of two notes")
  @State
  public static class TimesAreOfOneNote {
    private final StalenessCheck recency = opened(1, false, new Noted(9, 2, 1));

    @Actor
    public void note() {
      recency.noted(new Noted(9, 1, 2));
    }

    @Actor
    public void read(J_Result result) {
      result.r1 = recency.sharedMillis();
    }
  }
}
