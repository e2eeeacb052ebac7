package io.aumbry.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.bench.load.SplitMix;
import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.transport.buffer.DirectBufferPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts that decide the measured calls and verify the results. */
final class MeasuringTest {
  private final DirectBufferPool pool = new DirectBufferPool();

  @TempDir private Path folder;

  @Test
  void idsAreUniqueAndLaterBlobsHaveLaterIds() {
    try (Blobs blobs = new Blobs(100, 1, pool)) {
      List<BlobId> ids = LongStream.range(0, 1000).mapToObj(blobs::id).toList();
      assertThat(ids).isSorted().doesNotHaveDuplicates();
      assertThat(blobs.id(7)).isEqualTo(ids.get(7));
    }
  }

  @Test
  void aWrongByteALostPieceAndAnotherBlobAreDetected() {
    try (Blobs blobs = new Blobs(10_000, 1, pool)) {
      ByteBuffer right = blobs.content(3).view();
      assertThat(proved(blobs, 3, right)).isEqualTo(10_000);

      ByteBuffer wrong = ByteBuffer.allocate(10_000).put(right.duplicate()).flip();
      wrong.put(9_999, (byte) (wrong.get(9_999) ^ 1));
      assertThatThrownBy(() -> proved(blobs, 3, wrong)).hasMessageContaining("differs");
      assertThatThrownBy(() -> proved(blobs, 4, right)).hasMessageContaining("differs");
      assertThatThrownBy(() -> proved(blobs, 3, right.slice(0, 5_000)))
          .hasMessageContaining("5000 of 10000");
    }
  }

  private static long proved(Blobs blobs, long number, ByteBuffer read) {
    Blobs.Proof proof = blobs.new Proof(number, true);
    int half = read.remaining() / 2;
    proof.accept(read.slice(0, half));
    proof.accept(read.slice(half, read.remaining() - half));
    return proof.finish();
  }

  @Test
  void aSampleHasEachBlobAtMostOnce() {
    try (Blobs blobs = new Blobs(1, 1, pool)) {
      for (long count : List.of(1L, 2L, 16L, 1000L)) {
        List<Long> sample = blobs.sample(count, count, 5);
        assertThat(new HashSet<>(sample)).hasSize((int) count);
        assertThat(sample).allMatch(n -> n >= 0 && n < count);
      }
      assertThat(blobs.sample(1000, 10, 1)).hasSize(10).isNotEqualTo(blobs.sample(1000, 10, 2));
    }
  }

  @Test
  void recentKeysAreMostlyAmongTheLastAndUniformOnesAnywhere() {
    List<Long> recent = new ArrayList<>();
    List<Long> uniform = new ArrayList<>();
    for (long i = 0; i < 10_000; i++) {
      recent.add(Keys.RECENT.choose(SplitMix.of(1, i), 64_000));
      uniform.add(Keys.UNIFORM.choose(SplitMix.of(1, i), 64_000));
    }
    assertThat(recent).allMatch(n -> n >= 0 && n < 64_000);
    assertThat(recent.stream().filter(n -> n >= 63_000).count()).isBetween(6_000L, 6_600L);
    assertThat(uniform.stream().filter(n -> n >= 32_000).count()).isBetween(4_800L, 5_200L);
  }

  @Test
  void aDeviceHasTheNumberThatLinuxGives() throws IOException {
    assertThat(Device.major(0xFE01)).isEqualTo(0xFE);
    assertThat(Device.minor(0xFE01)).isEqualTo(1);
    assertThat(Device.major(0x0000_1000_0010_3FFFL)).isEqualTo(0x103F);
    assertThat(Device.minor(0x0000_1000_0010_3FFFL)).isEqualTo(0x1FF);
    Path stat = Files.writeString(folder.resolve("stat"), "  1 2 30 4 5 6 70 8 9 10 11\n");
    assertThat(new Device(stat).traffic()).isEqualTo(new Device.Traffic(30 * 512, 70 * 512));
    assertThat(new Device(folder.resolve("none")).traffic()).isEqualTo(Device.Traffic.NONE);
  }

  @Test
  void theTimeOfTheCompilerIsSeparate() throws IOException {
    thread("1", "C2 CompilerThre", "5000 1 2");
    thread("2", "C1 CompilerThre", "300 1 2");
    thread("3", "bench-1", "70000 1 2");
    OwnCost cost = new OwnCost(folder, new Device(folder.resolve("none")));
    assertThat(cost.sample().compilerNanos()).isEqualTo(5300);
    assertThat(cost.sample().cpuNanos()).isPositive();
  }

  private void thread(String id, String name, String schedule) throws IOException {
    Path task = Files.createDirectories(folder.resolve("task").resolve(id));
    Files.writeString(task.resolve("comm"), name + "\n");
    Files.writeString(task.resolve("schedstat"), schedule + "\n");
  }

  @Test
  void threadsMayEndWhileTheyAreSampled() throws InterruptedException {
    OwnCost cost = new OwnCost(new Device(folder.resolve("none")));
    AtomicBoolean over = new AtomicBoolean();
    Thread maker =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                Thread.ofPlatform().start(() -> {});
              }
            });
    for (int i = 0; i < 40; i++) {
      assertThat(cost.sample().cpuNanos()).isPositive();
    }
    over.set(true);
    maker.join();
  }

  @Test
  void aFileThatCannotBeDroppedIsNamed() throws IOException {
    Files.writeString(folder.resolve("a"), "x");
    new PageCache().drop(folder);
    PageCache broken = new PageCache("false");
    assertThatThrownBy(() -> broken.drop(folder))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(folder.resolve("a").toString());
  }
}
