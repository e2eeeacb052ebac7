package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random operations on a real cluster. Each answer is compared with that of a map in memory. The
 * system properties {@code aumbry.model.seed} and {@code aumbry.model.operations} set the seed and
 * the number of operations.
 */
final class ReferenceModel {
  private static final long SEED = Long.getLong("aumbry.model.seed", 20_261_120L);
  private static final int OPERATIONS = Integer.getInteger("aumbry.model.operations", 1_500);
  private static final int LARGEST = 9 << 20;

  /** The model's state of an acknowledged blob. */
  private record Known(long seed, int size, String owner, boolean deleted) {
    byte[] content() {
      byte[] content = new byte[size];
      new Random(seed).nextBytes(content);
      return content;
    }
  }

  private final RestClient rest;
  private final Random random = new Random(SEED);
  private final Map<String, Known> model = new HashMap<>();
  private final List<String> paths = new ArrayList<>();

  ReferenceModel(RestClient rest) {
    this.rest = rest;
  }

  /** Performs the operations, and reads every blob at the end. */
  void requireAnswersLikeAMap() {
    for (int operation = 0; operation < OPERATIONS; operation++) {
      step("operation " + operation + " of seed " + SEED);
    }
    for (String path : paths) {
      checkRead(path, "at the end, seed " + SEED);
    }
  }

  private void step(String where) {
    int choice = random.nextInt(10);
    if (paths.isEmpty() || choice < 3) {
      put();
      return;
    }
    String path = paths.get(random.nextInt(paths.size()));
    switch (choice) {
      case 3, 4 -> checkRead(path, where);
      case 5, 6 -> checkRange(path, where);
      case 7 -> checkHead(path, where);
      case 8 -> checkInfo(path, where);
      default -> delete(path, where);
    }
  }

  private void put() {
    Known known = new Known(random.nextLong(), size(), "owner-" + random.nextInt(1_000), false);
    String path =
        rest.put(
            BodyPublishers.ofByteArray(known.content()), Map.of("x-ambry-owner-id", known.owner()));
    assertThat(model).doesNotContainKey(path);
    model.put(path, known);
    paths.add(path);
  }

  /** Draws a size: mostly small, sometimes several chunks. */
  private int size() {
    return switch (random.nextInt(20)) {
      case 0 -> random.nextInt(LARGEST);
      case 1 -> 4 << 20;
      case 2, 3, 4 -> random.nextInt(300_000);
      default -> random.nextInt(5_000);
    };
  }

  private void checkRead(String path, String where) {
    Known known = known(path);
    HttpResponse<byte[]> response = rest.get(path);
    assertThat(response.statusCode()).as(where).isEqualTo(known.deleted() ? 410 : 200);
    if (!known.deleted()) {
      assertThat(Arrays.equals(response.body(), known.content())).as(where).isTrue();
    }
  }

  private void checkRange(String path, String where) {
    Known known = known(path);
    int size = known.size();
    int from = random.nextInt(size + 2);
    int to = from + random.nextInt(200_000);
    HttpResponse<byte[]> response = rest.get(path, "Range", "bytes=" + from + "-" + to);
    if (known.deleted()) {
      assertThat(response.statusCode()).as(where).isEqualTo(410);
    } else if (from >= size) {
      assertThat(response.statusCode()).as(where).isEqualTo(416);
    } else {
      assertThat(response.statusCode()).as(where).isEqualTo(206);
      byte[] expected = Arrays.copyOfRange(known.content(), from, Math.min(size, to + 1));
      assertThat(Arrays.equals(response.body(), expected)).as(where).isTrue();
    }
  }

  private void checkHead(String path, String where) {
    Known known = known(path);
    HttpResponse<byte[]> response = rest.head(path);
    assertThat(response.statusCode()).as(where).isEqualTo(known.deleted() ? 410 : 200);
    if (!known.deleted()) {
      assertThat(response.headers().firstValue("Content-Length"))
          .as(where)
          .contains("" + known.size());
    }
  }

  private void checkInfo(String path, String where) {
    Known known = known(path);
    HttpResponse<byte[]> response = rest.get(path + "/BlobInfo");
    assertThat(response.statusCode()).as(where).isEqualTo(known.deleted() ? 410 : 200);
    if (!known.deleted()) {
      assertThat(response.headers().firstValue("x-ambry-owner-id"))
          .as(where)
          .contains(known.owner());
    }
  }

  private void delete(String path, String where) {
    Known known = known(path);
    assertThat(rest.delete(path).statusCode()).as(where).isEqualTo(202);
    model.put(path, new Known(known.seed(), known.size(), known.owner(), true));
  }

  private Known known(String path) {
    Known known = model.get(path);
    if (known == null) {
      throw new AssertionError("the model does not know " + path);
    }
    return known;
  }
}
