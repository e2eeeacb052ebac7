package io.aumbry.server.flow;

import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.List;
import java.util.Optional;

/** A stream of bytes that are already in memory. It owns the claim for that memory. */
public final class BodySource implements ByteSource {
  private final List<Body> bodies;
  private final Claim claim;
  private int body;
  private int slice;
  private boolean closed;

  /** Takes ownership of {@code bodies} and {@code claim}. */
  public BodySource(List<Body> bodies, Claim claim) {
    this.bodies = List.copyOf(bodies);
    this.claim = claim;
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
      claim.close();
    }
  }
}
