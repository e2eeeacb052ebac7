package io.aumbry.transport.stream;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.JoinedPieces;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Received bytes that wait for their reader. The connection bounds unread bytes: it learns how many
 * were read, and lets the sender send that number again. When the stream breaks, unread bytes are
 * freed at once, and the reader's next call fails.
 *
 * <p>Small pieces that wait are joined. Otherwise a sender of single bytes could fill the heap with
 * objects, because the bound counts bytes.
 */
public final class InboundStream implements ByteSource {
  /** The connection of the stream. Called on the reader's thread. */
  public interface Origin {
    /** The reader waits for the first bytes. */
    void wanted();

    /** The reader took {@code bytes}. The sender may send that number again. */
    void consumed(int bytes);

    /** The reader has left. */
    void abandoned();
  }

  private sealed interface Item {
    record Bytes(Buffer buffer) implements Item {}

    record Pieces(ArrivingPieces pieces) implements Item {}

    record End() implements Item {}

    record Broken(StreamFailure breakage) implements Item {}
  }

  private static final Item END = new Item.End();

  /** Fails a read of a closed stream. Wakes the reader when another thread closes it. */
  private static final Item GIVEN_UP =
      new Item.Broken(new StreamFailure(ErrorCode.CANCELLED, "The reader closed the stream"));

  /** The reader reports to the connection after this number of bytes at the latest. */
  private final int reportEvery;

  private final Origin origin;
  private final UnreadBytes unread;
  private final @Nullable ClientPace pace;
  private final BooleanSupplier isGivenUp;
  private final Mailbox<Item> items = new Mailbox<>();
  private volatile boolean closed;

  /** Loop only: whether the end was posted. Nothing is posted after it. */
  private boolean complete;

  /** Loop only: the item posted last, if it has small pieces. */
  private @Nullable ArrivingPieces newest;

  /** Only the reader uses the following fields. */
  private boolean begun;

  private int unreported;
  private @Nullable Item last;

  /** Creates an empty stream. Its bytes count in {@code unread} until they are read. */
  public InboundStream(Origin origin, UnreadBytes unread, int reportEvery) {
    this(origin, unread, reportEvery, null, () -> false);
  }

  /**
   * As above. If {@code isGivenUp} holds, a waiting reader closes the stream and fails once it is
   * unparked.
   */
  public InboundStream(
      Origin origin, UnreadBytes unread, int reportEvery, BooleanSupplier isGivenUp) {
    this(origin, unread, reportEvery, null, isGivenUp);
  }

  /** As above. {@code pace} measures the sender. */
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

  /** Loop: takes over {@code bytes}. Frees them if the reader has left. */
  public void offer(Buffer bytes) {
    if (complete || closed) {
      bytes.close();
      return;
    }
    unread.add(bytes.size());
    if (newest != null && JoinedPieces.isSmall(bytes) && newest.append(bytes)) {
      return;
    }
    items.post(item(bytes));
    if (closed) {
      discard();
    }
  }

  private Item item(Buffer bytes) {
    if (JoinedPieces.isSmall(bytes)) {
      ArrivingPieces first = new ArrivingPieces(bytes);
      newest = first;
      return new Item.Pieces(first);
    }
    newest = null;
    return new Item.Bytes(bytes);
  }

  public void end() {
    finish(END);
  }

  /** Loop: the remaining bytes will never arrive. Has no effect after the end. */
  public void fail(StreamFailure breakage) {
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

  /** Loop: whether the stream has ended or broken. */
  public boolean isComplete() {
    return complete;
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public Optional<Buffer> next() {
    Item item = last == null ? take() : last;
    return switch (item) {
      case Item.Bytes(Buffer buffer) -> Optional.of(read(buffer));
      case Item.Pieces(ArrivingPieces pieces) -> Optional.of(read(pieces.take()));
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

  private Buffer read(Buffer buffer) {
    unread.remove(buffer.size());
    unreported += buffer.size();
    if (pace != null) {
      pace.moved(buffer.size());
    }
    if (unreported >= reportEvery) {
      report();
    }
    return buffer;
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
      return items.take(isGivenUp).orElseGet(this::giveUp);
    }
    pace.begin();
    try {
      return items.take();
    } finally {
      pace.end();
    }
  }

  /** Closes the stream now: after the failure, {@link #close} has no effect. */
  private Item giveUp() {
    close();
    return GIVEN_UP;
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
   * Frees unread bytes. The loop also calls it, for bytes that arrived while the reader left.
   *
   * @return whether the end had arrived
   */
  private boolean discard() {
    boolean ended = false;
    for (Optional<Item> item = items.poll(); item.isPresent(); item = items.poll()) {
      switch (item.get()) {
        case Item.Bytes(Buffer buffer) -> drop(buffer);
        case Item.Pieces(ArrivingPieces pieces) -> drop(pieces.take());
        case Item.End _, Item.Broken _ -> ended = true;
      }
    }
    return ended;
  }

  private void drop(Buffer buffer) {
    unread.remove(buffer.size());
    buffer.close();
  }
}
