package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.NodeId;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Reports of nodes, and a choice of partitions that reads them without a lock. */
final class PartitionFullnessStress {
  private static final NodeId ONE = new NodeId("node-1");
  private static final NodeId TWO = new NodeId("node-2");

  private PartitionFullnessStress() {}

  /** A known fullness stays known while the table grows. */
  @JCStressTest
  @Outcome(
      id = {"10", "20"},
      expect = Expect.ACCEPTABLE,
      desc = "old or new")
  @Outcome(expect = Expect.FORBIDDEN, desc = "unknown, or never reported")
  @State
  public static class GrowthHidesNothing {
    private final PartitionFullness fullness = new PartitionFullness();

    public GrowthHidesNothing() {
      fullness.told(1, ONE, 10);
    }

    @Actor
    public void report() {
      fullness.told(100, ONE, 50);
      fullness.told(1, ONE, 20);
    }

    @Actor
    public void read(I_Result result) {
      result.r1 = fullness.mean(1);
    }
  }

  /** Two replicas of one partition report at the same time. */
  @JCStressTest
  @Outcome(id = "15", expect = Expect.ACCEPTABLE, desc = "the mean of both")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a report is lost")
  @State
  public static class BothReportsCount {
    private final PartitionFullness fullness = new PartitionFullness();

    @Actor
    public void report() {
      fullness.told(1, ONE, 10);
    }

    @Actor
    public void reportOther() {
      fullness.told(1, TWO, 20);
    }

    @Arbiter
    public void read(I_Result result) {
      result.r1 = fullness.mean(1);
    }
  }
}
