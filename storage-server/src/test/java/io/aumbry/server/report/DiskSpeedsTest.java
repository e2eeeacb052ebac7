package io.aumbry.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.FaultyDisk;
import io.aumbry.server.replica.OpenReplicas;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiskSpeedsTest {
  private static final long FASTEST = DiskSpeeds.SIZE * 100L;

  private final OpenReplicas replicas = new OpenReplicas();
  private final FaultyDisk disk = new FaultyDisk(replicas.disk());
  private final Runs runs = new Runs();
  private final DiskSpeeds speeds = new DiskSpeeds(List.of(disk), runs);

  @AfterEach
  void close() {
    replicas.close();
  }

  /** The runs of a measurement take 40, 10 and 20 ms at first. */
  private static final class Runs implements Time {
    private List<Integer> millis = List.of(40, 10, 20);
    private int calls;
    private long nanos;

    @Override
    public long wallMillis() {
      return 0;
    }

    @Override
    public long monotonicNanos() {
      boolean isEnd = calls % 2 == 1;
      nanos += isEnd ? Duration.ofMillis(millis.get(calls / 2 % millis.size())).toNanos() : 0;
      calls++;
      return nanos;
    }
  }

  @Test
  void theFastestRunCounts() {
    assertThat(speeds.bytesPerSecond()).as("not measured yet").isEmpty();
    speeds.measure();
    assertThat(speeds.bytesPerSecond()).containsExactly(FASTEST);
  }

  @Test
  void theFastestOfTheLastMeasurementsCounts() {
    speeds.measure();
    runs.millis = List.of(20, 20, 20);
    for (int later = 1; later < DiskSpeeds.KEPT; later++) {
      speeds.measure();
      assertThat(speeds.bytesPerSecond()).containsExactly(FASTEST);
    }
    speeds.measure();
    assertThat(speeds.bytesPerSecond()).containsExactly(FASTEST / 2);
  }

  @Test
  void laterMeasurementsAreRare() {
    int measured = 0;
    for (int call = 0; call < DiskSpeeds.FIRST + 10 * DiskSpeeds.LATER; call++) {
      int before = replicas.medium().forces();
      speeds.measure();
      measured += replicas.medium().forces() > before ? 1 : 0;
    }
    assertThat(measured).isEqualTo(DiskSpeeds.FIRST + 10);
  }

  @Test
  void eachRunIsDurableAndNothingIsLeft() {
    int before = replicas.medium().forces();
    speeds.measure();
    assertThat(replicas.medium().forces() - before).isGreaterThanOrEqualTo(DiskSpeeds.RUNS);
    assertThat(disk.readNote("speed")).isEmpty();
  }

  /** A sealed disk has little room left, which belongs to its replicas. */
  @Test
  void aSealedDiskIsNotWrittenTo() {
    disk.noteSealed(true);
    int before = replicas.medium().forces();
    speeds.measure();
    assertThat(speeds.bytesPerSecond()).containsExactly(DiskReport.UNKNOWN);
    assertThat(replicas.medium().forces()).isEqualTo(before);
    disk.noteSealed(false);
    speeds.measure();
    assertThat(speeds.bytesPerSecond()).containsExactly(FASTEST);
  }

  @Test
  void aDiskThatFailsHasNoSpeed() {
    disk.fail();
    speeds.measure();
    assertThat(speeds.bytesPerSecond()).containsExactly(DiskReport.UNKNOWN);
  }
}
