package io.aumbry.store.partition;

import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The end of a log, and the readers that wait for its next record. */
public final class LogTail {
  private final Queue<Mailbox<Boolean>> waiting = new ConcurrentLinkedQueue<>();
  private volatile long last;
  private volatile long newest;

  LogTail(long last) {
    this.last = last;
    this.newest = last;
  }

  /** The last acknowledged record, durable or not. */
  public long newest() {
    return newest;
  }

  /** On the writer thread, before {@link #reached}. */
  void answered(long sequence) {
    newest = sequence;
  }

  public long last() {
    return last;
  }

  /** On the writer thread. */
  void reached(long sequence) {
    last = sequence;
    for (var next = waiting.poll(); next != null; next = waiting.poll()) {
      next.post(true);
    }
  }

  public void await(long after, RequestContext context) {
    while (last <= after && !context.deadline().hasPassed(context.carrier().time())) {
      Mailbox<Boolean> mailbox = new Mailbox<>();
      waiting.add(mailbox);
      // The record may have arrived before the mailbox.
      if (last > after || mailbox.take(context.deadline(), context.carrier()).isEmpty()) {
        waiting.remove(mailbox);
      }
    }
  }
}
