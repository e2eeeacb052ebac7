package io.aumbry.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * The blobs to read. In a file, the first line has the seed of their content, {@code # seed 42}.
 * Each further line has the path, number and size of a blob, or only its path if its content is
 * unknown.
 *
 * @param seed of the content of the blobs with known numbers
 */
public record DataSet(long seed, List<StoredBlob> blobs) {
  /** Each blob is read many times, so more blobs would only take time to write. */
  private static final int MAX_BLOBS = 1 << 20;

  private static final String SEED = "# seed ";

  public DataSet {
    blobs = List.copyOf(blobs);
    if (blobs.isEmpty()) {
      throw new IllegalArgumentException("a data set without blobs");
    }
  }

  /** Returns how many blobs of these sizes have this number of bytes; at least one. */
  public static long count(SizeDistribution sizes, long bytes) {
    return Math.clamp((long) (bytes / Math.max(1, sizes.mean())), 1, MAX_BLOBS);
  }

  /** Writes {@code count} blobs to the target. */
  public static DataSet upload(LoadGenerator generator, Workload put, long count, long seed) {
    Queue<StoredBlob> blobs = new ConcurrentLinkedQueue<>();
    LoadGenerator.Result result =
        generator.run(
            (ticket, connection) -> {
              RequestResult outcome = put.perform(ticket, connection);
              if (outcome instanceof RequestResult.Written(StoredBlob blob)) {
                blobs.add(blob);
              }
              return outcome;
            },
            new Schedule.ClosedLoop(),
            Limit.requests(count));
    if (!result.tally().failures().isEmpty()) {
      throw new IllegalStateException(
          "cannot write all blobs to read: " + describe(result.tally()));
    }
    return new DataSet(seed, List.copyOf(blobs));
  }

  private static String describe(Tally tally) {
    return tally.failures().entrySet().stream()
        .map(e -> e.getValue().count() + " times " + e.getKey() + ", " + e.getValue().example())
        .sorted()
        .collect(Collectors.joining("; "));
  }

  public static DataSet read(Path file) throws IOException {
    long seed = 0;
    List<StoredBlob> blobs = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(SEED)) {
        seed = Long.parseLong(line.substring(SEED.length()).strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        blobs.add(blob(line.strip()));
      }
    }
    return new DataSet(seed, blobs);
  }

  /** Whether the content of every blob is known, so that it can be verified. */
  public boolean isVerifiable() {
    return blobs.stream().allMatch(blob -> blob.expected() instanceof Expected.Known);
  }

  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(SEED + seed);
    blobs.forEach(blob -> lines.add(line(blob)));
    Files.write(file, lines);
  }

  private static String line(StoredBlob blob) {
    return switch (blob.expected()) {
      case Expected.Unknown() -> blob.path();
      case Expected.Known(long number, long size) -> blob.path() + " " + number + " " + size;
    };
  }

  private static StoredBlob blob(String line) {
    String[] words = line.split("\\s+", -1);
    String path = words[0].startsWith("/") ? words[0] : "/" + words[0];
    return switch (words.length) {
      case 1 -> new StoredBlob(path, new Expected.Unknown());
      case 3 ->
          new StoredBlob(
              path, new Expected.Known(Long.parseLong(words[1]), Long.parseLong(words[2])));
      default ->
          throw new IllegalArgumentException("'" + line + "' must be: path, or path number size");
    };
  }
}
