package io.aumbry.store;

import io.aumbry.store.Ledger.Blob;
import io.aumbry.store.Ledger.State;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Works on a store of the file system until it is killed, and prints a line before and after each
 * action, in the vocabulary of {@link Said}. Arguments: folder, seed, start time. Standard input:
 * lines with the known blobs.
 */
final class KilledProcess {
  static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 64 * 1024, 0, 64 << 20, 1000, 1, 64);
  private static final int CALLERS = 4;

  /** Steps of a compaction that are reported together. */
  private static final int MOVES = 8;

  /** One of this many clock steps ends the retention of deletes. */
  private static final int FAR = 6;

  private final StoreFixture fixture = new StoreFixture();
  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.US_ASCII);
  private int moves;

  private KilledProcess() {}

  /** The first word of a line. */
  enum Said {
    OPENING,
    OPEN,
    BEGIN,
    ANSWERED,
    REFUSED,
    /** The current time. */
    TIME,
    /** A compaction makes progress. */
    MOVED,
    FAILED
  }

  public static void main(String[] arguments) throws IOException {
    KilledProcess process = new KilledProcess();
    SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[1]));
    process.fixture.time().advance(Long.parseLong(arguments[2]) - Blobs.CREATED);
    process.work(Path.of(arguments[0]), random, known());
  }

  /** Parses the output of {@link #line}. */
  static Map.Entry<Blob, State> parse(List<String> words) {
    return Map.entry(
        new Blob(Long.parseLong(words.get(0)), Integer.parseInt(words.get(1))),
        new State(
            Integer.parseInt(words.get(2)),
            Boolean.parseBoolean(words.get(3)),
            Boolean.parseBoolean(words.get(4)),
            Long.parseLong(words.get(5))));
  }

  static String line(Blob blob, State state) {
    return "%d %d %d %s %s %d"
        .formatted(
            blob.number(),
            blob.length(),
            state.life(),
            state.deleted(),
            state.kept(),
            state.changedMillis());
  }

  private static List<Map.Entry<Blob, State>> known() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    return in.lines().map(line -> parse(List.of(line.split(" ")))).toList();
  }

  /** Written at once; a truncated line lacks its last word. */
  private synchronized void say(Said what, Object more) {
    out.print(what + " " + more + " .\n");
  }

  private void work(Path folder, SplittableRandom random, List<Map.Entry<Blob, State>> known)
      throws IOException {
    say(Said.OPENING, "");
    StoreDisk disk = fixture.open(new FileSystemDisk(folder), CONFIG);
    BlobStore store =
        disk.stores().isEmpty() ? disk.create(Blobs.PARTITION) : disk.open(Blobs.PARTITION);
    say(Said.OPEN, store.lastSequence());
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(new Caller(store, fixture, random.split(), report(), 0));
    }
    for (int i = 0; i < known.size(); i++) {
      callers.get(i % CALLERS).take(known.get(i).getKey(), known.get(i).getValue());
    }
    callers.forEach(caller -> forever(caller::step));
    SplittableRandom house = random.split();
    forever(() -> keepHouse(disk, store, house));
  }

  private void forever(Runnable work) {
    Thread.ofPlatform()
        .start(() -> {
          try {
            while (true) {
              work.run();
            }
          } catch (AssertionError | RuntimeException e) {
            say(Said.FAILED, e);
          }
        });
  }

  /** Mostly early enough that deleted blobs can be undeleted. */
  private void keepHouse(StoreDisk disk, BlobStore store, SplittableRandom random) {
    Duration gone = random.nextInt(FAR) == 0 ? Duration.ofDays(8) : Duration.ofHours(2);
    long now = fixture.time().wallMillis() + gone.toMillis();
    say(Said.TIME, now);
    fixture.time().advance(now - fixture.time().wallMillis());
    boolean more = true;
    while (more) {
      more = store.compact(new Agreement(Long.MAX_VALUE, now), this::moved).didSomething();
    }
    disk.scrub(bytes -> {});
    disk.followUp(bytes -> {});
  }

  private void moved(long bytes) {
    if (++moves % MOVES == 0) {
      say(Said.MOVED, bytes);
    }
  }

  private Caller.Report report() {
    return new Caller.Report() {
      @Override
      public void begin(Blob blob, State next) {
        say(Said.BEGIN, line(blob, next));
      }

      @Override
      public void answered(Blob blob) {
        say(Said.ANSWERED, line(blob, State.ABSENT));
      }

      @Override
      public void refused(Blob blob) {
        say(Said.REFUSED, line(blob, State.ABSENT));
      }
    };
  }
}
