package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests with names to two frontends that restart, against a model. */
@Tag("section-10")
final class NamedWorkloadTest {
  private static final int STEPS = 120;

  /** The present content of each name that was ever used; empty if it was deleted. */
  private final SortedMap<String, Optional<Blob>> model = new TreeMap<>();

  private record Blob(String id, String content) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyAnswerIsThatOfTheModel(long seed, @TempDir Path folder) {
    Random random = new Random(seed);
    try (NamedCluster cluster = new NamedCluster(folder)) {
      List<NamedCluster.Node> nodes = new ArrayList<>(List.of(cluster.start(), cluster.start()));
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(60) == 0) {
          nodes.removeFirst().close();
          nodes.add(cluster.start());
        }
        NamedCluster.Node node = nodes.get(random.nextInt(nodes.size()));
        step(new NamedClient(node.http, NamedCluster.BOX), random, "step " + step);
      }
      checkAll(cluster, new NamedClient(nodes.getLast().http, NamedCluster.BOX));
      nodes.forEach(NamedCluster.Node::close);
    }
  }

  private void step(NamedClient client, Random random, String step) {
    String name = "dir-" + random.nextInt(3) + "/" + random.nextInt(8);
    Optional<Blob> known = model.getOrDefault(name, Optional.empty());
    switch (random.nextInt(6)) {
      case 0 -> create(client, name, step, known);
      case 1 -> put(client.send(client.upsert(name, step)), name, step);
      case 2 -> delete(client, name, step);
      case 3 -> deleteById(client, name, step, known);
      case 4 -> list(client, "dir-" + random.nextInt(3), 1 + random.nextInt(5), step);
      default -> {
        HttpResponse<String> get = client.get(name);
        if (known.isPresent()) {
          assertThat(get.body()).as(step).isEqualTo(known.get().content());
        } else {
          assertThat(get.statusCode()).as(step).isEqualTo(model.containsKey(name) ? 410 : 404);
        }
      }
    }
  }

  private void create(NamedClient client, String name, String step, Optional<Blob> known) {
    HttpResponse<String> reply = client.send(client.upload(name, step));
    if (known.isPresent()) {
      assertThat(reply.statusCode()).as(step).isEqualTo(409);
    } else {
      put(reply, name, step);
    }
  }

  private void put(HttpResponse<String> reply, String name, String step) {
    assertThat(reply.statusCode()).as(step + reply.body()).isEqualTo(201);
    model.put(name, Optional.of(new Blob(HttpRest.header(reply, "location"), step)));
  }

  private void delete(NamedClient client, String name, String step) {
    int status = client.delete(name).statusCode();
    assertThat(status).as(step).isEqualTo(model.containsKey(name) ? 202 : 404);
    model.computeIfPresent(name, (_, _) -> Optional.empty());
  }

  private void deleteById(NamedClient client, String name, String step, Optional<Blob> known) {
    if (known.isPresent()) {
      HttpResponse<String> reply = client.send(client.http().to(known.get().id()).DELETE());
      assertThat(reply.statusCode()).as(step).isEqualTo(202);
      model.put(name, Optional.empty());
    }
  }

  private void list(NamedClient client, String prefix, int size, String step) {
    List<String> expected =
        model.entrySet().stream()
            .filter(entry -> entry.getValue().isPresent() && entry.getKey().startsWith(prefix))
            .map(java.util.Map.Entry::getKey)
            .toList();
    List<String> listed = new ArrayList<>();
    Optional<String> token = Optional.of("");
    while (token.isPresent()) {
      NamedListsTest.Page page =
          NamedListsTest.Page.of(
              client.list("prefix=" + prefix + "&max-keys=" + size + "&page=" + token.get()));
      listed.addAll(page.names());
      token = page.nextPageToken();
    }
    assertThat(listed).as(step).isEqualTo(expected);
  }

  /** Each name has its bytes, and in the end there is no other blob. */
  private void checkAll(NamedCluster cluster, NamedClient client) {
    cluster.advance(Duration.ofMinutes(6));
    Set<BlobId> expected = new HashSet<>();
    model.forEach((name, blob) -> {
      if (blob.isPresent()) {
        assertThat(client.get(name).body()).isEqualTo(blob.get().content());
        expected.add(BlobId.parse(blob.get().id().substring(1)));
      }
    });
    Patience.await()
        .untilAsserted(() -> assertThat(new HashSet<>(cluster.router.live())).isEqualTo(expected));
  }
}
