package io.aumbry.server.flow;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.List;
import java.util.Optional;

/** A stream of bytes that are in memory already, with the share of the budget that they take. */
public final class BodySource implements ByteSource {
  private final List<Body> bodies;
  private final ByteBudget.Share share;
  private int body;
  private int slice;
  private boolean closed;

  /** Takes over {@code bodies} and {@code share}. */
  public BodySource(List<Body> bodies, ByteBudget.Share share) {
    this.bodies = List.copyOf(bodies);
    this.share = share;
  }

  @Override
  public Optional<Buffer> next() {
    while (body < bodies.size()) {
      List<Buffer> slices = bodies.get(body).slices();
      while (slice < slices.size()) {
        Buffer bytes = slices.get(slice++);
        if (bytes.size() > 0) {
          return Optional.of(bytes.retain());
        }
      }
      body++;
      slice = 0;
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      bodies.forEach(Body::close);
      share.close();
    }
  }
}
