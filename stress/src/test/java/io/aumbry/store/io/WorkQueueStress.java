package io.aumbry.store.io;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A lost wake-up makes a test hang, which jcstress reports. */
final class WorkQueueStress {
  private WorkQueueStress() {}

  /** An added item wakes an idle thread. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both in order")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an item lost, repeated or out of order")
  @State
  public static class AddWakesTaker {
    private final WorkQueue<Integer> queue = new WorkQueue<>(Integer.MAX_VALUE);

    @Actor
    public void add() {
      queue.add(1);
      queue.add(2);
    }

    @Actor
    public void take(II_Result result) {
      result.r1 = queue.take();
      result.r2 = queue.take();
    }
  }

  /** Each of two threads adds an item and takes one. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "each item once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an item lost or taken twice")
  @State
  public static class TwoTakersShareTwoItems {
    private final WorkQueue<Integer> queue = new WorkQueue<>(Integer.MAX_VALUE);

    @Actor
    public void first(II_Result result) {
      queue.add(1);
      result.r1 = queue.take();
    }

    @Actor
    public void second(II_Result result) {
      queue.add(2);
      result.r2 = queue.take();
    }
  }

  /** A queue with room for one item takes one of two, and counts one. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 1", "false, true, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "one fits")
  @Outcome(expect = Expect.FORBIDDEN, desc = "more or less than the limit, or a wrong count")
  @State
  public static class OffersKeepTheLimit {
    private final WorkQueue<Integer> queue = new WorkQueue<>(1);

    @Actor
    public void first(ZZI_Result result) {
      result.r1 = queue.offer(1);
    }

    @Actor
    public void second(ZZI_Result result) {
      result.r2 = queue.offer(2);
    }

    @Arbiter
    public void count(ZZI_Result result) {
      result.r3 = queue.size();
    }
  }

  /** The count of items is never below zero. */
  @JCStressTest
  @Outcome(
      id = {"0", "1"},
      expect = Expect.ACCEPTABLE,
      desc = "taken or not")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a count that no moment had")
  @State
  public static class TheCountIsNotNegative {
    private final WorkQueue<Integer> queue = new WorkQueue<>(Integer.MAX_VALUE);

    @Actor
    public void add() {
      queue.add(1);
    }

    @Actor
    public void poll(I_Result result) {
      queue.poll();
      result.r1 = queue.size();
    }
  }
}
