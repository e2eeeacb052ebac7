package io.aumbry.protocol.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A lost wake-up makes a test hang, which jcstress reports. */
final class MailboxStress {
  private MailboxStress() {}

  /** An item with a plain field. */
  private static final class Item {
    int value;
  }

  private static Item item(int value) {
    Item item = new Item();
    item.value = value;
    return item;
  }

  /** A post wakes the thread that waits, and publishes the item. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the item, whole")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an item that was published partly")
  @State
  public static class PostWakesTaker {
    private final Mailbox<Item> mailbox = new Mailbox<>();

    @Actor
    public void post() {
      mailbox.post(item(1));
    }

    @Actor
    public void take(I_Result result) {
      result.r1 = mailbox.take().value;
    }
  }

  /** Items come in the order of their posts. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both in order")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an item lost, repeated or out of order")
  @State
  public static class PostsKeepTheirOrder {
    private final Mailbox<Item> mailbox = new Mailbox<>();

    @Actor
    public void post() {
      mailbox.post(item(1));
      mailbox.post(item(2));
    }

    @Actor
    public void take(II_Result result) {
      result.r1 = mailbox.take().value;
      result.r2 = mailbox.take().value;
    }
  }

  /** Two threads post at once, and the thread of the second post takes both items. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "both")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an item lost or repeated")
  @State
  public static class TwoPostersLoseNothing {
    private final Mailbox<Item> mailbox = new Mailbox<>();

    @Actor
    public void post() {
      mailbox.post(item(1));
    }

    @Actor
    public void postAndTake(II_Result result) {
      mailbox.post(item(2));
      result.r1 = mailbox.take().value;
      result.r2 = mailbox.take().value;
    }
  }
}
