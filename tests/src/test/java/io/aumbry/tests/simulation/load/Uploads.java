package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.router.Router;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.transport.node.Messages;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Uploads of simulated clients. */
final class Uploads {
  /** Size of a piece of a body. */
  static final int PIECE = 20_000;

  private Uploads() {}

  /** An upload of a blob that never expires. */
  static Router.Upload of(SimulatedFrontend frontend, int size) {
    return of(frontend, size, Expiry.INFINITE_TTL, DurabilityLevel.LOCAL);
  }

  static Router.Upload of(SimulatedFrontend frontend, int size, long ttl, DurabilityLevel level) {
    return into(1, frontend, size, ttl, level);
  }

  /** An upload into a container of account 1 that never expires. */
  static Router.Upload into(int container, SimulatedFrontend frontend, int size) {
    return into(container, frontend, size, Expiry.INFINITE_TTL, DurabilityLevel.LOCAL);
  }

  private static Router.Upload into(
      int container, SimulatedFrontend frontend, int size, long ttl, DurabilityLevel level) {
    BlobProperties properties =
        new BlobProperties(
            size,
            frontend.process().time().wallMillis(),
            ttl,
            OptionalInt.empty(),
            false,
            new BlobProperties.Labels("", "simulation", "", "", "", ""),
            Map.of());
    return new Router.Upload(
        1,
        container,
        () -> properties,
        OptionalLong.of(size),
        OptionalInt.empty(),
        1L << 30,
        new Router.Policy(PartitionClass.DEFAULT, level));
  }

  static ByteSource body(SimulatedFrontend frontend, byte[] bytes) {
    return body(frontend, bytes, Duration.ZERO);
  }

  /**
   * A body in pieces.
   *
   * @param pause before the last piece
   */
  static ByteSource body(SimulatedFrontend frontend, byte[] bytes, Duration pause) {
    return new Bytes(frontend, bytes, pause);
  }

  private static final class Bytes implements ByteSource {
    private final SimulatedFrontend frontend;
    private final byte[] bytes;
    private final Duration pause;
    private int at;

    Bytes(SimulatedFrontend frontend, byte[] bytes, Duration pause) {
      this.frontend = frontend;
      this.bytes = bytes;
      this.pause = pause;
    }

    @Override
    public Optional<Buffer> next() {
      if (at == bytes.length) {
        return Optional.empty();
      }
      if (pause.isPositive() && at + PIECE >= bytes.length) {
        frontend.process().pause(pause);
      }
      int from = at;
      int length = Math.min(PIECE, bytes.length - from);
      at += length;
      return Optional.of(Messages.buffer(frontend.pool(), bytes, from, length));
    }

    @Override
    public void close() {
      at = bytes.length;
    }
  }
}
