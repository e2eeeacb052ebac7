package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A blob much larger than the memory of the frontend. The system property {@code
 * aumbry.large.mebibytes} sets its size in MiB. Three replicas must fit on the disk.
 */
final class LargeBlob {
  private static final long SIZE = Long.getLong("aumbry.large.mebibytes", 512) << 20;
  private static final long MEMORY = Math.min(768L << 20, SIZE / 4 * 3);
  private static final long MOST_GROWTH = MEMORY / 8;

  private final LiveCluster cluster;

  /**
   * @param cluster must have been started with {@link #memoryLimit}
   */
  LargeBlob(LiveCluster cluster) {
    this.cluster = cluster;
  }

  /** The memory of the frontend, which is less than the blob. */
  static String memoryLimit() {
    return (MEMORY >> 20) + "MiB";
  }

  void requireReadByteForByte() throws IOException {
    try (RestClient rest = cluster.client()) {
      assertThat(cluster.commandLine("frontend"))
          .contains("-Xmx" + MEMORY / 3, "-XX:MaxDirectMemorySize=" + MEMORY / 3 * 2);
      String path = rest.put(BodyPublishers.ofInputStream(() -> new Noise(SIZE)), Map.of());
      compare(rest, path);
      assertGrowthEnds(() -> compare(rest, path), () -> cluster.residentBytes("frontend"));
    }
  }

  /**
   * Requires that memory stops growing. It may grow to its limits first, because it is taken on
   * demand.
   */
  private static void assertGrowthEnds(Serving once, LongSupplier resident) throws IOException {
    long growth = Long.MAX_VALUE;
    for (int round = 0; round < 10 && growth > MOST_GROWTH; round++) {
      long before = resident.getAsLong();
      once.perform();
      growth = resident.getAsLong() - before;
    }
    assertThat(growth).as("memory grows with the served bytes").isLessThan(MOST_GROWTH);
  }

  private interface Serving {
    void perform() throws IOException;
  }

  private static void compare(RestClient rest, String path) throws IOException {
    HttpResponse<InputStream> response = rest.get(path, BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(SIZE);
    byte[] expected = new byte[1 << 20];
    byte[] actual = new byte[1 << 20];
    try (InputStream body = response.body();
        Noise noise = new Noise(SIZE)) {
      for (long at = 0; at < SIZE; at += expected.length) {
        int length = noise.readNBytes(expected, 0, expected.length);
        assertThat(body.readNBytes(actual, 0, actual.length)).isEqualTo(length);
        assertThat(Arrays.equals(actual, expected)).as("MiB from %d", at).isTrue();
      }
      assertThat(body.read()).isEqualTo(-1);
    }
  }

  /** A stream of bytes in which no two blocks are equal. */
  private static final class Noise extends InputStream {
    private final long size;
    private long at;

    Noise(long size) {
      this.size = size;
    }

    @Override
    public int read() {
      return at == size ? -1 : byteAt(at++) & 0xFF;
    }

    @Override
    public int read(byte[] to, int from, int length) {
      if (at == size) {
        return length == 0 ? 0 : -1;
      }
      int step = (int) Math.min(length, size - at);
      for (int i = 0; i < step; i++) {
        to[from + i] = byteAt(at++);
      }
      return step;
    }

    private static byte byteAt(long position) {
      long mixed = (position >>> 3) * 0x9E3779B97F4A7C15L;
      return (byte) (mixed >>> ((position & 7) * 8));
    }

    @Override
    public void close() {
      if (at > size) {
        throw new UncheckedIOException(new IOException("read " + at + " of " + size));
      }
    }
  }
}
