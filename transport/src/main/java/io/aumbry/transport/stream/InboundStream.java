package io.aumbry.transport.stream;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that have come and wait for their reader. What is unread is bounded by the connection,
 * which is told what was read and lets the other side send no more than that anew. When the stream
 * breaks, its unread bytes are given back at once: a reader learns of the break next.
 */
public final class InboundStream implements ByteSource {
  /** The connection that the bytes come from; called on the reader's thread. */
  public interface Origin {
    /** The reader waits for the first bytes. */
    void wanted();

    /** So many bytes were read and may come anew. */
    void consumed(int bytes);

    /** Nobody will read any more of this. */
    void abandoned();
  }

  private sealed interface Item {
    record Bytes(Buffer buffer) implements Item {}

    record End() implements Item {}

    record Broken(Breakage breakage) implements Item {}
  }

  private static final Item END = new Item.End();

  /** Wakes a reader when another thread closes its stream. */
  private static final Item GIVEN_UP =
      new Item.Broken(new Breakage(ErrorCode.CANCELLED, "Reading was given up"));

  /** Reading is reported at the latest when so much was read since the last report. */
  private final int reportEvery;

  private final Origin origin;
  private final UnreadBytes unread;
  private final @Nullable ClientPace pace;
  private final BooleanSupplier isGivenUp;
  private final Mailbox<Item> items = new Mailbox<>();
  private volatile boolean closed;

  /** The loop's: whether the end was posted, after which nothing is. */
  private boolean complete;

  /** The reader's. */
  private boolean begun;

  private int unreported;
  private @Nullable Item last;

  /** An empty stream whose bytes are counted in {@code unread} until they are read. */
  public InboundStream(Origin origin, UnreadBytes unread, int reportEvery) {
    this(origin, unread, reportEvery, null, () -> false);
  }

  /**
   * As above, for a stream that is of no use any more when {@code isGivenUp} holds: then a reader
   * that waits is told, once it is unparked.
   */
  public InboundStream(
      Origin origin, UnreadBytes unread, int reportEvery, BooleanSupplier isGivenUp) {
    this(origin, unread, reportEvery, null, isGivenUp);
  }

  /** As above, for a stream whose sender is measured by {@code pace}. */
  public InboundStream(Origin origin, UnreadBytes unread, int reportEvery, ClientPace pace) {
    this(origin, unread, reportEvery, pace, () -> false);
  }

  private InboundStream(
      Origin origin,
      UnreadBytes unread,
      int reportEvery,
      @Nullable ClientPace pace,
      BooleanSupplier isGivenUp) {
    this.origin = origin;
    this.unread = unread;
    this.reportEvery = reportEvery;
    this.pace = pace;
    this.isGivenUp = isGivenUp;
  }

  /** Loop: takes over {@code bytes}; gives them back at once when nobody reads. */
  public void offer(Buffer bytes) {
    if (complete || closed) {
      bytes.close();
      return;
    }
    unread.add(bytes.size());
    items.post(new Item.Bytes(bytes));
    if (closed) {
      discard();
    }
  }

  /** Loop: there is no more to come. */
  public void end() {
    finish(END);
  }

  /** Loop: the rest will never come; without effect after the end. */
  public void fail(Breakage breakage) {
    if (!complete) {
      discard();
      finish(new Item.Broken(breakage));
    }
  }

  private void finish(Item item) {
    if (!complete) {
      complete = true;
      items.post(item);
    }
  }

  /** Loop: whether the end has come, or never will. */
  public boolean isComplete() {
    return complete;
  }

  /** Whether its reader has given it up. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public Optional<Buffer> next() {
    Item item = last == null ? take() : last;
    return switch (item) {
      case Item.Bytes(Buffer buffer) -> {
        unread.remove(buffer.size());
        unreported += buffer.size();
        if (pace != null) {
          pace.moved(buffer.size());
        }
        if (unreported >= reportEvery) {
          report();
        }
        yield Optional.of(buffer);
      }
      case Item.End end -> {
        settle(end);
        yield Optional.empty();
      }
      case Item.Broken broken -> {
        settle(broken);
        throw broken.breakage().exception();
      }
    };
  }

  private Item take() {
    if (closed) {
      return GIVEN_UP;
    }
    Optional<Item> item = items.poll();
    if (item.isPresent()) {
      return item.get();
    }
    if (!begun) {
      begun = true;
      origin.wanted();
    }
    report();
    return await();
  }

  private Item await() {
    if (pace == null) {
      return items.take(isGivenUp).orElse(GIVEN_UP);
    }
    pace.begin();
    try {
      return items.take();
    } finally {
      pace.end();
    }
  }

  private void settle(Item item) {
    last = item;
    report();
  }

  private void report() {
    if (unreported > 0) {
      int bytes = unreported;
      unreported = 0;
      origin.consumed(bytes);
    }
  }

  @Override
  public void close() {
    if (!closed && last == null) {
      closed = true;
      boolean ended = discard();
      items.post(GIVEN_UP);
      if (!ended) {
        origin.abandoned();
      }
    }
  }

  /**
   * Gives back what nobody will read; also by the loop, on bytes that came while the reader left.
   *
   * @return whether the end had come
   */
  private boolean discard() {
    boolean ended = false;
    for (Optional<Item> item = items.poll(); item.isPresent(); item = items.poll()) {
      switch (item.get()) {
        case Item.Bytes(Buffer buffer) -> {
          unread.remove(buffer.size());
          buffer.close();
        }
        case Item.End _, Item.Broken _ -> ended = true;
      }
    }
    return ended;
  }
}
