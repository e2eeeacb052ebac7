package io.aumbry.transport.node;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Node messages, handlers and threads for tests. */
public final class Messages {
  private static final int MEGABYTE = 1 << 20;
  private static final int SLICE = 50_000;
  private static final BlobId ID =
      BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 7, 1000, new Random(1));

  private Messages() {}

  public static byte[] random(int size, long seed) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  public static Buffer buffer(BufferPool pool, byte[] bytes, int from, int length) {
    try {
      return pool.fill(length, target -> target.put(bytes, from, length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Buffer megabyte(BufferPool pool) {
    return buffer(pool, new byte[MEGABYTE], 0, MEGABYTE);
  }

  /** A body of several slices. */
  public static Body body(BufferPool pool, byte[] bytes) {
    List<Buffer> slices = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += SLICE) {
      slices.add(buffer(pool, bytes, at, Math.min(SLICE, bytes.length - at)));
    }
    return Body.of(slices);
  }

  public static NodeRequest.Put put(Body body) {
    return new NodeRequest.Put(
        ID,
        1000,
        Expiry.NEVER,
        HeapBuffer.copyOf(new byte[] {1, 2, 3}),
        body.size(),
        BlockChecksums.of(body));
  }

  public static NodeRequest get() {
    return new NodeRequest.Get(ID, new ByteRange.All(), false, false);
  }

  public static NodeResponse.Found found(Body body) {
    return new NodeResponse.Found(
        new BlobState(0, false, Expiry.NEVER),
        HeapBuffer.copyOf(new byte[] {1, 2, 3}),
        body.size(),
        0,
        body.size(),
        BlockChecksums.of(body));
  }

  /** Responds to a PUT with its content. */
  public static void echo(NodeExchange exchange) {
    Body body = Body.readFully(exchange.content());
    exchange.reply(found(body), body.toSource());
  }

  /** Responds with {@code content}, and announces {@code size} bytes. */
  public static void announce(NodeExchange exchange, int size, ByteSource content) {
    exchange.reply(
        new NodeResponse.Pulled(
            List.of(
                new NodeResponse.Pulled.Batch(
                    1,
                    new NodeResponse.Pulled.Source(
                        new UUID(1, 2), 1, 0, false, new NodeResponse.Pulled.Opening(0, 0), 0, 0),
                    1,
                    List.of(),
                    size))),
        content);
  }

  /** A stream of up to {@code most} MiB, each a piece. Counts the pieces that were taken. */
  public static final class Megabytes implements ByteSource {
    private final BufferPool pool;
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();
    private final Mailbox<Boolean> closed = new Mailbox<>();

    public Megabytes(BufferPool pool, int most) {
      this.pool = pool;
      this.most = most;
    }

    /** Nearly as much as a response can announce. */
    public static Megabytes endless(BufferPool pool) {
      return new Megabytes(pool, Integer.MAX_VALUE / MEGABYTE);
    }

    @Override
    public Optional<Buffer> next() {
      return taken.getAndIncrement() < most ? Optional.of(megabyte(pool)) : Optional.empty();
    }

    public int taken() {
      return taken.get();
    }

    public void awaitClose() {
      closed.take();
    }

    @Override
    public void close() {
      closed.post(true);
    }
  }

  /** Responds with more than any receiver takes at once. */
  public static void endless(NodeExchange exchange, BufferPool pool) {
    announce(exchange, Integer.MAX_VALUE, Megabytes.endless(pool));
  }

  /** Runs {@code task} on a thread of {@code carrier} and waits for its result. */
  public static <T> T on(Carrier carrier, Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    carrier.start(
        "test",
        () -> {
          try {
            result.complete(task.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
