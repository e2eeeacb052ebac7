package io.aumbry.store.compaction;

import io.aumbry.store.log.RecordLog.SealedSegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Two threads add deleted bytes of one segment. */
@JCStressTest
@Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "all bytes")
@Outcome(expect = Expect.FORBIDDEN, desc = "an addition is lost")
@State
public class DeletedBytesStress {
  private static final SealedSegment FILE = new SealedSegment(1, 100, 1, 1);

  private final DeletedBytes deaths = new DeletedBytes();

  @Actor
  public void add() {
    deaths.add(1, 10, 3);
  }

  @Actor
  public void addMore() {
    deaths.add(1, 10, 4);
  }

  @Arbiter
  public void ask(J_Result result) {
    result.r1 = deaths.total(FILE);
  }
}
