package io.aumbry.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.bench.store.StoreCell.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FioContenderTest {
  private static final StorePlan PLAN =
      new StorePlan(
          new StorePlan.Choice(EnumSet.allOf(StoreCell.Kind.class), List.of(4096), List.of(1)),
          1,
          Duration.ofMillis(20),
          Duration.ofMillis(50),
          1 << 20,
          1 << 20);

  @TempDir private Path folder;

  /** A program that records its arguments and prints an output of fio. */
  private Path program(String output, int code) throws IOException {
    Path said = Files.writeString(folder.resolve("said"), output);
    Path program =
        Files.writeString(
            folder.resolve("fio"),
            "#!/bin/sh\necho \"$@\" >> %s/calls\ncat %s\nexit %d\n".formatted(folder, said, code));
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void appendsAreWritesOfTheSameSizeAndSyncRate() {
    StoreCell cell = new StoreCell(Kind.APPEND, 200, 16);
    assertThat(FioContender.options(cell, 12))
        .contains("--rw=write", "--bs=200", "--fdatasync=12", "--overwrite=1");
  }

  @Test
  void readsHaveAJobForEachCaller() {
    assertThat(FioContender.options(new StoreCell(Kind.READ_UNIFORM, 200, 16), 1))
        .contains("--rw=randread", "--bs=200", "--numjobs=16", "--invalidate=0");
    assertThat(FioContender.options(new StoreCell(Kind.READ_UNCACHED, 200, 16), 1))
        .contains("--bs=4096", "--direct=1", "--numjobs=16");
  }

  @Test
  void fioRunsForEachMeasurement() throws IOException {
    Path program = program(FioFixtures.WRITES, 0);
    try (FioContender fio = new FioContender(new FioProgram(program), PLAN, folder)) {
      StoreMeasurement figures = fio.measure(new StoreCell(Kind.APPEND, 4096, 16), 9);
      assertThat(figures.operations()).isEqualTo(10_864);
    }
    assertThat(Files.readString(folder.resolve("calls")))
        .contains("--fdatasync=9", "--runtime=50ms", "--ramp_time=20ms", "--output-format=json")
        .contains("--filename=" + folder.resolve("fio.file"));
  }

  /** The file must be new for each measurement. */
  @Test
  void aNewFileIsWrittenOnceFromItsBeginning() throws IOException {
    Path file = folder.resolve("fio-new.file");
    StorePlan plan =
        new StorePlan(
            new StorePlan.Choice(EnumSet.allOf(StoreCell.Kind.class), List.of(200), List.of(1)),
            1,
            Duration.ofMillis(20),
            Duration.ofMillis(50),
            1 << 20,
            3_000_000);
    Path program = program(FioFixtures.WRITES, 0);
    Files.writeString(file, "left over");
    try (StoreContender fio = new FioNewFileContender(new FioProgram(program), plan, folder)) {
      assertThat(fio.measures(Kind.APPEND)).isTrue();
      assertThat(fio.measures(Kind.READ_UNIFORM)).isFalse();
      StoreMeasurement figures = fio.measure(new StoreCell(Kind.APPEND, 200, 16), 9);
      assertThat(figures.operations()).isEqualTo(10_864);
      assertThat(file).doesNotExist();
    }
    assertThat(Files.readString(folder.resolve("calls")))
        .contains("--fdatasync=9", "--bs=200", "--size=3000000", "--runtime=50ms")
        .contains("--fallocate=native", "--filename=" + file)
        .doesNotContain("--time_based", "--overwrite", "--ramp_time");
  }

  @Test
  void aNewFileThatWasWrittenTwiceIsAnError() throws IOException {
    Path program = program(FioFixtures.WRITES, 0);
    try (StoreContender fio = new FioNewFileContender(new FioProgram(program), PLAN, folder)) {
      assertThatThrownBy(() -> fio.measure(new StoreCell(Kind.APPEND, 200, 1), 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("fio wrote 2172800 bytes to a new file of 1048400");
    }
  }

  @Test
  void aProgramThatFailsIsQuoted() throws IOException {
    Path program = program("no such engine", 3);
    try (FioContender fio = new FioContender(new FioProgram(program), PLAN, folder)) {
      assertThatThrownBy(() -> fio.measure(new StoreCell(Kind.READ_UNCACHED, 4096, 1), 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("fio ended with 3: no such engine");
    }
  }

  @Test
  void fioIsFoundInThePath() throws IOException {
    assertThat(FioProgram.find("/nowhere:" + folder)).isEqualTo(Optional.empty());
    Path program = program("", 0);
    assertThat(FioProgram.find("/nowhere:" + folder)).contains(program);
  }
}
