package io.aumbry.bench.network;

import io.aumbry.bench.load.BlobContent;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.transport.node.NodeExchange;
import io.aumbry.transport.node.NodeHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A node that answers every read from memory, with the size of the requested range. */
final class MemoryNode implements NodeHandler, AutoCloseable {
  private static final BlobId ID =
      BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 0, 1, SystemRandom.fast());

  /** Typical size of a blob's properties. */
  private static final int METADATA = 100;

  private static final int SLICE = 256 << 10;

  private final BlobContent bytes = new BlobContent(1);
  private final BufferPool pool;
  private final Map<Integer, Answer> answers = new ConcurrentHashMap<>();

  private record Answer(NodeResponse.Found found, Body content) {}

  MemoryNode(BufferPool pool) {
    this.pool = pool;
  }

  /** Returns a request that is answered with {@code size} bytes. */
  static NodeRequest read(int size) {
    return new NodeRequest.Get(ID, new ByteRange.FromTo(0, size - 1), false, false);
  }

  @Override
  public void handle(NodeExchange exchange) {
    Answer answer = answers.computeIfAbsent(size(exchange.request()), this::make);
    exchange.reply(answer.found(), answer.content().retain().toSource());
  }

  private static int size(NodeRequest request) {
    if (request instanceof NodeRequest.Get get
        && get.range() instanceof ByteRange.FromTo(long first, long last)) {
      return Math.toIntExact(last + 1 - first);
    }
    throw new IllegalArgumentException("not a read: " + request);
  }

  private Answer make(int size) {
    List<Buffer> slices = new ArrayList<>();
    for (int at = 0; at < size; at += SLICE) {
      slices.add(slice(at, Math.min(SLICE, size - at)));
    }
    Body content = Body.of(slices);
    return new Answer(
        new NodeResponse.Found(
            new BlobState(0, false, Expiry.NEVER),
            HeapBuffer.copyOf(new byte[METADATA]),
            size,
            0,
            size,
            BlockChecksums.of(content)),
        content);
  }

  private Buffer slice(int from, int length) {
    byte[] part = new byte[length];
    bytes.fill(0, from, part, length);
    try {
      return pool.fill(length, target -> target.put(part));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    answers.values().forEach(answer -> answer.content().close());
  }
}
