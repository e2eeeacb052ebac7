package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.stream.StreamFailure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a local answer. The caller pulls it from the source of the handler, so nothing is
 * copied or buffered between the two. One thread at a time reads. Any thread may end the stream. A
 * reader that waits in the source at that moment wakes, and closes the source itself.
 */
final class LocalContent implements ByteSource {
  private static final Logger LOG = LoggerFactory.getLogger(LocalContent.class);

  private static final StreamFailure CLOSED =
      new StreamFailure(ErrorCode.CANCELLED, "The reader closed the stream");

  private enum State {
    IDLE,
    READING,
    /** The source is closed, or its reader is about to close it. */
    ENDED
  }

  private final LocalCall call;
  private final ByteSource source;
  private final int length;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final AtomicReference<@Nullable StreamFailure> failure = new AtomicReference<>();
  private volatile @Nullable Thread reader;

  /** Only the reader uses it. */
  private int read;

  /**
   * Takes over {@code source}.
   *
   * @param length announced by the response
   */
  LocalContent(LocalCall call, ByteSource source, int length) {
    this.call = call;
    this.source = source;
    this.length = length;
  }

  @Override
  public boolean isVerified() {
    return source.isVerified();
  }

  @Override
  public Optional<Buffer> next() {
    if (read == length) {
      return Optional.empty();
    }
    if (!state.compareAndSet(State.IDLE, State.READING)) {
      throw broken(CLOSED);
    }
    Optional<Buffer> piece = take();
    if (!state.compareAndSet(State.READING, State.IDLE)) {
      piece.ifPresent(Buffer::close);
      finish();
      throw broken(CLOSED);
    }
    return Optional.of(counted(piece));
  }

  private Optional<Buffer> take() {
    reader = Thread.currentThread();
    try {
      return source.next();
    } catch (AumbryException e) {
      finish();
      throw broken(new StreamFailure(e.code(), String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error bug) {
      finish();
      LOG.atError().addKeyValue("node", call.node().id()).setCause(bug).log("An answer failed");
      throw broken(new StreamFailure(ErrorCode.CONNECTION_LOST, "The answer failed: " + bug));
    } finally {
      reader = null;
    }
  }

  private Buffer counted(Optional<Buffer> piece) {
    if (piece.isEmpty()) {
      throw failed(ErrorCode.CONNECTION_LOST, "Content ended after " + read + " of " + length);
    }
    Buffer bytes = piece.get();
    if (bytes.size() > length - read) {
      bytes.close();
      throw failed(ErrorCode.CORRUPT_TRANSFER, "Content is longer than its " + length + " bytes");
    }
    read += bytes.size();
    if (read == length) {
      end(CLOSED);
    }
    return bytes;
  }

  private AumbryException failed(ErrorCode code, String reason) {
    StreamFailure why = new StreamFailure(code, reason);
    end(why);
    return broken(why);
  }

  /** The first failure decides. */
  private AumbryException broken(StreamFailure why) {
    StreamFailure first = failure.compareAndExchange(null, why);
    return (first == null ? why : first).exception();
  }

  /** Ends the stream with a failure, unless it has ended. Callable from any thread. */
  void end(StreamFailure why) {
    if (state.get() == State.ENDED) {
      return;
    }
    failure.compareAndSet(null, why);
    switch (state.getAndSet(State.ENDED)) {
      case IDLE -> finish();
      case READING -> {
        call.abandon();
        LockSupport.unpark(reader);
      }
      case ENDED -> {
        // by another thread
      }
    }
  }

  private void finish() {
    state.set(State.ENDED);
    try {
      source.close();
    } finally {
      call.over();
    }
  }

  @Override
  public void close() {
    end(CLOSED);
  }
}
