package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.KilledProcess.Said;
import io.aumbry.store.Ledger.Blob;
import io.aumbry.store.Ledger.State;
import io.aumbry.store.check.Finding;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.disk.FolderOfTests;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process with {@code kill -9} while it writes, compacts and scrubs on a real file system,
 * several times on one folder. Afterwards every answered blob exists byte for byte, no other blob
 * does, and the files are sound. {@code -Daumbry.kill.rounds} is the number of kills, {@code
 * -Daumbry.kill.seed} determines the operations but not the moment of the kill.
 */
@Timeout(7200)
final class KillTest {
  private static final int ROUNDS = Integer.getInteger("aumbry.kill.rounds", 3);
  private static final long SEED = Long.getLong("aumbry.kill.seed", 1);
  private static final int ROUNDS_OF_A_FOLDER = 10;

  /** The process is killed after this many lines at the latest. */
  private static final int MOST_LINES = 6000;

  private static final int KNOWN = 100;

  @TempDir private Path temporary;
  private final StoreFixture fixture = new StoreFixture();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private Ledger ledger = new Ledger(true);
  private long answers;
  private long refused;

  /**
   * The moment of a kill.
   *
   * @param what kind of line
   * @param count number of earlier lines of this kind
   */
  private record Moment(Said what, int count) {}

  @AfterEach
  void close() {
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  @Test
  void answeredChangesSurviveAKill() throws IOException, InterruptedException {
    Path folder = temporary;
    for (int round = 0; round < ROUNDS; round++) {
      if (round % ROUNDS_OF_A_FOLDER == 0) {
        folder = temporary.resolve("disk-" + round);
        ledger = new Ledger(true);
      }
      Moment moment = moment(round);
      try {
        kill(folder, moment);
        checkFiles(folder);
        check(folder);
      } catch (AssertionError | IOException | RuntimeException e) {
        throw new AssertionError(
            "-Daumbry.kill.seed=%d, round %d, killed at %s".formatted(SEED, round, moment), e);
      }
    }
    System.out.printf(
        "%d kills, %d answers, %d undeletes too late, seed %d%n", ROUNDS, answers, refused, SEED);
  }

  private Moment moment(int round) {
    return switch (round % 4) {
      case 0 -> new Moment(Said.ANSWERED, random.nextInt(600));
      case 1 -> new Moment(Said.MOVED, random.nextInt(100));
      case 2 -> new Moment(Said.OPENING, 0);
      default -> new Moment(Said.BEGIN, random.nextInt(300));
    };
  }

  private void kill(Path folder, Moment moment) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlogback.configurationFile="
                    + System.getProperty("logback.configurationFile", ""),
                "-cp",
                System.getProperty("java.class.path"),
                KilledProcess.class.getName(),
                folder.toString(),
                Long.toString(random.nextLong()),
                Long.toString(fixture.time().wallMillis()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (PrintStream in =
        new PrintStream(process.getOutputStream(), false, StandardCharsets.US_ASCII)) {
      ledger.known(KNOWN).forEach((blob, state) -> in.println(KilledProcess.line(blob, state)));
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      follow(lines, process, moment);
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as("ended by SIGKILL").isEqualTo(128 + 9);
  }

  /** Records the output of the process up to its last whole line. */
  private void follow(BufferedReader lines, Process process, Moment moment) throws IOException {
    int left = moment.count();
    int read = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      List<String> words = List.of(line.split(" +"));
      if (words.getLast().equals(".")) {
        Said said = Said.valueOf(words.getFirst());
        take(said, words);
        left -= said == moment.what() ? 1 : 0;
        if (left < 0 || ++read > MOST_LINES) {
          // {@code Process.destroyForcibly} would close the stream before its last output is read.
          process.toHandle().destroyForcibly();
        }
      }
    }
  }

  private void take(Said said, List<String> words) {
    switch (said) {
      case OPENING, OPEN, MOVED -> {}
      case TIME ->
          fixture.time().advance(Long.parseLong(words.get(1)) - fixture.time().wallMillis());
      case BEGIN -> {
        Map.Entry<Blob, State> next = KilledProcess.parse(words.subList(1, 7));
        ledger.begin(next.getKey(), next.getValue());
      }
      case ANSWERED -> {
        ledger.answered(KilledProcess.parse(words.subList(1, 7)).getKey());
        answers++;
      }
      case REFUSED -> {
        ledger.refused(KilledProcess.parse(words.subList(1, 7)).getKey());
        refused++;
      }
      case FAILED -> throw new AssertionError("the process says: " + words);
    }
  }

  /** As {@code aumbry store check} does. */
  private void checkFiles(Path folder) throws IOException {
    List<Finding> damages = new ArrayList<>();
    Finding.Sink sink =
        finding -> {
          if (finding.isDamage()) {
            damages.add(finding);
          }
        };
    for (StoppedDisk disk :
        Files.exists(folder) ? StoppedDisk.find(folder) : List.<StoppedDisk>of()) {
      try (disk) {
        disk.check(sink);
        for (StoppedStore store : disk.stores()) {
          store.check(fixture.time().wallMillis(), bytes -> {}, sink);
        }
      }
    }
    assertThat(damages).isEmpty();
  }

  /** Mostly in a copy, so that the next process finds the files as this one left them. */
  private void check(Path folder) throws IOException {
    boolean inPlace = random.nextInt(3) == 0 || !Files.exists(folder);
    Path found = inPlace ? folder : temporary.resolve("copy");
    if (!inPlace) {
      copy(folder, found);
    }
    try (StoreDisk disk = fixture.open(new FileSystemDisk(found), KilledProcess.CONFIG)) {
      if (disk.stores().isEmpty()) {
        assertThat(ledger.blobs()).isZero();
        return;
      }
      BlobStore store = disk.open(Blobs.PARTITION);
      ledger.check(store, fixture.time().wallMillis(), fixture.patient());
      assertThat(store.damaged().version()).isZero();
      assertThat(Blobs.put(store, Blobs.id(random), new byte[10], fixture.patient()))
          .isEqualTo(new NodeResponse.Done());
    }
    if (!inPlace) {
      FolderOfTests.delete(found);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
